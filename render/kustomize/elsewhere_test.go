package kustomize_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/wire"
)

// copies finds copies by entry, and charts by "repository name version".
type copies map[string]string

func (c copies) Base(entry string) (string, bool) {
	at, ok := c[entry]
	return at, ok
}

func (c copies) Chart(repository, name, version string) (string, bool) {
	at, ok := c[repository+" "+name+" "+version]
	return at, ok
}

// Remote entries are read from their copies, in bases that are copies themselves,
// too. The place of what is in the package of a chart is the entry that names it.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	dir := unpack(t, `
-- k/kustomization.yaml --
namePrefix: k-
resources:
- https://example.com/o/r//base?ref=v1
- https://example.com/other.yaml
- me@home.yaml
components:
- git@example.com:o/c.git
helmCharts:
- name: web
  repo: oci://ghcr.io/charts
  version: 1.x
  valuesInline: {v: inline}
- name: none
  repo: https://charts.example.com
-- k/me@home.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: home}
-- .kubegap/vendor/base/kustomization.yaml --
resources: [https://example.com/map.yaml]
-- .kubegap/vendor/map.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: map}
-- .kubegap/vendor/c/kustomization.yaml --
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
nameSuffix: -c
-- web/Chart.yaml --
apiVersion: v2
name: web
version: 1.0.0
-- web/templates/c.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: web}
data:
  v: {{ .Values.v }}
`)
	tarball := filepath.Join(dir, ".kubegap", "vendor", "web.tgz")
	if out, err := exec.Command("tar", "-C", dir, "-czf", tarball, "web").CombinedOutput(); err != nil {
		t.Skipf("no tar here: %v %s", err, out)
	}
	if err := os.RemoveAll(filepath.Join(dir, "web")); err != nil {
		t.Fatal(err)
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	r := kustomize.New(tree, kustomize.Options{Charts: wire.Charts{Renderer: helm.New(tree, helm.Options{})}, Elsewhere: copies{
		"https://example.com/o/r//base?ref=v1": ".kubegap/vendor/base",
		"https://example.com/map.yaml":         ".kubegap/vendor/map.yaml",
		"git@example.com:o/c.git":              ".kubegap/vendor/c",
		"oci://ghcr.io/charts web 1.x":         ".kubegap/vendor/web.tgz",
		"me@home.yaml":                         ".kubegap/vendor/map.yaml",
		"../k":                                 ".kubegap/vendor/map.yaml",
	}})
	u := r.Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: "k"})
	checkPlaces(t, dir, u)
	if diff := cmp.Diff([]string{"ConfigMap//k-home-c", "ConfigMap//k-map-c", "ConfigMap//k-web-c"}, names(u)); diff != "" {
		t.Errorf("objects (-want +got):\n%s", diff)
	}
	want := []string{
		`remote k/kustomization.yaml:4:3 "https://example.com/other.yaml" is remote; it was left out`,
		`remote k/kustomization.yaml:13:3 chart "none" of https://charts.example.com is remote; it was left out`,
	}
	if diff := cmp.Diff(want, problems(append(u.Failures, u.Skipped...))); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	for i, want := range map[int]string{1: ".kubegap/vendor/map.yaml:1", 2: "k/kustomization.yaml:"} {
		if at := u.Objects[i].Source.Trace(manifest.Path{manifest.Key("apiVersion")}).String(); !strings.HasPrefix(at, want) {
			t.Errorf("the place of object %d is %s, want %s", i, at, want)
		}
	}
	for _, file := range []string{".kubegap/vendor/base/kustomization.yaml", ".kubegap/vendor/map.yaml", ".kubegap/vendor/web.tgz"} {
		if !strings.Contains(strings.Join(u.Files, " "), file) {
			t.Errorf("%s is not among the files %q", file, u.Files)
		}
	}
}
