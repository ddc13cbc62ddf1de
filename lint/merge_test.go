package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// traced is a source that knows more than one place: what the object was made
// from, and what had a part in its fields.
type traced struct {
	source
	origin manifest.Origin
	via    []manifest.Hop
}

func (s traced) Trace(path manifest.Path) manifest.Trace {
	trace := s.source.Trace(path)
	trace.Via = s.via
	return trace
}

func (s traced) Origin() manifest.Origin { return s.origin }

// workload makes an object of the kind, with containers of these names.
func workload(kind, name string, s manifest.Source, containers ...string) manifest.Object {
	list := make([]any, len(containers))
	for i, name := range containers {
		list[i] = map[string]any{"name": name}
	}
	body := map[string]any{
		"apiVersion": "apps/v1", "kind": kind,
		"metadata": map[string]any{"name": name, "namespace": "shop"},
		"spec":     map[string]any{"containers": list},
	}
	return manifest.Object{Body: body, Source: s}
}

func path(steps ...any) manifest.Path {
	p, err := manifest.PathOf(steps...)
	if err != nil {
		panic(err)
	}
	return p
}

// lifecycle objects to the container of the index.
func lifecycle(index int, message string) lint.Violation {
	return lint.Violation{Rule: "case-a/one", Path: path("spec", "containers", index, "lifecycle"), Message: message, Level: lint.LevelWarning}
}

// also writes findings with the further units and objects that they name.
func also(findings []lint.Finding) []string {
	var list []string
	for _, f := range findings {
		list = append(list, fmt.Sprintf("%s %s in %s, also in %v, also %v", f.Object, f.Path, f.Unit, f.AlsoIn, f.AlsoObjects))
	}
	return list
}

