package kustomize_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/kustomize"
)

// everywhere has a remote entry in every place where kustomize fetches one, in
// each form that it knows.
const everywhere = `
-- k/kustomization.yaml --
Resources:
- SERVER/resource.yaml
- local.yaml
- me@work.yaml
- github.com/o/r
- GitHub.com:o/r
- git@example.com:o/r.git
- git::SERVER/o/r
- ssh://example.com/o/r
- file:///o/r.git
- example@example.com:o/r
- !!binary Z2l0QGV4YW1wbGUuY29tOm8veC5naXQ=
bases:
- https://example.com/o/r//base?ref=v1
components:
- github.com/o/component
configurations: [SERVER/configuration.yaml]
crds: [SERVER/crd.yaml]
openapi:
  path: SERVER/schema.json
patches:
- path: SERVER/patch.yaml
patchesStrategicMerge:
- SERVER/merge.yaml
patchesJson6902:
- path: SERVER/json.yaml
  target: {version: v1, kind: ConfigMap, name: local}
replacements:
- path: SERVER/replacement.yaml
configMapGenerator:
- name: map
  files:
  - SERVER/plain
  - key=SERVER/keyed
  - local.yaml
  envs:
  - SERVER/envs
  env: SERVER/env
secretGenerator:
- name: secret
  files: [SERVER/secret]
  literals: [url=SERVER]
generators:
- generator.yaml
- plugins
- |-
  apiVersion: builtin
  kind: SecretGenerator
  metadata: {name: inline}
  files: [key=SERVER/inline]
transformers:
- SERVER/transformer.yaml
- |-
  apiVersion: builtin
  kind: PatchTransformer
  metadata: {name: patch}
  PATH: SERVER/inline-patch.yaml
- |-
  apiVersion: builtin
  kind: AnnotationsTransformer
  metadata: {name: annotate}
  annotations: {url: SERVER}
  fieldSpecs: [{path: metadata/annotations, create: true}]
validators:
- github.com/o/validators
-- k/local.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: local
-- k/me@work.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: work
-- k/generator.yaml --
apiVersion: builtin
kind: ConfigMapGenerator
metadata:
  name: generated
envs: [SERVER/generator]
-- k/plugins/kustomization.yaml --
resources: [local.yaml]
patches:
- patch: '[{"op": "replace", "path": "/files/0", "value": "SERVER/patched"}]'
  target: {kind: ConfigMapGenerator}
-- k/plugins/local.yaml --
apiVersion: builtin
kind: ConfigMapGenerator
metadata:
  name: generated
files: [local.yaml]
---
apiVersion: builtin
kind: ConfigMapGenerator
metadata:
  name: hidden
  annotations: {config.kubernetes.io/local-config: "true"}
files: [local.yaml]
`

func TestNothingIsFetched(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("fetched %s", r.URL)
	}))
	defer server.Close()
	git := fakeGit(t)

	u := renderText(t, strings.ReplaceAll(everywhere, "SERVER", server.URL), "k")
	if _, err := os.Stat(git); err == nil {
		t.Error("git was started")
	}
	want := []string{"ConfigMap//local", "ConfigMap//map", "ConfigMap//work", "Secret//secret"}
	if diff := cmp.Diff(want, withoutHashes(names(u))); diff != "" {
		t.Errorf("objects (-want +got):\n%s", diff)
	}
	var got []string
	for _, p := range u.Skipped {
		got = append(got, strings.ReplaceAll(string(p.Reason)+" "+p.Location.String()+" "+p.Message, server.URL, "SERVER"))
	}
	wantSkipped := []string{
		`remote k/generator.yaml:2:1 "SERVER/generator" is remote; ConfigMapGenerator "generated" was left out`,
		`remote k/kustomization.yaml:2:3 "SERVER/resource.yaml" is remote; it was left out`,
		`remote k/kustomization.yaml:5:3 "github.com/o/r" is remote; it was left out`,
		`remote k/kustomization.yaml:6:3 "GitHub.com:o/r" is remote; it was left out`,
		`remote k/kustomization.yaml:7:3 "git@example.com:o/r.git" is remote; it was left out`,
		`remote k/kustomization.yaml:8:3 "git::SERVER/o/r" is remote; it was left out`,
		`remote k/kustomization.yaml:9:3 "ssh://example.com/o/r" is remote; it was left out`,
		`remote k/kustomization.yaml:10:3 "file:///o/r.git" is remote; it was left out`,
		`remote k/kustomization.yaml:11:3 "example@example.com:o/r" is remote; it was left out`,
		`remote k/kustomization.yaml:12:3 "git@example.com:o/x.git" is remote; it was left out`,
		`remote k/kustomization.yaml:14:3 "https://example.com/o/r//base?ref=v1" is remote; it was left out`,
		`remote k/kustomization.yaml:16:3 "github.com/o/component" is remote; it was left out`,
		`remote k/kustomization.yaml:17:18 "SERVER/configuration.yaml" is remote; it was left out`,
		`remote k/kustomization.yaml:18:8 "SERVER/crd.yaml" is remote; it was left out`,
		`remote k/kustomization.yaml:20:3 "SERVER/schema.json" is remote; it was left out`,
		`remote k/kustomization.yaml:22:3 "SERVER/patch.yaml" is remote; it was left out`,
		`remote k/kustomization.yaml:24:3 "SERVER/merge.yaml" is remote; it was left out`,
		`remote k/kustomization.yaml:26:3 "SERVER/json.yaml" is remote; it was left out`,
		`remote k/kustomization.yaml:29:3 "SERVER/replacement.yaml" is remote; it was left out`,
		`remote k/kustomization.yaml:33:5 "SERVER/plain" is remote; it was left out`,
		`remote k/kustomization.yaml:34:5 "SERVER/keyed" is remote; it was left out`,
		`remote k/kustomization.yaml:37:5 "SERVER/envs" is remote; it was left out`,
		`remote k/kustomization.yaml:38:3 "SERVER/env" is remote; it was left out`,
		`remote k/kustomization.yaml:41:11 "SERVER/secret" is remote; it was left out`,
		`remote k/kustomization.yaml:45:3 "SERVER/patched" is remote; ConfigMapGenerator "generated" was left out`,
		`remote k/kustomization.yaml:46:3 "key=SERVER/inline" is remote; SecretGenerator "inline" was left out`,
		`remote k/kustomization.yaml:52:3 "SERVER/transformer.yaml" is remote; it was left out`,
		`remote k/kustomization.yaml:53:3 "SERVER/inline-patch.yaml" is remote; PatchTransformer "patch" was left out`,
		`remote k/kustomization.yaml:65:3 "github.com/o/validators" is remote; it was left out`,
		`plugin k/plugins/local.yaml:8:1 ConfigMapGenerator "hidden" is local configuration in a directory of plugins; it was left out`,
	}
	if diff := cmp.Diff(wantSkipped, got); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	if !u.Partial || len(u.Failures) > 0 {
		t.Errorf("Partial %v, failures %v", u.Partial, u.Failures)
	}
	if diff := cmp.Diff(server.URL, u.Objects[0].Annotation("url")); diff != "" {
		t.Errorf("a URL that is data was touched (-want +got):\n%s", diff)
	}
}

