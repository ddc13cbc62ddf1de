package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/agent"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// findings gives findings whose texts and lists a hostile repository has made long.
func findings(n int) []lint.Finding {
	long := strings.Repeat("長い", 5000)
	many := slices.Repeat([]string{long}, 200)
	list := make([]lint.Finding, n)
	for i := range list {
		list[i] = lint.Finding{
			Rule: "IL-0001/no-wait", Case: "IL-0001", Level: lint.LevelError, Message: long, Unit: long, AlsoIn: many, MoreUnits: 7,
			Environments: many, Object: lint.ObjectRef{Kind: "Pod", Name: long},
			AlsoObjects: slices.Repeat([]lint.ObjectRef{{Kind: "Pod", Name: long}}, 200),
			Path:        manifest.Path{manifest.Key(long), manifest.Index(1)},
			Location:    manifest.Location{File: "pod.yaml", Line: i + 1},
			Chain:       &lint.Chain{Nodes: []lint.ChainNode{{Type: lint.NodePods, Object: lint.ObjectRef{Kind: "Pod", Name: long}}}, Edges: []lint.ChainEdge{}},
			Related:     slices.Repeat([]lint.Related{{Message: long}}, 200), Fingerprint: fmt.Sprint(i),
		}
	}
	return list
}

func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	p := program()
	trouble := slices.Repeat([]render.Problem{{Message: strings.Repeat("x", 10_000)}}, 1000)
	p.Lint = func(context.Context, agent.Selection, agent.Judgement, agent.Observer) (agent.Verdict, error) {
		return agent.Verdict{Root: ".", Report: lint.Report{Findings: findings(50), Failures: trouble, Skipped: trouble}}, nil
	}
	p.Render = func(context.Context, agent.Selection, agent.Observer) (agent.Rendering, error) {
		r := agent.Rendering{Root: ".", Failures: trouble}
		for range 30 {
			lines := slices.Repeat([]any{"line"}, 5_000)
			r.Objects = append(r.Objects, agent.Object{Unit: "u", Body: arguments{"kind": "ConfigMap", "data": lines}})
		}
		return r, nil
	}
	client := connect(t, p, nil)
	for _, tool := range []string{"lint", "render"} {
		text, isError := use(t, client, tool, nil, nil)
		if isError || len(text) > 200<<10 {
			t.Errorf("%s: error %v, %d bytes", tool, isError, len(text))
		}
	}
	var out struct {
		Findings []struct {
			AlsoIn                                                []string
			MoreUnits, MoreObjects, MoreEnvironments, MoreRelated int
		}
		MoreProblems int
	}
	use(t, client, "lint", arguments{"limit": 1}, &out)
	f := out.Findings[0]
	if len(f.AlsoIn) != 8 || f.MoreUnits != 199 || f.MoreObjects != 192 || f.MoreEnvironments != 192 || f.MoreRelated != 192 {
		t.Errorf("the finding is cut to %+v", f)
	}
	if out.MoreProblems != 1960 {
		t.Errorf("%d more problems, want 1960", out.MoreProblems)
	}
	var rendered struct {
		Objects []struct {
			Manifest  string
			Truncated bool
		}
	}
	use(t, client, "render", arguments{"limit": 1}, &rendered)
	if o := rendered.Objects[0]; !o.Truncated || !strings.HasSuffix(o.Manifest, "- line\n") {
		t.Errorf("the manifest ends with %q, truncated %v", o.Manifest[len(o.Manifest)-20:], o.Truncated)
	}
}

