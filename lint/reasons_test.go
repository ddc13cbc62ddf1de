package lint_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

// saying objects to the first object of each unit with reasons of its own, all of which
// lie in one place.
type saying struct {
	judge
	reasons [][]string
}

func (s saying) Judge(_ context.Context, g *graph.Graph, _ lint.Question) (lint.Verdict, error) {
	var verdict lint.Verdict
	for i := range g.Objects {
		v := lint.Violation{Rule: "case-a/one", Object: i, Path: data, Message: "m", Level: lint.LevelError}
		for _, reason := range s.reasons[i] {
			v.Related = append(v.Related, lint.Place{Object: i, Path: data, Message: reason})
		}
		verdict.Violations = append(verdict.Violations, v)
	}
	return verdict, nil
}

func TestRunTellsReasonsApart(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		environments []string
		reasons      [][]string
		want         []string
	}{
		"the same":          {[]string{"eu", "us"}, [][]string{{"runs 2 pods"}, {"runs 2 pods"}}, []string{"runs 2 pods"}},
		"by cluster":        {[]string{"eu", "us"}, [][]string{{"runs 2 pods"}, {"runs 6 pods"}}, []string{"runs 2 pods in eu", "runs 6 pods in us"}},
		"by unit":           {[]string{"eu", "eu"}, [][]string{{"runs 2 pods"}, {"runs 6 pods"}}, []string{"runs 2 pods in overlays/a", "runs 6 pods in overlays/b"}},
		"without clusters":  {[]string{"", "us"}, [][]string{{"runs 2 pods"}, {"runs 6 pods"}}, []string{"runs 2 pods in overlays/a", "runs 6 pods in overlays/b"}},
		"some of them":      {[]string{"ap", "eu", "us"}, [][]string{{"runs 2 pods"}, {"runs 2 pods"}, {"runs 6 pods"}}, []string{"runs 2 pods in ap and 1 more", "runs 6 pods in us"}},
		"one says both":     {[]string{"eu", "us"}, [][]string{{"waits", "runs 2 pods"}, {"waits"}}, []string{"waits", "runs 2 pods in eu"}},
		"two in one object": {[]string{"eu"}, [][]string{{"waits", "runs 2 pods"}}, []string{"waits", "runs 2 pods"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var units []render.Unit
			for i, environment := range test.environments {
				u := unit(render.KindKustomize, "overlays/"+string(rune('a'+i)), "", configMap("web", source{"base/c.yaml", 3}))
				u.Environment = environment
				units = append(units, u)
			}
			report, err := lint.Run(t.Context(), units, nil, saying{reasons: test.reasons}, lint.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, related := range report.Findings[0].Related {
				got = append(got, related.Message)
			}
			if diff := cmp.Diff(test.want, got); diff != "" || len(report.Findings) != 1 {
				t.Errorf("%d findings, want 1; reasons (-want +got):\n%s", len(report.Findings), diff)
			}
		})
	}
}
