package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

const service = "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {selector: {app: web}}}\n"

// environmentsOf gives, for each unit, its environment and what that sees.
func environmentsOf(g *graph.Graph) map[string]string {
	result := map[string]string{}
	for i := range g.Objects {
		o := &g.Objects[i]
		if o.Of >= 0 {
			continue
		}
		e := g.Environments[o.Environment]
		names := []string{e.Name}
		for _, seen := range e.Sees {
			names = append(names, g.Environments[seen].Name)
		}
		result[g.Units[o.Unit].Target.Path] = strings.Join(names, " > ")
	}
	return result
}

func TestEnvironments(t *testing.T) {
	t.Parallel()
	object := func(name, value string) string {
		return "{apiVersion: v1, kind: ConfigMap, metadata: {name: " + name + "}, data: {k: " + value + "}}"
	}
	for _, test := range []struct {
		name  string
		units []render.Unit
		want  map[string]string
	}{
		{"plain manifests are one environment", []render.Unit{
			plainUnit("a/x.yaml", object("x", "1")),
			plainUnit("b/y.yaml", object("y", "1")),
		}, map[string]string{"a/x.yaml": "", "b/y.yaml": ""}},
		{"different objects of one identity split their directory", []render.Unit{
			plainUnit("prod/app/x.yaml", object("x", "1")),
			plainUnit("dev/x.yaml", object("x", "2")),
			plainUnit("test/y.yaml", object("y", "1")),
			plainUnit("common.yaml", object("c", "1")),
		}, map[string]string{"prod/app/x.yaml": "prod > ", "dev/x.yaml": "dev > ", "test/y.yaml": "test > ", "common.yaml": ""}},
		{"equal objects do not", []render.Unit{
			plainUnit("prod/x.yaml", object("x", "1")),
			plainUnit("dev/x.yaml", object("x", "1")),
		}, map[string]string{"prod/x.yaml": "", "dev/x.yaml": ""}},
		{"equal workloads do", []render.Unit{
			plainUnit("prod/x.yaml", workload),
			plainUnit("dev/app/x.yaml", workload),
			plainUnit("test/y.yaml", object("y", "1")),
			plainUnit("common.yaml", object("c", "1")),
		}, map[string]string{"prod/x.yaml": "prod > ", "dev/app/x.yaml": "dev > ", "test/y.yaml": "test > ", "common.yaml": ""}},
		{"as do equal services", []render.Unit{
			plainUnit("prod/x.yaml", service),
			plainUnit("dev/x.yaml", service),
		}, map[string]string{"prod/x.yaml": "prod", "dev/x.yaml": "dev"}},
		{"but not equal cluster roles", []render.Unit{
			plainUnit("prod/x.yaml", "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r}}"),
			plainUnit("dev/x.yaml", "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: r}}"),
		}, map[string]string{"prod/x.yaml": "", "dev/x.yaml": ""}},
		{"equal workloads put together beside their pieces", []render.Unit{
			plainUnit("app/all.yaml", service+"---"+workload),
			plainUnit("app/workload.yaml", workload),
			plainUnit("app/service.yaml", service),
		}, map[string]string{"app/all.yaml": "", "app/workload.yaml": "", "app/service.yaml": ""}},
		{"equal workloads put together above their pieces", []render.Unit{
			plainUnit("app/m.yaml", service+"---"+workload),
			plainUnit("app/workloads/x.yaml", workload),
			plainUnit("app/charts/x.yaml", service),
		}, map[string]string{"app/m.yaml": "", "app/workloads/x.yaml": "", "app/charts/x.yaml": ""}},
		{"equal workloads in subdirectories and above", []render.Unit{
			plainUnit("app/a/x.yaml", workload),
			plainUnit("app/m.yaml", workload),
			plainUnit("app/z/x.yaml", workload),
		}, map[string]string{"app/a/x.yaml": "app/a > ", "app/m.yaml": "", "app/z/x.yaml": "app/z > "}},
		{"neither do namespaces", []render.Unit{
			plainUnit("a/n.yaml", "{apiVersion: v1, kind: Namespace, metadata: {name: n, labels: {a: b}}}"),
			plainUnit("b/n.yaml", "{apiVersion: v1, kind: Namespace, metadata: {name: n}}"),
		}, map[string]string{"a/n.yaml": "", "b/n.yaml": ""}},
		{"files side by side are split alone", []render.Unit{
			plainUnit("app/v1.yaml", object("x", "1")),
			plainUnit("app/v2.yaml", object("x", "2")),
			plainUnit("app/service.yaml", object("s", "1")),
			plainUnit("app/sub/y.yaml", object("y", "1")),
		}, map[string]string{"app/v1.yaml": "app/v1.yaml > ", "app/v2.yaml": "app/v2.yaml > ", "app/service.yaml": "", "app/sub/y.yaml": ""}},
		{"a file and a directory", []render.Unit{
			plainUnit("app/v1.yaml", object("x", "1")),
			plainUnit("app/next/v2.yaml", object("x", "2")),
			plainUnit("app/other/y.yaml", object("y", "1")),
		}, map[string]string{"app/v1.yaml": "app/v1.yaml", "app/next/v2.yaml": "app/next", "app/other/y.yaml": "app/other"}},
		{"splits within splits", []render.Unit{
			plainUnit("c/eu/prod/x.yaml", object("x", "1")),
			plainUnit("c/eu/dev/x.yaml", object("x", "2")),
			plainUnit("c/us/x.yaml", object("x", "3")),
			plainUnit("c/eu/common.yaml", object("e", "1")),
			plainUnit("c/all.yaml", object("a", "1")),
		}, map[string]string{
			"c/eu/prod/x.yaml": "c/eu/prod > c/eu > ", "c/eu/dev/x.yaml": "c/eu/dev > c/eu > ", "c/us/x.yaml": "c/us > ",
			"c/eu/common.yaml": "c/eu > ", "c/all.yaml": "",
		}},
		{"overlays see what they lie below", []render.Unit{
			plainUnit("prod/x.yaml", object("x", "1")),
			plainUnit("dev/x.yaml", object("x", "2")),
			plainUnit("common.yaml", object("c", "1")),
			overlay("prod/overlay", object("o", "1")),
			overlay("prod", object("p", "1")),
			overlay("apps/prod", object("a", "1")),
		}, map[string]string{
			"prod/x.yaml": "prod > ", "dev/x.yaml": "dev > ", "common.yaml": "",
			"prod/overlay": "prod/overlay > prod > ", "prod": "prod > prod > ", "apps/prod": "apps/prod > ",
		}},
		{"overlays alone see nothing", []render.Unit{
			overlay("a", object("x", "1")),
			overlay("b", object("x", "2")),
		}, map[string]string{"a": "a", "b": "b"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for range 2 {
				if diff := cmp.Diff(test.want, environmentsOf(graph.Build(test.units, nil))); diff != "" {
					t.Errorf("environments (-want +got):\n%s", diff)
				}
				slices.Reverse(test.units)
			}
		})
	}
}