// Whoever follows next sees everything once.
func TestPagesGiveEverythingOnce(t *testing.T) {
	t.Parallel()
	p := program()
	p.Lint = func(context.Context, agent.Selection, agent.Judgement, agent.Observer) (agent.Verdict, error) {
		return agent.Verdict{Root: ".", Report: lint.Report{Findings: findings(30)}}, nil
	}
	p.Render = func(context.Context, agent.Selection, agent.Observer) (agent.Rendering, error) {
		r := agent.Rendering{Root: "."}
		for i := range 30 {
			r.Objects = append(r.Objects, agent.Object{Unit: "u", Body: arguments{"kind": "Pod", "metadata": arguments{"name": fmt.Sprint(i)}}, Line: i + 1})
			r.Units = append(r.Units, render.Unit{Target: render.Target{Path: fmt.Sprint(i)}})
		}
		return r, nil
	}
	client := connect(t, p, nil)
	for _, tc := range []struct{ tool, list string }{{"lint", "findings"}, {"render", "objects"}, {"list_units", "units"}} {
		t.Run(tc.tool, func(t *testing.T) {
			t.Parallel()
			seen := map[string]bool{}
			for offset, calls := 0, 0; calls == 0 || offset > 0; calls++ {
				var out map[string]json.RawMessage
				use(t, client, tc.tool, arguments{"limit": 7, "offset": offset}, &out)
				var items []json.RawMessage
				if err := json.Unmarshal(out[tc.list], &items); err != nil || len(items) == 0 || len(items) > 7 {
					t.Fatalf("%d items, %v", len(items), err)
				}
				for _, item := range items {
					if seen[string(item)] {
						t.Errorf("%.80s comes twice", item)
					}
					seen[string(item)] = true
				}
				offset = 0
				if next, ok := out["next"]; ok {
					_ = json.Unmarshal(next, &offset)
				}
				if string(out["total"]) != "30" {
					t.Errorf("total is %s", out["total"])
				}
			}
			if len(seen) != 30 {
				t.Errorf("%d items, want 30", len(seen))
			}
		})
	}
}

// The SDK checks answers against the schemas; so does another implementation.
func TestAnswersKeepTheirSchemas(t *testing.T) {
	t.Parallel()
	p := program()
	p.Lint = func(context.Context, agent.Selection, agent.Judgement, agent.Observer) (agent.Verdict, error) {
		all := findings(2)
		all[1] = lint.Finding{Rule: "IL-0001/no-wait", Related: []lint.Related{}, Path: manifest.Path{}}
		return agent.Verdict{Root: ".", Report: lint.Report{
			Findings: all, Rules: p.Catalog.Rules, Cases: p.Catalog.Cases, Skipped: []render.Problem{{Reason: render.ReasonRemote}},
		}}, nil
	}
	p.Render = func(context.Context, agent.Selection, agent.Observer) (agent.Rendering, error) {
		return agent.Rendering{Root: ".", Units: []render.Unit{{Environment: "prod", Deployer: render.Deployer{Kind: "Kustomization", Name: "apps"}}},
			Objects: []agent.Object{{Body: arguments{}}}}, nil
	}
	client := connect(t, p, nil)
	needs := map[string]arguments{"explain": {"id": "IL-0001"}, "search_cases": {"query": "acme"}, "similar_cases": {"case": "IL-0001"}}
	for _, tool := range tools(t, client) {
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("schema.json", tool.OutputSchema); err != nil {
			t.Fatal(err)
		}
		schema, err := compiler.Compile("schema.json")
		if err != nil {
			t.Fatal(err)
		}
		var out any
		if text, isError := use(t, client, tool.Name, needs[tool.Name], &out); isError {
			t.Errorf("%s: %s", tool.Name, text)
			continue
		}
		if err := schema.Validate(out); err != nil {
			t.Errorf("%s: %v", tool.Name, err)
		}
	}
}

func TestRenderNarrows(t *testing.T) {
	t.Parallel()
	p := program()
	p.Render = func(context.Context, agent.Selection, agent.Observer) (agent.Rendering, error) {
		r := agent.Rendering{Root: "."}
		for _, kind := range []string{"Pod", "Service"} {
			for _, name := range []string{"a", "b"} {
				body := arguments{"kind": kind, "metadata": arguments{"name": name, "namespace": "shop"}}
				r.Objects = append(r.Objects, agent.Object{Unit: kind + "s", Body: body, File: name + ".yaml"})
			}
		}
		return r, nil
	}
	client := connect(t, p, nil)
	for _, tc := range []struct {
		arguments arguments
		want      []string
	}{
		{arguments{}, []string{"a.yaml", "b.yaml", "a.yaml", "b.yaml"}},
		{arguments{"kind": "Pod"}, []string{"a.yaml", "b.yaml"}},
		{arguments{"kind": "Pod", "name": "b"}, []string{"b.yaml"}},
		{arguments{"unit": "Services", "name": "a"}, []string{"a.yaml"}},
		{arguments{"namespace": "other"}, []string{}},
	} {
		var out struct{ Objects []struct{ File string } }
		use(t, client, "render", tc.arguments, &out)
		got := []string{}
		for _, o := range out.Objects {
			got = append(got, o.File)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tc.arguments, diff)
		}
	}
}
