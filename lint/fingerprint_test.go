package lint_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// fingerprints gives those of the findings, sorted.
func fingerprints(findings []lint.Finding) []string {
	var list []string
	for _, f := range findings {
		list = append(list, f.Fingerprint)
	}
	slices.Sort(list)
	return list
}

// objecting finds fault with one container of each object: with c, or with the
// one that has the object's name, but for a prefix.
func objecting(t *testing.T, units ...render.Unit) []lint.Finding {
	t.Helper()
	violations := map[string][]lint.Violation{}
	for _, u := range units {
		for _, o := range u.Objects {
			containers := o.Body["spec"].(map[string]any)["containers"].([]any)
			index := slices.IndexFunc(containers, func(c any) bool {
				return c.(map[string]any)["name"] == "c" || strings.HasSuffix(o.Name(), c.(map[string]any)["name"].(string))
			})
			violations[o.Name()] = []lint.Violation{lifecycle(index, fmt.Sprintf("in %s at %d", o.Name(), index))}
		}
	}
	return run(t, units, nil, judge{violations: violations}, lint.Options{}).Findings
}

func TestFingerprintsStay(t *testing.T) {
	t.Parallel()
	web := manifest.Origin{File: "base/w.yaml", Name: "web"}
	job := manifest.Origin{File: "chart/templates/j.yaml", Name: "job-*"}
	made := func(file string, line int, origin manifest.Origin) traced {
		return traced{source: source{file, line}, origin: origin}
	}
	overlay := func(path string, objects ...manifest.Object) render.Unit {
		return unit(render.KindKustomize, path, "", objects...)
	}
	for _, test := range []struct {
		name          string
		before, after []render.Unit
	}{
		{
			"lines move",
			[]render.Unit{overlay("base", workload("Deployment", "web", made("base/w.yaml", 3, web), "c"))},
			[]render.Unit{overlay("base", workload("Deployment", "web", made("base/w.yaml", 30, web), "c"))},
		},
		{
			"containers are reordered",
			[]render.Unit{overlay("base", workload("Deployment", "web", made("base/w.yaml", 3, web), "c", "d"))},
			[]render.Unit{overlay("base", workload("Deployment", "web", made("base/w.yaml", 3, web), "d", "c"))},
		},
		{
			"overlays of a base are renamed",
			[]render.Unit{
				overlay("overlays/dev", workload("Deployment", "dev-web", made("base/w.yaml", 3, web), "c")),
				overlay("overlays/prod", workload("Deployment", "prod-web", made("base/w.yaml", 3, web), "c")),
			},
			[]render.Unit{
				overlay("overlays/a-prod", workload("Deployment", "prod-web", made("base/w.yaml", 3, web), "c")),
				overlay("overlays/dev", workload("Deployment", "dev-web", made("base/w.yaml", 3, web), "c")),
			},
		},
		{
			"an overlay is added",
			[]render.Unit{overlay("overlays/dev", workload("Deployment", "dev-web", made("base/w.yaml", 3, web), "c"))},
			[]render.Unit{
				overlay("overlays/dev", workload("Deployment", "dev-web", made("base/w.yaml", 3, web), "c")),
				overlay("overlays/a", workload("Deployment", "a-web", made("base/w.yaml", 3, web), "x", "c")),
			},
		},
		{
			"an overlay that brings it in is renamed",
			[]render.Unit{overlay("overlays/dev", workload("Deployment", "dev-web", made("overlays/dev/p.yaml", 3, web), "c"))},
			[]render.Unit{overlay("overlays/test", workload("Deployment", "dev-web", made("overlays/test/p.yaml", 3, web), "c"))},
		},
		{
			"overlays that share a component are renamed",
			[]render.Unit{
				overlay("overlays/dev", workload("Deployment", "dev-web", made("component/p.yaml", 3, web), "c")),
				overlay("overlays/prod", workload("Deployment", "prod-web", made("component/p.yaml", 3, web), "c")),
			},
			[]render.Unit{
				overlay("overlays/a-prod", workload("Deployment", "prod-web", made("component/p.yaml", 3, web), "c")),
				overlay("overlays/dev", workload("Deployment", "dev-web", made("component/p.yaml", 3, web), "c")),
			},
		},
		{
			"names are random",
			[]render.Unit{unit(render.KindHelm, "chart", "", workload("Job", "job-x7", made("chart/templates/j.yaml", 3, job), "job-x7", "d"))},
			[]render.Unit{unit(render.KindHelm, "chart", "", workload("Job", "job-q2", made("chart/templates/j.yaml", 3, job), "job-q2", "d"))},
		},
		{
			"names are random and have a prefix",
			[]render.Unit{overlay("overlays/dev", workload("Job", "dev-job-x7", made("chart/templates/j.yaml", 3, job), "job-x7", "d"))},
			[]render.Unit{overlay("overlays/dev", workload("Job", "dev-job-q2", made("chart/templates/j.yaml", 3, job), "job-q2", "d"))},
		},
		{
			"names are random, and values bring it in",
			[]render.Unit{unit(render.KindHelm, "chart", "", workload("Job", "job-x7", made("chart/values.yaml", 3, job), "c"))},
			[]render.Unit{unit(render.KindHelm, "chart", "", workload("Job", "job-q2", made("chart/values.yaml", 3, job), "c"))},
		},
		{
			"names of several objects are random, and only the file is known",
			[]render.Unit{unit(render.KindHelm, "chart", "", workload("Job", "a-x7", masked{"j.yaml", "a-*"}, "c"), workload("Job", "b-q2", masked{"j.yaml", "b-*"}, "c"))},
			[]render.Unit{unit(render.KindHelm, "chart", "", workload("Job", "a-y8", masked{"j.yaml", "a-*"}, "c"), workload("Job", "b-a1", masked{"j.yaml", "b-*"}, "c"))},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			before, after := fingerprints(objecting(t, test.before...)), fingerprints(objecting(t, test.after...))
			if diff := cmp.Diff(before, after); diff != "" || len(before) == 0 {
				t.Errorf("fingerprints change (-before +after):\n%s", diff)
			}
			for _, f := range before {
				if !regexp.MustCompile("^[0-9a-f]{32}$").MatchString(f) {
					t.Errorf("fingerprint is %q, want 32 hexadecimal digits", f)
				}
			}
		})
	}
}

