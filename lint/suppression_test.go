package lint_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// accepting suppresses the findings on the objects of these names, with the
// names' reasons.
type accepting map[string]string

func (a accepting) Suppress(c lint.Candidates) ([]*lint.Suppression, []render.Problem) {
	result := make([]*lint.Suppression, len(c.Occurrences))
	for i, o := range c.Occurrences {
		if reason, ok := a[o.Ref.Name]; ok {
			result[i] = &lint.Suppression{Kind: lint.SuppressedByComment, Reason: reason}
		}
	}
	return result, []render.Problem{{Reason: lint.ReasonUnusedSuppression, Message: fmt.Sprint(len(c.Ran), " rules ran")}}
}

// suppressed writes suppressed findings as brief does, with the reasons.
func suppressed(findings []lint.Finding) []string {
	list := brief(findings)
	for i, f := range findings {
		list[i] += fmt.Sprintf(" (%s: %s)", f.Suppression.Kind, f.Suppression.Reason)
	}
	return list
}

// shared are two overlays that rename the object of a base, and an object in a
// file of its own.
func shared() ([]render.Unit, judge) {
	base := source{"base/c.yaml", 3}
	units := []render.Unit{
		unit(render.KindKustomize, "overlays/a", "", configMap("a-web", base)),
		unit(render.KindKustomize, "overlays/b", "", configMap("b-web", base)),
		unit(render.KindPlain, "own.yaml", "", configMap("own", source{"own.yaml", 1})),
	}
	violations := map[string][]lint.Violation{"own": {
		{Rule: "case-a/two", Path: data, Message: "m", Level: lint.LevelNote},
		{Rule: "case-b/three", Path: data, Message: "m", Level: lint.LevelError},
	}}
	for _, name := range []string{"a-web", "b-web"} {
		violations[name] = []lint.Violation{{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelWarning}}
	}
	return units, judge{violations: violations}
}

func TestSuppressedFindingsDoNotCount(t *testing.T) {
	t.Parallel()
	units, j := shared()
	r := run(t, units, nil, j, lint.Options{Suppressor: accepting{"own": "mine", "a-web": "here", "b-web": "there"}})
	want := []string{
		"case-a/one warning base/c.yaml:3:2 ConfigMap shop/a-web: m (comment: here)",
		"case-a/one warning base/c.yaml:3:2 ConfigMap shop/b-web: m (comment: there)",
		"case-b/three error own.yaml:1:2 ConfigMap shop/own: m (comment: mine)",
	}
	if diff := cmp.Diff(want, suppressed(r.Suppressed)); diff != "" {
		t.Errorf("suppressed (-want +got):\n%s", diff)
	}
	if len(r.Findings) != 0 || r.Findings == nil || r.Hidden != 0 {
		t.Errorf("findings %v and %d hidden, want none", r.Findings, r.Hidden)
	}
	if diff := cmp.Diff(lint.Summary{Units: 3, Objects: 3, Suppressed: 3}, r.Summary); diff != "" {
		t.Errorf("summary (-want +got):\n%s", diff)
	}
	if len(r.Warnings) != 1 || r.Warnings[0].Message != "3 rules ran" {
		t.Errorf("warnings %v, want that of the suppressor", r.Warnings)
	}
	if ids := fingerprints(r.Suppressed); len(slices.Compact(ids)) != 3 {
		t.Errorf("the suppressed findings share fingerprints: %v", ids)
	}
}

func TestSuppressionChangesNoFingerprint(t *testing.T) {
	t.Parallel()
	units, j := shared()
	before := fingerprints(run(t, units, nil, j, lint.Options{}).Findings)
	for name, s := range map[string]accepting{"another finding": {"own": "x"}, "the part of one": {"b-web": "x"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, fingerprint := range fingerprints(run(t, units, nil, j, lint.Options{Suppressor: s}).Findings) {
				if !slices.Contains(before, fingerprint) {
					t.Errorf("fingerprint %s is new", fingerprint)
				}
			}
		})
	}
}

func TestRulesInTroubleHaveNotSaidAll(t *testing.T) {
	t.Parallel()
	units, j := shared()
	j.failed, j.doubts = []lint.Trouble{{Rule: "case-b/three"}}, []lint.Trouble{{Rule: "case-a/two"}}
	r := run(t, units, nil, j, lint.Options{Suppressor: accepting{}})
	if !slices.ContainsFunc(r.Warnings, func(p render.Problem) bool { return p.Message == "1 rules ran" }) {
		t.Errorf("warnings are %v, want one of 1 rule that ran", r.Warnings)
	}
}

