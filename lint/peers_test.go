package lint_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

// pairs objects to the object that is called late, since one that is called early shares
// its defect, and to the one called alone.
type pairs struct{ judge }

func (pairs) Judge(_ context.Context, g *graph.Graph, _ lint.Question) (lint.Verdict, error) {
	at := map[string]int{}
	for i := range g.Objects {
		at[g.Objects[i].Name] = i
	}
	return lint.Verdict{Violations: []lint.Violation{
		{
			Rule: "case-a/one", Object: at["late"], Path: data, Message: "m", Level: lint.LevelError,
			Related: []lint.Place{{Object: at["alone"], Path: data, Message: "why"}},
			Peers:   []lint.Place{{Object: at["early"], Path: data, Message: "shares it"}},
		},
		{
			Rule: "case-a/two", Object: at["alone"], Path: data, Message: "m", Level: lint.LevelError,
			Related: []lint.Place{{Object: at["early"], Path: data, Message: "why"}},
		},
	}}, nil
}

func TestPeers(t *testing.T) {
	t.Parallel()
	units := map[string]render.Unit{}
	for i, name := range []string{"alone", "early", "late"} {
		units[name] = unit(render.KindPlain, name+".yaml", "", configMap(name, source{name + ".yaml", i + 1}))
	}
	const (
		late  = "case-a/one error late.yaml:3:2 ConfigMap shop/late: m"
		alone = "case-a/two error alone.yaml:1:2 ConfigMap shop/alone: m"
		why   = "ConfigMap shop/alone: why"
		peer  = "ConfigMap shop/early: shares it"
	)
	for asked, want := range map[string]struct{ findings, related []string }{
		"early":            {[]string{late}, []string{peer, why}},
		"late":             {[]string{late}, []string{why}},
		"early late":       {[]string{late}, []string{why}},
		"alone":            {[]string{alone}, []string{"ConfigMap shop/early: why"}},
		"alone early late": {[]string{alone, late}, []string{"ConfigMap shop/early: why"}},
	} {
		t.Run(asked, func(t *testing.T) {
			t.Parallel()
			isAsked := func(name string) bool { return strings.Contains(asked, strings.TrimSuffix(name, ".yaml")) }
			var named, others, all []render.Unit
			for name, u := range units {
				all = append(all, u)
				if isAsked(name) {
					named = append(named, u)
				} else {
					others = append(others, u)
				}
			}
			whole := identities(t, all, nil, lint.Options{})
			check := func(units, context []render.Unit, o lint.Options) {
				t.Helper()
				report, err := lint.Run(t.Context(), units, context, pairs{}, o)
				if err != nil {
					t.Fatal(err)
				}
				var related []string
				for _, r := range report.Findings[0].Related {
					related = append(related, r.Message)
				}
				if diff := cmp.Diff(want.findings, brief(report.Findings)); diff != "" {
					t.Errorf("findings (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(want.related, related); diff != "" {
					t.Errorf("related places of the first (-want +got):\n%s", diff)
				}
				for rule, fingerprint := range identities(t, units, context, o) {
					if whole[rule] != fingerprint {
						t.Errorf("%s has another fingerprint than in a run over everything", rule)
					}
				}
				if report.Summary.Objects != len(named) || len(report.Marks) != len(want.findings) {
					t.Errorf("%d objects, %d marks; want %d and %d", report.Summary.Objects, len(report.Marks), len(named), len(want.findings))
				}
			}
			check(named, others, lint.Options{})
			check(all, nil, lint.Options{Reported: func(u render.Unit) bool { return isAsked(u.Target.Path) }})
		})
	}
}

// identities gives the fingerprints of the findings of a run by their rules.
func identities(t *testing.T, units, context []render.Unit, o lint.Options) map[string]string {
	t.Helper()
	report, err := lint.Run(t.Context(), units, context, pairs{}, o)
	if err != nil {
		t.Fatal(err)
	}
	byRule := map[string]string{}
	for _, f := range report.Findings {
		byRule[f.Rule] = f.Fingerprint
	}
	return byRule
}

// besides keeps the paths of the units beside the judged ones.
type besides struct{ paths *[]string }

func (b besides) Suppress(c lint.Candidates) ([]*lint.Suppression, []render.Problem) {
	for _, u := range c.Beside {
		*b.paths = append(*b.paths, u.Target.Path)
	}
	return make([]*lint.Suppression, len(c.Occurrences)), nil
}

// A suppressor learns of the units that are not judged and have a finding, and of no
// others.
func TestPeersTellTheSuppressor(t *testing.T) {
	t.Parallel()
	alone, early, late := configMap("alone", source{"alone.yaml", 1}), configMap("early", source{"early.yaml", 2}), configMap("late", source{"late.yaml", 3})
	var paths []string
	_, err := lint.Run(t.Context(),
		[]render.Unit{unit(render.KindPlain, "early.yaml", "", early)},
		[]render.Unit{unit(render.KindPlain, "alone.yaml", "", alone), unit(render.KindPlain, "late.yaml", "", late)},
		pairs{}, lint.Options{Suppressor: besides{&paths}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"late.yaml"}, paths); diff != "" {
		t.Errorf("units beside the judged ones (-want +got):\n%s", diff)
	}
}
