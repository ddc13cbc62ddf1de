package lint_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// masked is a file that gives its object another name on each rendering.
type masked struct {
	inFile
	name string
}

func (m masked) Origin() manifest.Origin {
	return manifest.Origin{File: string(m.inFile), Namespace: "shop", Name: m.name}
}

func TestRunListsHops(t *testing.T) {
	t.Parallel()
	at := func(file string, line int) manifest.Location {
		return manifest.Location{File: file, Line: line, Column: 2, Precision: manifest.PrecisionExact}
	}
	hops := func(name string) []manifest.Hop {
		return []manifest.Hop{
			{Message: "printed here", Location: at("c.yaml", 1)}, // the finding's own place
			{Message: "the value is set here", Location: at("values.yaml", 4)},
			{Message: "included here", Location: at(name+".yaml", 5)},
		}
	}
	var units []render.Unit
	for _, name := range []string{"a", "b"} {
		s := traced{source: source{"c.yaml", 1}, origin: manifest.Origin{File: "c.yaml", Name: "web"}, via: hops(name)}
		object := configMap(name, source{})
		object.Source = s
		units = append(units, unit(render.KindKustomize, name, "", object))
	}
	v := []lint.Violation{{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelError, Related: []lint.Place{{Path: data, Message: "why"}}}}
	findings := run(t, units, nil, judge{violations: map[string][]lint.Violation{"a": v, "b": v}}, lint.Options{}).Findings
	want := []lint.Related{
		{Message: "why", Location: at("c.yaml", 1)},
		{Message: "the value is set here", Location: at("values.yaml", 4), Via: true},
		{Message: "included here", Location: at("a.yaml", 5), Via: true},
		{Message: "included here", Location: at("b.yaml", 5), Via: true},
	}
	if diff := cmp.Diff(want, findings[0].Related); diff != "" || len(findings) != 1 {
		t.Errorf("%d findings, want 1; related places (-want +got):\n%s", len(findings), diff)
	}
}

func TestRunMergesRelatedPlacesByNameWhereOnlyTheFileIsKnown(t *testing.T) {
	t.Parallel()
	var units []render.Unit
	for _, names := range [][]string{{"dev-", "api"}, {"prod-", "api"}, {"test-", "db"}} {
		related := configMap(names[0]+names[1], source{})
		related.Source = masked{inFile("base/d.yaml"), names[1]}
		units = append(units, unit(render.KindKustomize, "overlays/"+names[0], "", configMap(names[0]+"web", source{"base/c.yaml", 3}), related))
	}
	report, err := lint.Run(t.Context(), units, nil, shops{}, lint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	place := manifest.Location{File: "base/d.yaml", Line: 1}
	want := []lint.Related{
		{Message: "ConfigMap shop/dev-api: why", Location: place},
		{Message: "ConfigMap shop/test-db: why", Location: place},
	}
	if diff := cmp.Diff(want, report.Findings[0].Related); diff != "" || len(report.Findings) != 1 {
		t.Errorf("%d findings, want 1; related places of the first (-want +got):\n%s", len(report.Findings), diff)
	}
}