func TestRunFindsOneCause(t *testing.T) {
	t.Parallel()
	template := source{"chart/templates/w.yaml", 7}
	printed := func(name string) traced {
		return traced{source: template, origin: manifest.Origin{File: "chart/templates/w.yaml", Namespace: "shop", Name: name}}
	}
	base := traced{source: source{"base/w.yaml", 7}, origin: manifest.Origin{File: "base/w.yaml", Name: "web"}}
	one := []lint.Violation{lifecycle(0, "m")}
	for _, test := range []struct {
		name       string
		units      []render.Unit
		violations map[string][]lint.Violation
		want       []string
	}{
		{
			name: "objects that a template prints in a loop",
			units: []render.Unit{unit(render.KindHelm, "chart", "",
				workload("Deployment", "web", printed("web"), "c"), workload("Deployment", "api", printed("api"), "c"), workload("StatefulSet", "db", printed("db"), "c"))},
			violations: map[string][]lint.Violation{"web": one, "api": one, "db": one},
			want:       []string{"Deployment shop/api .spec.containers[0].lifecycle in chart, also in [], also [Deployment shop/web StatefulSet shop/db]"},
		},
		{
			name: "objects with other containers that one line prints",
			units: []render.Unit{unit(render.KindHelm, "chart", "",
				workload("Deployment", "web", printed("web"), "nginx"), workload("Deployment", "api", printed("api"), "log", "jvm"))},
			violations: map[string][]lint.Violation{"web": one, "api": {lifecycle(1, "m")}},
			want:       []string{"Deployment shop/api .spec.containers[1].lifecycle in chart, also in [], also [Deployment shop/web]"},
		},
		{
			name: "the same object under other names",
			units: []render.Unit{
				unit(render.KindKustomize, "overlays/dev", "", workload("Deployment", "dev-web", base, "c")),
				unit(render.KindKustomize, "overlays/prod", "", workload("Deployment", "prod-web", base, "c")),
			},
			violations: map[string][]lint.Violation{"dev-web": one, "prod-web": one},
			want:       []string{"Deployment shop/dev-web .spec.containers[0].lifecycle in overlays/dev, also in [overlays/prod], also []"},
		},
		{
			name: "one base twice in an overlay",
			units: []render.Unit{unit(render.KindKustomize, "overlays/dev", "",
				workload("Deployment", "a-web", base, "c"), workload("Deployment", "b-web", base, "c"))},
			violations: map[string][]lint.Violation{"a-web": one, "b-web": one},
			want:       []string{"Deployment shop/a-web .spec.containers[0].lifecycle in overlays/dev, also in [], also [Deployment shop/b-web]"},
		},
		{
			name: "different objects of different units",
			units: []render.Unit{
				unit(render.KindKustomize, "overlays/a", "", workload("Deployment", "web", printed("web"), "c")),
				unit(render.KindKustomize, "overlays/b", "", workload("Deployment", "api", printed("api"), "c")),
				unit(render.KindKustomize, "overlays/c", "", workload("Deployment", "c-api", printed("api"), "c")),
			},
			violations: map[string][]lint.Violation{"web": one, "api": one, "c-api": one},
			want:       []string{"Deployment shop/web .spec.containers[0].lifecycle in overlays/a, also in [overlays/b overlays/c], also [Deployment shop/api]"},
		},
		{
			name: "an overlay puts a container before",
			units: []render.Unit{
				unit(render.KindKustomize, "overlays/dev", "", workload("Deployment", "web", base, "c")),
				unit(render.KindKustomize, "overlays/prod", "", workload("Deployment", "prod-web", base, "sidecar", "c")),
			},
			violations: map[string][]lint.Violation{"web": one, "prod-web": {lifecycle(1, "m")}},
			want:       []string{"Deployment shop/web .spec.containers[0].lifecycle in overlays/dev, also in [overlays/prod], also []"},
		},
		{
			name:       "containers of one object stay apart",
			units:      []render.Unit{unit(render.KindHelm, "chart", "", workload("Deployment", "web", printed("web"), "c", "d"))},
			violations: map[string][]lint.Violation{"web": {lifecycle(0, "c"), lifecycle(1, "d")}},
			want: []string{
				"Deployment shop/web .spec.containers[0].lifecycle in chart, also in [], also []",
				"Deployment shop/web .spec.containers[1].lifecycle in chart, also in [], also []",
			},
		},
		{
			name: "containers with other names in another variant, one by one",
			units: []render.Unit{
				unit(render.KindHelm, "chart", "", workload("Deployment", "web", printed("web"), "c", "d")),
				unit(render.KindHelm, "chart", "ci", workload("Deployment", "ci", printed("web"), "x", "d", "y")),
			},
			violations: map[string][]lint.Violation{
				"web": {lifecycle(0, "c"), lifecycle(1, "d")},
				"ci":  {lifecycle(0, "x"), lifecycle(1, "d"), lifecycle(2, "y")},
			},
			want: []string{
				"Deployment shop/web .spec.containers[0].lifecycle in chart, also in [chart (ci)], also []",
				"Deployment shop/web .spec.containers[1].lifecycle in chart, also in [chart (ci)], also []",
				"Deployment shop/ci .spec.containers[2].lifecycle in chart (ci), also in [], also []",
			},
		},
		{
			name: "an overlay brings it in",
			units: []render.Unit{
				unit(render.KindKustomize, "overlays/dev", "", workload("Deployment", "web", traced{source: source{"overlays/dev/patch.yaml", 3}, origin: base.origin}, "c")),
				unit(render.KindKustomize, "overlays/prod", "", workload("Deployment", "web", base, "c")),
			},
			violations: map[string][]lint.Violation{"web": one},
			want: []string{
				"Deployment shop/web .spec.containers[0].lifecycle in overlays/prod, also in [], also []",
				"Deployment shop/web .spec.containers[0].lifecycle in overlays/dev, also in [], also []",
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			report := run(t, test.units, nil, judge{violations: test.violations}, lint.Options{})
			if diff := cmp.Diff(test.want, also(report.Findings)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunLetsTheGravestSpeak(t *testing.T) {
	t.Parallel()
	base := source{"base/w.yaml", 7}
	units := []render.Unit{
		unit(render.KindKustomize, "overlays/dev", "", workload("Deployment", "dev-web", base, "c")),
		unit(render.KindKustomize, "overlays/prod", "", workload("Deployment", "prod-web", base, "c")),
		unit(render.KindKustomize, "overlays/spare", "", workload("Deployment", "spare-web", base, "c")),
	}
	grave := lifecycle(0, "grave")
	grave.Level = lint.LevelError
	j := judge{violations: map[string][]lint.Violation{"dev-web": {lifecycle(0, "mild")}, "prod-web": {grave}, "spare-web": {grave}}}
	want := []string{"case-a/one error base/w.yaml:7:5 Deployment shop/prod-web: grave [overlays/prod also overlays/dev, overlays/spare]"}
	if diff := cmp.Diff(want, brief(run(t, units, nil, j, lint.Options{}).Findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestRunCapsNames(t *testing.T) {
	t.Parallel()
	var units []render.Unit
	violations := map[string][]lint.Violation{}
	for i := range 1200 {
		name := fmt.Sprintf("web-%04d", i)
		object := workload("Deployment", name, traced{source: source{"w.yaml", 7}, origin: manifest.Origin{File: "w.yaml", Name: name}}, "c")
		units = append(units, unit(render.KindKustomize, fmt.Sprintf("overlays/%04d", i), "", object))
		violations[name] = []lint.Violation{lifecycle(0, "m")}
	}
	findings := run(t, units, nil, judge{violations: violations}, lint.Options{}).Findings
	if len(findings) != 1 {
		t.Fatalf("%d findings, want 1", len(findings))
	}
	f := findings[0]
	if len(f.AlsoIn) != 1000 || f.MoreUnits != 199 || len(f.AlsoObjects) != 1000 || f.MoreObjects != 199 {
		t.Errorf("%d units and %d more, %d objects and %d more; want 1000 and 199 of both", len(f.AlsoIn), f.MoreUnits, len(f.AlsoObjects), f.MoreObjects)
	}
	if f.AlsoIn[999] != "overlays/1000" || f.AlsoObjects[0].Name != "web-0001" {
		t.Errorf("the units end with %s, the objects begin with %s", f.AlsoIn[999], f.AlsoObjects[0].Name)
	}
}

func TestRunNamesRandomObjectsOnceWhereOnlyTheFileIsKnown(t *testing.T) {
	t.Parallel()
	random := func(name string) manifest.Object {
		return workload("Job", name, masked{inFile("chart/templates/j.yaml"), "job-*"}, "c")
	}
	units := []render.Unit{
		unit(render.KindHelm, "chart", "", random("job-x7")),
		unit(render.KindHelm, "chart", "ci", random("job-q2")),
	}
	j := judge{violations: map[string][]lint.Violation{"job-x7": {lifecycle(0, "m")}, "job-q2": {lifecycle(0, "m")}}}
	want := []string{"Job shop/job-x7 .spec.containers[0].lifecycle in chart, also in [chart (ci)], also []"}
	if diff := cmp.Diff(want, also(run(t, units, nil, j, lint.Options{}).Findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestRunMergesByNameWhereOnlyTheFileIsKnown(t *testing.T) {
	t.Parallel()
	web := masked{inFile("chart/templates/w.yaml"), "web"}
	units := []render.Unit{
		unit(render.KindHelm, "chart", "", workload("Deployment", "web", web, "c"), workload("Deployment", "api", masked{web.inFile, "api"}, "c")),
		unit(render.KindHelm, "chart", "ci", workload("Deployment", "ci-web", web, "other")),
		unit(render.KindHelm, "chart", "next", workload("Deployment", "next-web", web, "other", "c")),
	}
	j := judge{violations: map[string][]lint.Violation{
		"web": {lifecycle(0, "m")}, "api": {lifecycle(0, "m")}, "ci-web": {lifecycle(0, "m")}, "next-web": {lifecycle(1, "m")},
	}}
	want := []string{
		"Deployment shop/api .spec.containers[0].lifecycle in chart, also in [], also []",
		"Deployment shop/web .spec.containers[0].lifecycle in chart, also in [chart (next)], also []",
		"Deployment shop/ci-web .spec.containers[0].lifecycle in chart (ci), also in [], also []",
	}
	if diff := cmp.Diff(want, also(run(t, units, nil, j, lint.Options{}).Findings)); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// A rule may say two things of one field of one object. Neither is lost, each goes
// with what other units say alike, and the first keeps the fingerprint that it has
// without the second.
func TestRunKeepsMessagesApart(t *testing.T) {
	t.Parallel()
	says := func(messages ...string) []lint.Violation {
		var list []lint.Violation
		for _, m := range messages {
			list = append(list, lint.Violation{Rule: "case-a/one", Path: data, Message: m, Level: lint.LevelWarning})
		}
		return list
	}
	base := traced{source: source{"base/c.yaml", 1}, origin: manifest.Origin{File: "base/c.yaml", Name: "c"}}
	var units []render.Unit
	for _, name := range []string{"a", "b", "c"} {
		object := configMap(name, source{})
		object.Source = base
		units = append(units, unit(render.KindKustomize, "overlays/"+name, "", object))
	}
	alone := run(t, units, nil, judge{violations: map[string][]lint.Violation{"a": says("x")}}, lint.Options{}).Findings[0].Fingerprint
	for _, test := range []struct {
		name    string
		a, b, c []lint.Violation
		want    []string
	}{
		{"two messages", says("m", "n"), nil, nil, []string{"a: m", "a: n"}},
		{"one of them elsewhere", says("m", "n"), says("n"), nil, []string{"a: m", "a: n [overlays/a also overlays/b]"}},
		{"another one elsewhere", says("m", "n"), says("l", "m"), says("n"), []string{
			"a: m [overlays/a also overlays/b]", "a: n [overlays/a also overlays/b, overlays/c]",
		}},
		{"numbers that differ", says("3 of 4"), says("2 of 4"), nil, []string{"a: 3 of 4 [overlays/a also overlays/b]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			j := judge{violations: map[string][]lint.Violation{"a": test.a, "b": test.b, "c": test.c}}
			found := run(t, units, nil, j, lint.Options{}).Findings
			got := brief(found)
			for i, f := range found {
				got[i] = strings.TrimPrefix(got[i], "case-a/one warning base/c.yaml:1:2 ConfigMap shop/")
				if (i == 0) != (f.Fingerprint == alone) {
					t.Errorf("fingerprint of finding %d is %s; that of one alone is %s", i, f.Fingerprint, alone)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}