func TestFingerprintsDiffer(t *testing.T) {
	t.Parallel()
	origin := manifest.Origin{File: "base/w.yaml", Namespace: "shop", Name: "web"}
	at := func(file string, line int) traced { return traced{source: source{file, line}, origin: origin} }
	one := func(path string, objects ...manifest.Object) []string {
		return fingerprints(objecting(t, unit(render.KindKustomize, path, "", objects...)))
	}
	all := slices.Concat(
		one("base", workload("Deployment", "web", at("base/w.yaml", 3), "c")),
		one("base", workload("StatefulSet", "web", at("base/w.yaml", 3), "c")),
		one("base", workload("Deployment", "web", at("base/w.yaml", 3), "web")),
		one("base", workload("Deployment", "web", source{"base/x.yaml", 3}, "c")),
		one("base", workload("Deployment", "api", source{"base/w.yaml", 3}, "c")),
		one("overlays/dev", workload("Deployment", "dev-web", at("overlays/dev/p.yaml", 3), "c")),
		one("overlays/prod", workload("Deployment", "prod-web", at("overlays/prod/p.yaml", 3), "c")),
		// The same object twice in a file.
		one("base", workload("Deployment", "web", at("base/w.yaml", 3), "c"), workload("Deployment", "web", at("base/w.yaml", 20), "c")),
	)
	slices.Sort(all)
	if len(all) != 9 || len(slices.Compact(all)) != 9 {
		t.Errorf("fingerprints are not unique: %q", all)
	}
}

// TestFingerprintsOfCopies: when one of two findings with the same identity is
// fixed, the alert of neither may pass for what is left.
func TestFingerprintsOfCopies(t *testing.T) {
	t.Parallel()
	origin := manifest.Origin{File: "base/w.yaml", Namespace: "shop", Name: "web"}
	overlay := func(name string) render.Unit {
		s := traced{source: source{"overlays/" + name + "/p.yaml", 3}, origin: origin}
		return unit(render.KindKustomize, "overlays/"+name, "", workload("Deployment", "web", s, "c"))
	}
	both := objecting(t, overlay("dev"), overlay("prod"))
	dev, prod := objecting(t, overlay("dev")), objecting(t, overlay("prod"))
	if len(both) != 2 || both[0].Fingerprint == both[1].Fingerprint {
		t.Fatalf("fingerprints of copies are %q, want two", fingerprints(both))
	}
	if dev[0].Fingerprint != prod[0].Fingerprint {
		t.Errorf("one overlay alone has the fingerprint %s, under another name %s", dev[0].Fingerprint, prod[0].Fingerprint)
	}
	if slices.Contains(fingerprints(both), dev[0].Fingerprint) {
		t.Errorf("one of the copies has the fingerprint of a finding without a copy")
	}
	third := objecting(t, overlay("dev"), overlay("prod"), overlay("a"))
	for _, f := range fingerprints(both) {
		if !slices.Contains(fingerprints(third), f) {
			t.Errorf("a third copy changes the fingerprint %s", f)
		}
	}
}
