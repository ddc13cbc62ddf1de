package helm_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// known finds charts by "repository name version".
type known map[string]string

func (k known) Chart(repository, name, version string) (string, bool) {
	at, ok := k[repository+" "+name+" "+version]
	return at, ok
}

// packageOf makes the package of a chart that prints its version and its value.
func packageOf(t *testing.T, name, version string) string {
	t.Helper()
	return string(packFiles(t, map[string][]byte{
		name + "/Chart.yaml":       fmt.Appendf(nil, "apiVersion: v2\nname: %s\nversion: %s\n", name, version),
		name + "/templates/c.yaml": fmt.Appendf(nil, "kind: C\napiVersion: v1\nmetadata: {name: %s-%s}\nvalue: {{ .Values.v }}\n", name, version),
		name + "/values.yaml":      []byte("v: default\n"),
	}))
}

// describeResult gives a line for each object and problem: where the value of an
// object stands, and what set it.
func describeResult(result helm.Result) []string {
	var lines []string
	for _, m := range result.Manifests {
		for _, o := range m.Objects {
			trace := o.Source.Trace(manifest.Path{manifest.Key("value")})
			line := o.Name() + " at " + trace.String()
			for _, hop := range trace.Via {
				line += " via " + hop.Location.String()
			}
			lines = append(lines, line)
		}
	}
	for _, list := range [][]render.Problem{result.Failures, result.Skipped} {
		for _, p := range list {
			lines = append(lines, string(p.Reason)+" "+p.Location.String()+" "+p.Message)
		}
	}
	return lines
}

func TestDependenciesElsewhere(t *testing.T) {
	t.Parallel()
	parent := "apiVersion: v2\nname: p\nversion: 0.1.0\ndependencies:\n- name: web\n  version: %s\n  repository: https://a\n"
	files := map[string]string{
		".kubegap/vendor/web-1.0.0.tgz":    packageOf(t, "web", "1.0.0"),
		".kubegap/vendor/web-1.5.0.tgz":    packageOf(t, "web", "1.5.0"),
		".kubegap/vendor/broken-1.0.0.tgz": "no package",
		"own/web/Chart.yaml":               "apiVersion: v2\nname: web\nversion: 1.9.0\n",
		"own/web/templates/c.yaml":         "kind: C\napiVersion: v1\nmetadata: {name: own}\nvalue: v\n",
	}
	chart := func(name, version string) {
		files[name+"/Chart.yaml"] = fmt.Sprintf(parent, version)
		files[name+"/values.yaml"] = "web:\n  v: parent\n"
	}
	chart("ranged", "1.x")
	chart("locked", "1.x")
	files["locked/Chart.lock"] = "dependencies:\n- {name: web, version: 1.0.0, repository: 'https://a'}\n"
	chart("unknown", "1.9.x")
	chart("misfit", "2.x")
	chart("broken", "3.x")
	chart("cached", "4.0.0")
	chart("cached-broken", "5.0.0")
	chart("cached-none", "6.0.0")
	cache := openFiles(t, map[string]string{"web-4.0.0.tgz": packageOf(t, "web", "4.0.0"), "web-5.0.0.tgz": "no package"})
	r := helm.New(openFiles(t, files), helm.Options{Cache: cache, Charts: known{
		"https://a web 1.x": ".kubegap/vendor/web-1.5.0.tgz", "https://a web 1.0.0": ".kubegap/vendor/web-1.0.0.tgz",
		"https://a web 2.x": ".kubegap/vendor/web-1.0.0.tgz", "https://a web 3.x": ".kubegap/vendor/broken-1.0.0.tgz",
		"https://a web 4.0.0": vendored.CachePrefix + "web-4.0.0.tgz", "https://a web 5.0.0": vendored.CachePrefix + "web-5.0.0.tgz",
		"https://a web 6.0.0": vendored.CachePrefix + "web-6.0.0.tgz",
	}})
	missing := func(at, version, why string) string {
		return "missing-dependency " + at + "/Chart.yaml:5:3 the dependency web " + version + " (" + why + ") is neither in charts/ nor elsewhere in the repository"
	}
	tests := map[string][]string{
		// A vendored chart wins over one of the same name that lies nearer.
		"ranged": {"web-1.5.0 at ranged/Chart.yaml:5:3 via ranged/values.yaml:2:3"},
		"locked": {"web-1.0.0 at locked/Chart.yaml:5:3 via locked/values.yaml:2:3"},
		// What nobody knows by its repository may still be here by its name.
		"unknown": {"own at own/web/templates/c.yaml:4:1"},
		"misfit":  {missing("misfit", "2.x", "the one in own/web has version 1.9.0")},
		"broken":  {missing("broken", "3.x", "the one in own/web has version 1.9.0")},
		// What lies in Helm's cache has no file in the repository.
		"cached":        {"web-4.0.0 at cached/Chart.yaml:5:3 via cached/values.yaml:2:3"},
		"cached-broken": {missing("cached-broken", "5.0.0", "the one in own/web has version 1.9.0")},
		"cached-none":   {missing("cached-none", "6.0.0", "the one in own/web has version 1.9.0")},
	}
	for name, want := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := r.Template(t.Context(), helm.Request{Chart: name})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, describeResult(result)); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			for _, file := range result.Files {
				if file == "web-4.0.0.tgz" || file == vendored.CachePrefix+"web-4.0.0.tgz" {
					t.Errorf("%s is none of the repository's files", file)
				}
			}
		})
	}
}

// The place of what is in a package is the one that names it, if that is known.
func TestNamedAt(t *testing.T) {
	t.Parallel()
	cache := openFiles(t, map[string]string{"web-1.0.0.tgz": packageOf(t, "web", "1.0.0"), "bad-1.0.0.tgz": "no package"})
	r := helm.New(openFiles(t, map[string]string{"web.tgz": packageOf(t, "web", "1.0.0")}), helm.Options{Cache: cache})
	at := manifest.Location{File: "release.yaml", Line: 7, Column: 5, EndLine: 7, EndColumn: 9, Precision: manifest.PrecisionExact}
	tests := map[string]struct {
		request helm.Request
		want    []string
	}{
		"package":             {helm.Request{Chart: "web.tgz"}, []string{"web-1.0.0 at web.tgz:1"}},
		"named package":       {helm.Request{Chart: "web.tgz", NamedAt: at}, []string{"web-1.0.0 at release.yaml:7:5"}},
		"in the cache":        {helm.Request{Chart: "helm-cache:web-1.0.0.tgz", NamedAt: at}, []string{"web-1.0.0 at release.yaml:7:5"}},
		"not in the cache":    {helm.Request{Chart: "helm-cache:none.tgz", NamedAt: at}, []string{"unreadable release.yaml:7:5 the package cannot be read: no such file or directory"}},
		"broken in the cache": {helm.Request{Chart: "helm-cache:bad-1.0.0.tgz", NamedAt: at}, []string{"unreadable release.yaml:7:5 the file is no gzip archive"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result, err := r.Template(t.Context(), test.request)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, describeResult(result)); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
		})
	}
}
