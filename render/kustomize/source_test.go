package kustomize_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

const located = `
-- overlay/kustomization.yaml --
namePrefix: p-
namespace: shop
resources:
- ../base
patches:
- path: replicas.yaml
- target: {kind: Deployment, name: w.b}
  patch: |-
    - op: add
      path: /spec/template/spec/hostNetwork
      value: true
    - op: replace
      path: /spec/template/spec/containers/0/image
      value: web:3
configMapGenerator:
- name: settings
  files:
  - app.yaml
  - renamed=notes.txt
  literals:
  - LITERAL=1
  envs: [vars.env]
-- overlay/replicas.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 5
  template:
    spec:
      containers:
      - name: sidecar
        image: sidecar:1
      - name: web
        env:
        - name: ADDED
          value: "1"
-- overlay/app.yaml --
server:
  port: 80
-- overlay/notes.txt --
one
two: [
-- overlay/vars.env --
# comment
VARIABLE=x
-- base/kustomization.yaml --
resources:
- all.yaml
patches:
- patch: |-
    apiVersion: v1
    kind: Service
    metadata:
      name: web
    spec:
      type: NodePort
-- base/all.yaml --
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    replicas: 1
    template:
      spec:
        containers:
        - name: web
          image: web:1
          env:
          - name: FIRST
            value: "0"
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  ports:
  - port: 80
`

func TestLocate(t *testing.T) {
	t.Parallel()
	u := renderText(t, located, "overlay")
	if len(u.Failures)+len(u.Skipped) > 0 {
		t.Fatal(u.Failures, u.Skipped)
	}
	for _, test := range []struct {
		object string
		path   []any
		want   string
	}{
		{"Deployment/shop/p-web", []any{"spec", "replicas"}, "overlay/replicas.yaml:6:3 exact"},
		{"Deployment/shop/p-web", []any{"spec", "template", "spec", "hostNetwork"}, "overlay/kustomization.yaml:11:7 exact"},
		{"Deployment/shop/p-web", []any{"spec", "template", "spec", "containers", 0, "image"}, "overlay/kustomization.yaml:14:7 exact"},
		{"Deployment/shop/p-web", []any{"spec", "template", "spec", "containers", 1, "image"}, "base/all.yaml:14:11 exact"},
		{"Deployment/shop/p-web", []any{"spec", "template", "spec", "containers", 1, "env", 0, "value"}, "overlay/replicas.yaml:15:11 exact"},
		{"Deployment/shop/p-web", []any{"spec", "template", "spec", "containers", 1, "env", 1, "value"}, "base/all.yaml:17:13 exact"},
		{"Deployment/shop/p-web", []any{"spec", "template", "spec"}, "base/all.yaml:11:7 exact"},
		{"Deployment/shop/p-web", []any{"spec", "template", "spec", "terminationGracePeriodSeconds"}, "base/all.yaml:11:7 nearby"},
		{"Deployment/shop/p-web", []any{"metadata", "name"}, "overlay/kustomization.yaml:1:1 exact"},
		{"Deployment/shop/p-web", nil, "base/all.yaml:5:3 exact"},
		{"Service/shop/p-web", []any{"spec", "type"}, "base/kustomization.yaml:10:7 exact"},
		{"Service/shop/p-web", []any{"spec", "ports", 0, "port"}, "base/all.yaml:25:5 exact"},
		{"Service/shop/p-web", []any{"spec", "selector"}, "base/all.yaml:23:1 nearby"},
		{"ConfigMap/shop/p-settings-76k66bgb58", []any{"data", "app.yaml", "server", "port"}, "overlay/app.yaml:2:3 exact"},
		{"ConfigMap/shop/p-settings-76k66bgb58", []any{"data", "app.yaml"}, "overlay/app.yaml:1 nearby"},
		{"ConfigMap/shop/p-settings-76k66bgb58", []any{"data", "renamed", 1}, "overlay/notes.txt:2 exact"},
		{"ConfigMap/shop/p-settings-76k66bgb58", []any{"data", "LITERAL"}, "overlay/kustomization.yaml:21:5 exact"},
		{"ConfigMap/shop/p-settings-76k66bgb58", []any{"data", "VARIABLE"}, "overlay/vars.env:2 exact"},
		{"ConfigMap/shop/p-settings-76k66bgb58", []any{"data", "missing"}, "overlay/kustomization.yaml:16:3 nearby"},
		{"ConfigMap/shop/p-settings-76k66bgb58", []any{"metadata", "name"}, "overlay/kustomization.yaml:1:1 exact"},
	} {
		path, err := manifest.PathOf(test.path...)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(test.object+path.String(), func(t *testing.T) {
			t.Parallel()
			at := object(t, u, test.object).Source.Trace(path)
			if got := at.String() + " " + at.Precision.String(); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func object(t *testing.T, u render.Unit, name string) manifest.Object {
	t.Helper()
	for i, n := range names(u) {
		if n == name {
			return u.Objects[i]
		}
	}
	t.Fatalf("no %s among %v", name, names(u))
	return manifest.Object{}
}

// TestOrigins tells objects of the same kind apart by what happens to their
// names and namespaces, and finds others by what is left of their names.
func TestOrigins(t *testing.T) {
	t.Parallel()
	u := renderText(t, `
-- k/kustomization.yaml --
sortOptions: {order: fifo}
namePrefix: top-
resources:
- ../b
- ../a
- renamed.yaml
transformers:
- |-
  apiVersion: builtin
  kind: PrefixTransformer
  metadata: {name: ignored}
  prefix: explicit-
  fieldSpecs: [{kind: Secret, path: metadata/name}]
-- k/renamed.yaml --
apiVersion: v1
kind: Secret
metadata:
  name: secret
-- a/kustomization.yaml --
nameSuffix: -a
resources: [map.yaml]
-- a/map.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: map
  namespace: one
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: map
  namespace: two
-- b/kustomization.yaml --
nameSuffix: -b
namespace: three
resources: [map.yaml]
-- b/map.yaml --
kind: ConfigMap
apiVersion: v1
metadata:
  name: map
`, "k")
	want := []string{
		"ConfigMap/three/top-map-b b/map.yaml:1:1",
		"ConfigMap/one/top-map-a a/map.yaml:2:1",
		"ConfigMap/two/top-map-a a/map.yaml:8:1",
		"Secret//explicit-top-secret k/renamed.yaml:2:1",
	}
	var got []string
	for i, name := range names(u) {
		got = append(got, name+" "+u.Objects[i].Source.Trace(nil).String())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