// baseline knows findings by fingerprint, and calls gone what is not there.
type baseline []string

func (b baseline) Find(f lint.Finding) (string, bool) {
	return f.Fingerprint, slices.Contains(b, f.Fingerprint)
}

func (b baseline) Gone(present map[string]bool, _ []render.Unit, _ map[string]bool) []lint.KnownFinding {
	var gone []lint.KnownFinding
	for _, fingerprint := range b {
		if !present[fingerprint] {
			gone = append(gone, lint.KnownFinding{Fingerprint: fingerprint})
		}
	}
	return gone
}

func TestBaselineKeepsKnownFindingsQuiet(t *testing.T) {
	t.Parallel()
	units, j := shared()
	all := run(t, units, nil, j, lint.Options{Pedantic: true}).Findings
	known := baseline{"gone"}
	for _, f := range all {
		if f.Rule != "case-a/one" {
			known = append(known, f.Fingerprint)
		}
	}
	r := run(t, units, nil, j, lint.Options{Baseline: known})
	if diff := cmp.Diff([]string{"case-a/one warning base/c.yaml:3:2 ConfigMap shop/a-web: m [overlays/a also overlays/b]"}, brief(r.Findings)); diff != "" {
		t.Errorf("new (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"case-b/three error own.yaml:1:2 ConfigMap shop/own: m (baseline: )"}, suppressed(r.Suppressed)); diff != "" {
		t.Errorf("known (-want +got):\n%s", diff)
	}
	if r.Findings[0].BaselineState != lint.StateNew || r.Suppressed[0].BaselineState != lint.StateUnchanged {
		t.Errorf("the states are %q and %q", r.Findings[0].BaselineState, r.Suppressed[0].BaselineState)
	}
	want := &lint.Comparison{Known: 1, Fixed: []lint.KnownFinding{{Fingerprint: "gone"}}}
	if diff := cmp.Diff(want, r.Baseline); diff != "" {
		t.Errorf("comparison (-want +got):\n%s", diff)
	}
}

// A comment may come to what the baseline knows: the entry is not gone by that.
func TestBaselineKnowsSuppressedFindings(t *testing.T) {
	t.Parallel()
	units, j := shared()
	var known baseline
	for _, f := range run(t, units, nil, j, lint.Options{}).Findings {
		known = append(known, f.Fingerprint)
	}
	r := run(t, units, nil, j, lint.Options{Baseline: known, Suppressor: accepting{"own": "mine"}})
	if len(r.Baseline.Fixed) != 0 || r.Baseline.Known != 1 || len(r.Suppressed) != 2 {
		t.Errorf("%d fixed, %d known, %d suppressed", len(r.Baseline.Fixed), r.Baseline.Known, len(r.Suppressed))
	}
	if f := r.Suppressed[1]; f.Suppression.Kind != lint.SuppressedByComment || f.BaselineState != lint.StateUnchanged {
		t.Errorf("%s is suppressed by %s and %s", f.Object, f.Suppression.Kind, f.BaselineState)
	}
}

func TestAliasesAreThoseOfOtherReports(t *testing.T) {
	t.Parallel()
	made := func(file string) manifest.Object {
		return workload("Deployment", "web", traced{source: source{file, 3}, origin: manifest.Origin{File: "base/w.yaml", Name: "web"}}, "c")
	}
	a := unit(render.KindKustomize, "overlays/a", "", made("overlays/a/patch.yaml"))
	b := unit(render.KindKustomize, "overlays/b", "", made("overlays/b/patch.yaml"))
	alone, both := objecting(t, a), objecting(t, a, b)
	if len(alone) != 1 || len(both) != 2 || alone[0].Fingerprint == both[0].Fingerprint {
		t.Fatalf("the findings are %v and %v", fingerprints(alone), fingerprints(both))
	}
	if want := []string{alone[0].Fingerprint, both[0].Fingerprint}; !slices.Equal(alone[0].Aliases, want) || !slices.Equal(both[0].Aliases, want) {
		t.Errorf("aliases are %v and %v, want %v", alone[0].Aliases, both[0].Aliases, want)
	}
}
