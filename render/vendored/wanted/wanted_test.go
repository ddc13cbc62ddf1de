package wanted_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored/wanted"
)

// repository unpacks a txtar archive into a tree.
func repository(t *testing.T, text string) *fsys.Tree {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(text)).Files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return tree
}

// lines gives each reference in one line.
func lines(references []wanted.Reference) []string {
	var all []string
	for _, r := range references {
		line := fmt.Sprintf("%s:%d %s", r.Location.File, r.Location.Line, r.What())
		if r.Tag {
			line += " (tag)"
		}
		if r.PlainHTTP {
			line += " (http)"
		}
		if r.Problem != "" {
			line += ": " + r.Problem
		}
		all = append(all, line)
	}
	return all
}

// allFiles lists the files of a tree.
func allFiles(t *testing.T, tree *fsys.Tree) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(tree.Dir(), func(path string, d fs.DirEntry, err error) error {
		if name, ok := tree.Rel(path); ok && err == nil && !d.IsDir() {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestInCharts(t *testing.T) {
	t.Parallel()
	tree := repository(t, `
-- new/Chart.yaml --
apiVersion: v2
name: new
version: 0.1.0
dependencies:
  - name: redis
    version: ^18.0.0
    repository: oci://registry-1.docker.io/bitnamicharts
  - {name: common, version: 1.x, repository: "https://charts.example.com/"}
  - {name: beside, version: 1.x, repository: "file://../beside"}
  - {name: bundled, version: 1.x, repository: "https://charts.example.com"}
  - {name: packed, version: 1.x, repository: "https://charts.example.com"}
  - {name: own, version: 1.x}
  - {name: any, repository: "alias:stable"}
  - {name: odd, version: 1.x, repository: "s3://bucket/charts"}
  - {name: open, version: "${VERSION}", repository: "https://charts.example.com"}
-- new/Chart.lock --
dependencies:
  - {name: common, version: 1.4.2, repository: "https://charts.example.com"}
  - {name: redis, version: 17.0.0, repository: oci://registry-1.docker.io/bitnamicharts}
-- new/charts/whatever/Chart.yaml --
apiVersion: v2
name: bundled
version: 9.0.0
dependencies:
  - {name: below, version: 2.0.0, repository: "https://charts.example.com"}
-- new/charts/packed-1.2.3-rc.1.tgz --
not read
-- old/Chart.yaml --
apiVersion: v1
name: old
version: 0.1.0
-- old/requirements.yaml --
dependencies:
  - name: mysql
    version: 1.6.x
    repository: "@stable"
`)
	want := []string{
		"new/Chart.yaml:5 chart redis ^18.0.0 of oci://registry-1.docker.io/bitnamicharts", // the lock file is out of date
		"new/Chart.yaml:8 chart common 1.4.2 of https://charts.example.com",
		"new/Chart.yaml:13 chart any * of @stable",
		"new/Chart.yaml:14 chart odd 1.x of s3://bucket/charts: no way is known to fetch from s3://bucket/charts",
		"new/Chart.yaml:15 chart open ${VERSION} of https://charts.example.com: it depends on ${VERSION}, which is not known here",
		"new/charts/whatever/Chart.yaml:5 chart below 2.0.0 of https://charts.example.com",
		"old/requirements.yaml:2 chart mysql 1.6.x of @stable",
	}
	if diff := cmp.Diff(want, lines(wanted.InFiles(tree, allFiles(t, tree)))); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
}

// A package without all of its dependencies needs them, too.
func TestInPackage(t *testing.T) {
	t.Parallel()
	tree := repository(t, "-- web-1.0.0.tgz --\n"+packed(t, map[string]string{
		"web/Chart.yaml":               "apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies:\n- {name: a, version: 1.x, repository: 'https://x.example'}\n- {name: b, version: 2.x, repository: 'https://x.example'}\n",
		"web/charts/a/Chart.yaml":      "apiVersion: v2\nname: a\nversion: 1.0.0\ndependencies:\n- {name: c, version: 3.x, repository: 'https://x.example'}\n",
		"web/charts/a/templates/a.yml": "",
	}))
	want := []string{
		"web-1.0.0.tgz:1 chart b 2.x of https://x.example",
		"web-1.0.0.tgz:1 chart c 3.x of https://x.example",
	}
	if diff := cmp.Diff(want, lines(wanted.InFiles(tree, allFiles(t, tree)))); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
}

func packed(t *testing.T, files map[string]string) string {
	t.Helper()
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	archive := tar.NewWriter(zipped)
	for _, name := range []string{"web/Chart.yaml", "web/charts/a/Chart.yaml", "web/charts/a/templates/a.yml"} {
		if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(files[name]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestInKustomizations(t *testing.T) {
	t.Parallel()
	tree := repository(t, `
-- k/kustomization.yaml --
resources:
  - ../base
  - github.com/org/repo/config?ref=v1
  - https://example.com/install.yaml
  - github.com/local/dir
  - oci://ghcr.io/org/artifact
components:
  - git@host.example:org/repo.git//c?ref=v1
bases: [ssh://git@host.example/org/repo//b]
crds:
  - https://example.com/crd.json
patches:
  - path: https://example.com/patch.yaml
  - patch: |-
      - op: remove
        path: https://example.com/no
openapi:
  path: https://example.com/schema.json
configMapGenerator:
  - name: dashboards
    files:
      - one.json=https://example.com/one.json
      - two.json
generators:
  - charts.yaml
  - |-
    apiVersion: builtin
    kind: HelmChartInflationGenerator
    metadata: {name: c}
    name: inline
    repo: https://charts.example.com
helmGlobals: {chartHome: ../home}
helmCharts:
  - name: redis
    repo: oci://ghcr.io/charts
    version: 1.2.3
  - name: here
    repo: https://charts.example.com
    version: 1.0.0
  - name: pulled
    repo: https://charts.example.com
    version: 1.0.0
  - name: latest
    repo: https://charts.example.com/
helmChartInflationGenerator:
  - chartName: old
    chartRepoUrl: https://charts.example.com
    chartVersion: 0.1.0
-- k/github.com/local/dir/kustomization.yaml --
-- k/charts.yaml --
apiVersion: builtin
kind: HelmChartInflationGenerator
metadata: {name: c}
name: explicit
repo: https://charts.example.com
version: 2.0.0
-- home/here/Chart.yaml --
-- home/pulled-1.0.0/pulled/Chart.yaml --
-- flux/kustomization.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
resources: [https://example.com/none.yaml]
`)
	want := []string{
		"k/charts.yaml:4 chart explicit 2.0.0 of https://charts.example.com",
		"k/kustomization.yaml:3 github.com/org/repo/config?ref=v1",
		"k/kustomization.yaml:4 https://example.com/install.yaml",
		"k/kustomization.yaml:6 oci://ghcr.io/org/artifact: kustomize knows no way to fetch it",
		"k/kustomization.yaml:8 git@host.example:org/repo.git//c?ref=v1",
		"k/kustomization.yaml:9 ssh://git@host.example/org/repo//b",
		"k/kustomization.yaml:11 https://example.com/crd.json",
		"k/kustomization.yaml:13 https://example.com/patch.yaml",
		"k/kustomization.yaml:18 https://example.com/schema.json",
		"k/kustomization.yaml:22 https://example.com/one.json",
		"k/kustomization.yaml:26 chart inline * of https://charts.example.com",
		"k/kustomization.yaml:34 chart redis 1.2.3 of oci://ghcr.io/charts",
		"k/kustomization.yaml:43 chart latest * of https://charts.example.com",
		"k/kustomization.yaml:46 chart old 0.1.0 of https://charts.example.com",
	}
	if diff := cmp.Diff(want, lines(wanted.InFiles(tree, allFiles(t, tree)))); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
}

func TestInObjects(t *testing.T) {
	t.Parallel()
	text := `
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: bitnami, namespace: flux-system}
spec: {url: "https://charts.bitnami.com/bitnami"}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: local, namespace: apps}
spec: {url: "oci://localhost:5000/charts", type: oci, insecure: true}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: podinfo, namespace: apps}
spec: {url: "oci://ghcr.io/stefanprodan/charts/podinfo", ref: {semver: 6.x}}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: plain, namespace: apps}
spec: {url: "oci://ghcr.io/org/plain"}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmChart
metadata: {name: chart, namespace: apps}
spec: {chart: web, version: 1.0.0, sourceRef: {kind: HelmRepository, name: local}}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: a, namespace: apps}
spec:
  chart:
    spec:
      chart: redis
      version: ">=18.0.0"
      sourceRef: {kind: HelmRepository, name: bitnami, namespace: flux-system}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: b, namespace: elsewhere}
spec:
  chart: {spec: {chart: web, sourceRef: {kind: HelmRepository, name: local}}}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: c, namespace: apps}
spec: {chartRef: {kind: OCIRepository, name: podinfo}}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: d, namespace: apps}
spec: {chartRef: {kind: OCIRepository, name: plain}}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: e, namespace: apps}
spec: {chartRef: {kind: HelmChart, name: chart}}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: f, namespace: apps}
spec: {chartRef: {kind: OCIRepository, name: none}}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: g, namespace: apps}
spec: {chart: {spec: {chart: web, version: 1.0.0, sourceRef: {kind: HelmRepository, name: none}}}}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: h, namespace: apps}
spec: {chart: {spec: {chart: ./charts/web, sourceRef: {kind: GitRepository, name: flux-system}}}}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: i, namespace: apps}
spec: {chart: {spec: {chart: web, version: "${version}", sourceRef: {kind: HelmRepository, name: local}}}}
---
apiVersion: helm.fluxcd.io/v1
kind: HelmRelease
metadata: {name: j, namespace: apps}
spec: {chart: {repository: "https://charts.example.com/", name: old, version: 1.0.0}}
---
apiVersion: helm.fluxcd.io/v1
kind: HelmRelease
metadata: {name: k, namespace: apps}
spec: {chart: {git: "https://github.com/org/repo", ref: main, path: charts/web}}
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: l, namespace: argocd}
spec:
  source: {repoURL: registry-1.docker.io/bitnamicharts, chart: redis, targetRevision: 18.x}
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: m, namespace: argocd}
spec:
  sources:
    - {repoURL: "https://charts.example.com", chart: web, targetRevision: 1.0.0}
    - {repoURL: "https://github.com/org/repo", path: deploy, targetRevision: main}
---
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: n, namespace: argocd}
spec:
  template:
    spec:
      source: {repoURL: "https://charts.example.com", chart: web, targetRevision: "{{version}}"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: o}
data: {repoURL: "https://charts.example.com", chart: web}
`
	var objects []manifest.Object
	for _, doc := range manifest.Parse("o.yaml", []byte(text)) {
		found, _ := doc.Objects()
		objects = append(objects, found...)
	}
	line := func(after string) int {
		at := strings.Index(text, after)
		if at < 0 {
			t.Fatalf("no %q in the text", after)
		}
		return strings.Count(text[:at], "\n") + 1
	}
	at := func(mark, rest string) string { return fmt.Sprintf("o.yaml:%d %s", line(mark), rest) }
	want := []string{
		at("spec: {chart: web, version: 1.0.0, source", "chart web 1.0.0 of oci://localhost:5000/charts (http)"),
		at("chart: redis\n", "chart redis >=18.0.0 of https://charts.bitnami.com/bitnami"),
		// The namespace is not that of the source, which may be set elsewhere.
		at("chart: {spec: {chart: web, sourceRef: {kind: HelmRepository, name: local}}}", "chart web * of oci://localhost:5000/charts (http)"),
		at("spec: {chartRef: {kind: OCIRepository, name: podinfo", "chart podinfo 6.x of oci://ghcr.io/stefanprodan/charts"),
		at("spec: {chartRef: {kind: OCIRepository, name: plain", "chart plain latest of oci://ghcr.io/org (tag)"),
		at("spec: {chartRef: {kind: OCIRepository, name: none", "chart: OCIRepository none is not in the repository"),
		at("spec: {chart: {spec: {chart: web, version: 1.0.0, sourceRef: {kind: HelmRepository, name: none", "chart web 1.0.0: HelmRepository none is not in the repository"),
		at(`spec: {chart: {spec: {chart: web, version: "${version}"`, "chart web ${version} of oci://localhost:5000/charts (http): it depends on ${version}, which is not known here"),
		at("spec: {chart: {repository:", "chart old 1.0.0 of https://charts.example.com"),
		at("source: {repoURL: registry-1", "chart redis 18.x of oci://registry-1.docker.io/bitnamicharts"),
		at("- {repoURL:", "chart web 1.0.0 of https://charts.example.com"),
		at(`source: {repoURL: "https://charts.example.com", chart: web, targetRevision: "{{`, "chart web {{version}} of https://charts.example.com: it depends on {{version}}, which is not known here"),
	}
	if diff := cmp.Diff(want, lines(wanted.InObjects(objects))); diff != "" {
		t.Errorf("references (-want +got):\n%s", diff)
	}
}
