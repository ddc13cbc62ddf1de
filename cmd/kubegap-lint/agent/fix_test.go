package agent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/agent"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/fix"
)

// fixing is a program whose fixes change with the text that after gives.
func fixing(after func() string) agent.Program {
	p := program()
	p.Fix = func(context.Context, agent.Selection, agent.Choice, agent.Observer) (agent.Fixes, error) {
		return agent.Fixes{Root: ".", Result: fix.Result{
			Fixed: []lint.Finding{{Fingerprint: "f1", Rule: "IL-0001/no-wait", Object: lint.ObjectRef{Kind: "Pod", Name: "a"}}},
			Left:  []fix.Left{{Finding: lint.Finding{Fingerprint: "f2"}, Reason: "it would bring a new finding"}},
			Files: []fix.File{{Name: "pod.yaml", Before: []byte("a\n"), After: []byte(after()), Diff: "-a\n+" + after()}}, Unoffered: 3,
		}}, nil
	}
	return p
}

type fixAnswer struct {
	Written   bool
	Fixed     []struct{ Fingerprint, Object string }
	Left      []struct{ Fingerprint, Reason string }
	Unoffered int
	Files     []struct {
		Name, Diff string
		Truncated  bool
	}
	More, Total int
	Digest      string
}

func TestFixesAreAppliedAsProposed(t *testing.T) {
	t.Parallel()
	text, applied := "b\n", 0
	p := fixing(func() string { return text })
	p.Apply = func(agent.Fixes) error { applied++; return nil }
	client := connect(t, p, nil)
	var proposed, written fixAnswer
	use(t, client, "propose_fix", nil, &proposed)
	if proposed.Written || applied > 0 || proposed.Files[0].Diff != "-a\n+b\n" || proposed.Fixed[0].Object != "Pod a" || proposed.Left[0].Reason == "" || proposed.Unoffered != 3 {
		t.Errorf("it is proposed %+v", proposed)
	}
	for _, digest := range []string{"other", strings.ToUpper(proposed.Digest)} {
		if text, isError := use(t, client, "apply_fix", arguments{"digest": digest}, nil); !isError || !strings.Contains(text, "call propose_fix again") {
			t.Errorf("with the digest %s: %s", digest, text)
		}
	}
	if _, isError := use(t, client, "apply_fix", nil, nil); !isError || applied > 0 {
		t.Errorf("without a digest: error %v, applied %d times", isError, applied)
	}
	if _, isError := use(t, client, "apply_fix", arguments{"digest": proposed.Digest}, &written); isError || !written.Written || applied != 1 {
		t.Errorf("with the digest: error %v, written %v, applied %d times", isError, written.Written, applied)
	}
	// The file is another one now.
	text = "c\n"
	if _, isError := use(t, client, "apply_fix", arguments{"digest": proposed.Digest}, nil); !isError || applied != 1 {
		t.Errorf("with an old digest: error %v, applied %d times", isError, applied)
	}
}

func TestFixesThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	p := fixing(func() string { return "b\n" })
	p.Apply = func(agent.Fixes) error { return errors.New("write pod.yaml: the file has changed meanwhile") }
	client := connect(t, p, nil)
	var proposed fixAnswer
	use(t, client, "propose_fix", nil, &proposed)
	if text, isError := use(t, client, "apply_fix", arguments{"digest": proposed.Digest}, nil); !isError || !strings.Contains(text, "has changed meanwhile") {
		t.Errorf("error %v: %s", isError, text)
	}
}

// A server that may not write has no tool that would.
func TestWhoMayNotWriteHasNoSuchTool(t *testing.T) {
	t.Parallel()
	writes := func(p agent.Program) []string {
		var names []string
		for _, tool := range tools(t, connect(t, p, nil)) {
			if !tool.Annotations.ReadOnlyHint || *tool.Annotations.DestructiveHint {
				names = append(names, tool.Name)
			}
		}
		return names
	}
	p := program()
	if got := writes(p); len(got) > 0 {
		t.Errorf("%v write", got)
	}
	p.Apply = func(agent.Fixes) error { return nil }
	if got := writes(p); !slices.Equal(got, []string{"apply_fix"}) {
		t.Errorf("%v write", got)
	}
}

func TestFixesAreBounded(t *testing.T) {
	t.Parallel()
	p := program()
	p.Fix = func(context.Context, agent.Selection, agent.Choice, agent.Observer) (agent.Fixes, error) {
		r := fix.Result{Fixed: findings(500)}
		for i := range 500 {
			r.Files = append(r.Files, fix.File{Name: fmt.Sprint(i), Diff: strings.Repeat("+ line\n", 10_000)})
			r.Left = append(r.Left, fix.Left{Finding: findings(1)[0], Reason: strings.Repeat("x", 10_000)})
		}
		return agent.Fixes{Root: ".", Result: r}, nil
	}
	client := connect(t, p, nil)
	var out fixAnswer
	text, isError := use(t, client, "propose_fix", nil, &out)
	if isError || len(text) > 700<<10 {
		t.Errorf("error %v, %d bytes", isError, len(text))
	}
	if !out.Files[0].Truncated || !strings.HasSuffix(out.Files[0].Diff, "+ line\n") || out.Total != 500 || out.More != 900 {
		t.Errorf("the answer is cut to %d files, %d more of %d", len(out.Files), out.More, out.Total)
	}
}