// fakeGit puts a git on the PATH that leaves the file whose name is returned.
func fakeGit(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	trace := filepath.Join(dir, "started")
	script := "#!/bin/sh\ntouch " + trace + "\nexit 1\n"
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	return trace
}

// withoutHashes takes what follows the last dash off the names.
func withoutHashes(names []string) []string {
	var all []string
	for _, name := range names {
		if i := strings.LastIndex(name, "-"); i > 0 {
			name = name[:i]
		}
		all = append(all, name)
	}
	return all
}

func TestLeavingTheRepository(t *testing.T) {
	t.Parallel()
	dir := unpack(t, `
-- k/kustomization.yaml --
resources:
- ../../elsewhere
- /etc/hostname
- link.yaml
- loop.yaml
- inside.yaml
configMapGenerator:
- name: map
  files:
  - ../../../../../../etc/hostname
-- real.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: real
`)
	for link, target := range map[string]string{
		"link.yaml": "/etc/hostname", "loop.yaml": "loop.yaml", "inside.yaml": "../real.yaml",
	} {
		if err := os.Symlink(target, filepath.Join(dir, "k", link)); err != nil {
			t.Fatal(err)
		}
	}
	u := openDir(t, dir).Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: "k"})
	if diff := cmp.Diff([]string{"ConfigMap//map-6ct58987ht", "ConfigMap//real"}, names(u)); diff != "" {
		t.Errorf("objects (-want +got):\n%s", diff)
	}
	want := []string{
		`outside-repository k/kustomization.yaml:2:3 "../../elsewhere" leads out of the repository`,
		`outside-repository k/kustomization.yaml:3:3 "/etc/hostname" leads out of the repository`,
		`outside-repository k/kustomization.yaml:4:3 "link.yaml" leads out of the repository`,
		`outside-repository k/kustomization.yaml:10:5 "../../../../../../etc/hostname" leads out of the repository`,
	}
	if diff := cmp.Diff(want, problems(u.Skipped)); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
	want = []string{`unreadable k/kustomization.yaml:5:3 "loop.yaml" cannot be read: k/loop.yaml is in a loop of links`}
	if diff := cmp.Diff(want, problems(u.Failures)); diff != "" {
		t.Errorf("failures (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"k/inside.yaml", "k/kustomization.yaml", "real.yaml"}, u.Files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestVendored(t *testing.T) {
	t.Parallel()
	tree, err := fsys.Open(unpack(t, `
-- k/kustomization.yaml --
resources:
- https://example.com/o/r//base?ref=v1
- https://example.com/map.yaml
- https://example.com/other.yaml
-- vendor/base/kustomization.yaml --
configMapGenerator: [{name: base, literals: [a=b]}]
`+strings.ReplaceAll(configMap, "k/map.yaml", "vendor/map.yaml")))
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	r := kustomize.New(tree, kustomize.Options{Elsewhere: copies{
		"https://example.com/o/r//base?ref=v1": "vendor/base",
		"https://example.com/map.yaml":         "vendor/map.yaml",
	}})
	u := r.Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: "k"})
	if diff := cmp.Diff([]string{"ConfigMap//base-4h2mbtbbt6", "ConfigMap//map"}, names(u)); diff != "" {
		t.Errorf("objects (-want +got):\n%s", diff)
	}
	want := []string{`remote k/kustomization.yaml:4:3 "https://example.com/other.yaml" is remote; it was left out`}
	if diff := cmp.Diff(want, problems(u.Skipped)); diff != "" {
		t.Errorf("skipped (-want +got):\n%s", diff)
	}
}