// copies gives units with the same Service, Deployment and Namespace, each in a
// folder of its own.
func copies(n int) []render.Unit {
	units := make([]render.Unit, n)
	for i := range units {
		units[i] = plainUnit(fmt.Sprintf("shops/%d/app.yaml", i), service+"---"+workload+"---\n{apiVersion: v1, kind: Namespace, metadata: {name: default}}")
	}
	return units
}

func TestCopiesInFoldersAreJoinedWithinTheirFolder(t *testing.T) {
	t.Parallel()
	for _, n := range []int{100, 200} {
		g := graph.Build(copies(n), nil)
		selects := 0
		for _, o := range g.Objects {
			for _, l := range o.Links {
				if g.Objects[l.Object].Unit != o.Unit {
					t.Errorf("%d copies: %s of %s %s that of %s", n, o.Kind, g.Units[o.Unit].Target.Path, l.Relation, g.Units[g.Objects[l.Object].Unit].Target.Path)
				}
				if l.Relation == graph.Selects {
					selects++
				}
			}
		}
		if selects != n || len(g.Objects) != 3*n {
			t.Errorf("%d copies: %d objects, and %d workloads selected; want %d and %d", n, len(g.Objects), selects, 3*n, n)
		}
	}
}

func TestPartialEnvironments(t *testing.T) {
	t.Parallel()
	broken := plainUnit("b.yaml", "{")
	g := graph.Build([]render.Unit{plainUnit("a.yaml", workload), broken, overlay("o", workload)}, nil)
	for _, e := range g.Environments {
		if want := e.Name == ""; e.Partial != want {
			t.Errorf("environment %q: partial is %t, want %t", e.Name, e.Partial, want)
		}
	}
}

