package format_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// skipped gives a problem for each of the messages, in a file of its own.
func skipped(reason render.Reason, messages ...string) []render.Problem {
	var problems []render.Problem
	for i, message := range messages {
		at := manifest.Location{File: fmt.Sprintf("%s/%02d.yaml", reason, i+1), Line: 1}
		problems = append(problems, render.Problem{Reason: reason, Message: message, Location: at})
	}
	return problems
}

// Much that is left out is told in groups; little one by one.
func TestTextOfMuchThatIsLeftOut(t *testing.T) {
	t.Parallel()
	var all []render.Problem
	var charts []string
	for i := range 8 {
		charts = append(charts, fmt.Sprintf("the chart app %d is in the repository oci://ghcr.io/a/helm", i))
	}
	all = append(all, skipped(render.ReasonRemote, append(charts, "the chart b 1 is in the repository oci://ghcr.io/b")...)...)
	all = append(all, skipped(render.ReasonMissingValue, "which directory it is depends on a/<NAME>/b", "which directory it is depends on ${x}/c")...)
	all = append(all, skipped(render.ReasonPartial, `there is no ConfigMap "a" to patch`, `there is no Deployment "b c" to patch`, "what a ResourceSet deploys is not followed")...)
	text := func(problems []render.Problem) string {
		var out bytes.Buffer
		if err := format.Text(&out, lint.Report{Skipped: problems}, format.Options{}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want := `left out (14) - nothing is known of what they hold
  remote/01.yaml:1: the chart app 0 is in the repository oci://ghcr.io/a/helm [remote]
    and 7 more: remote/02.yaml:1, remote/03.yaml:1, remote/04.yaml:1 and 4 more
  missing-value/01.yaml:1: which directory it is depends on a/<NAME>/b [missing-value]
    and 1 more: missing-value/02.yaml:1
  partial/01.yaml:1: there is no ConfigMap "a" to patch [partial]
    and 1 more: partial/02.yaml:1
  remote/09.yaml:1: the chart b 1 is in the repository oci://ghcr.io/b [remote]
  partial/03.yaml:1: what a ResourceSet deploys is not followed [partial]
  all of them: --format json; what is remote: 'kubegap-lint vendor' gets it once

0 errors, 0 warnings, 0 notes in 0 objects of 0 units; 14 left out
`
	if diff := cmp.Diff(want, text(all)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if few := text(all[:10]); strings.Contains(few, "more") || strings.Count(few, "[remote]") != 9 {
		t.Errorf("few are not listed one by one:\n%s", few)
	}
}

// What would be too many groups is counted by reason.
func TestTextOfManyKindsThatAreLeftOut(t *testing.T) {
	t.Parallel()
	var messages []string
	for i := range 30 {
		messages = append(messages, fmt.Sprintf("the source is another repository: https://git.example/%d?ref=v1", i))
	}
	var out bytes.Buffer
	if err := format.Text(&out, lint.Report{Skipped: skipped(render.ReasonRemote, messages...)}, format.Options{}); err != nil {
		t.Fatal(err)
	}
	if rest := "  and 18 more: remote/13.yaml:1, remote/14.yaml:1, remote/15.yaml:1 and 15 more [remote]\n"; !strings.Contains(out.String(), rest) || strings.Count(out.String(), "\n") != 17 {
		t.Errorf("%q is not in\n%s", rest, out.String())
	}
}