func TestViews(t *testing.T) {
	t.Parallel()
	const ingress = "---\n{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: i}, spec: {defaultBackend: {service: {name: web}}}}\n"
	const scaler = "---\n{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: h}, spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}}\n"
	for _, test := range []struct {
		name  string
		units []render.Unit
		want  []string
	}{
		{"a plain service selects the pods of each overlay", []render.Unit{
			plainUnit("s.yaml", service+ingress), overlay("o", workload), overlay("p", workload),
		}, []string{
			"Ingress i -routes_to-> Service web at .spec.defaultBackend.service",
			`Service web seen by "o" -selects-> Deployment web at .spec.selector`,
			`Service web seen by "p" -selects-> Deployment web at .spec.selector`,
		}},
		{"an overlay refers to what is plain", []render.Unit{
			plainUnit("s.yaml", service+"---"+workload), overlay("o", strings.TrimPrefix(ingress, "---\n")),
		}, []string{
			`Ingress i -routes_to-> Service web seen by "o" at .spec.defaultBackend.service`,
			`Service web -selects-> Deployment web at .spec.selector`,
			`Service web seen by "o" -selects-> Deployment web at .spec.selector`,
		}},
		{"an overlay's service selects plain pods", []render.Unit{
			plainUnit("d.yaml", workload), overlay("o", service),
		}, []string{`Service web -selects-> Deployment web seen by "o" at .spec.selector`}},
		{"what an overlay has itself replaces what is plain", []render.Unit{
			plainUnit("s.yaml", service+scaler+"---"+workload), overlay("o", service+"---"+workload),
		}, []string{
			"HorizontalPodAutoscaler h -scales-> Deployment web at .spec.scaleTargetRef",
			`HorizontalPodAutoscaler h seen by "o" -scales-> Deployment web at .spec.scaleTargetRef`,
			"Service web -selects-> Deployment web at .spec.selector",
			"Service web -selects-> Deployment web at .spec.selector",
		}},
		{"a plain reference is missing only where its target is", []render.Unit{
			plainUnit("h.yaml", strings.TrimPrefix(scaler, "---\n")), overlay("o", workload), overlay("p", service),
		}, []string{
			"HorizontalPodAutoscaler h -scales-> missing apps/Deployment default/web at .spec.scaleTargetRef",
			`HorizontalPodAutoscaler h seen by "o" -scales-> Deployment web at .spec.scaleTargetRef`,
		}},
		{"overlays do not see each other", []render.Unit{overlay("o", workload), overlay("p", service)}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			g := graph.Build(test.units, nil)
			if diff := cmp.Diff(test.want, links(t, g)); diff != "" {
				t.Errorf("links (-want +got):\n%s", diff)
			}
			checkClosed(t, g)
		})
	}
}

// checkClosed demands that no link leads from the clusters that an environment
// is in to another.
func checkClosed(t *testing.T, g *graph.Graph) {
	t.Helper()
	for i := range g.Objects {
		o := &g.Objects[i]
		scope := append([]int{o.Environment}, g.Environments[o.Environment].Sees...)
		for _, l := range o.Links {
			if !slices.Contains(scope, g.Objects[l.Object].Environment) {
				t.Errorf("%s links to %s, which it does not see", name(g, i), name(g, l.Object))
			}
		}
		for _, l := range o.LinkedBy {
			if !slices.Contains(scope, g.Objects[l.Object].Environment) {
				t.Errorf("%s is linked by %s, which it does not see", name(g, i), name(g, l.Object))
			}
		}
	}
}
