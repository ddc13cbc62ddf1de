package kustomize_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

const requested = `
-- flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: app}
spec:
  targetNamespace: prod
  namePrefix: p-
  images:
    - name: web
      newTag: "2"
  patches:
    - target: {kind: Deployment}
      patch: |
        - op: replace
          path: /spec/replicas
          value: 3
-- app/kustomization.yaml --
resources: [web.yaml]
images:
  - {name: web, newTag: "1"}
-- app/web.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 1
  template:
    spec:
      containers:
        - name: web
          image: web
-- plain/a.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
-- broken/kustomization.yaml --
resources: [web.yaml, lost.yaml]
`

// request opens the fixture, and gives a request with the fields that the object
// of Flux has.
func request(t *testing.T) (*kustomize.Renderer, kustomize.Request) {
	t.Helper()
	tree, err := fsys.Open(unpack(t, requested))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	data, err := tree.ReadFile("flux.yaml")
	if err != nil {
		t.Fatal(err)
	}
	objects, _ := manifest.Parse("flux.yaml", data)[0].Objects()
	at, ok := objects[0].Place(manifest.Path{manifest.Key("spec")})
	if !ok {
		t.Fatal("the object has no spec")
	}
	return kustomize.New(tree, kustomize.Options{}), kustomize.Request{
		At: at, Names: map[string]string{"namespace": "targetNamespace"},
		Edit: func(k *types.Kustomization) {
			k.Namespace, k.NamePrefix = "prod", "p-"
			k.Images = []types.Image{{Name: "web", NewTag: "2"}}
			k.Patches = append(k.Patches, types.Patch{
				Patch:  "- op: replace\n  path: /spec/replicas\n  value: 3\n",
				Target: &types.Selector{},
			})
			k.Patches[len(k.Patches)-1].Target.Kind = "Deployment"
		},
	}
}

// placesOf tells of a unit's objects and of where some of their fields stand.
func placesOf(u render.Unit, fields ...string) string {
	var b strings.Builder
	for _, o := range u.Objects {
		fmt.Fprintf(&b, "%s %s/%s\n", o.Kind(), o.Namespace(), o.Name())
		for _, field := range fields {
			path := manifest.Path{}
			for _, key := range strings.Split(field, "/") {
				if key == "0" {
					path = append(path, manifest.Index(0))
				} else {
					path = append(path, manifest.Key(key))
				}
			}
			value, ok := manifest.Lookup(o.Body, path)
			if !ok {
				continue
			}
			at := o.Source.Trace(path)
			fmt.Fprintf(&b, "  %s: %v at %s:%d %s\n", field, value, at.File, at.Line, at.Precision)
		}
	}
	for _, p := range u.Failures {
		fmt.Fprintf(&b, "failure %s:%d %s\n", p.Location.File, p.Location.Line, p.Message)
	}
	return b.String()
}

func TestBuild(t *testing.T) {
	t.Parallel()
	fields := []string{"metadata/namespace", "metadata/name", "spec/replicas", "spec/template/spec/containers/0/image", "spec/template/spec/containers/0/name"}
	tests := []struct {
		name string
		edit func(t *testing.T, r *kustomize.Request)
		want string
	}{
		{"a directory with a kustomization", func(_ *testing.T, r *kustomize.Request) { r.Path = "app" }, `
Deployment prod/p-web
  metadata/namespace: prod at flux.yaml:5 exact
  metadata/name: p-web at flux.yaml:6 exact
  spec/replicas: 3 at flux.yaml:15 exact
  spec/template/spec/containers/0/image: web:2 at flux.yaml:9 exact
  spec/template/spec/containers/0/name: web at app/web.yaml:10 exact
`},
		{"a directory without one", func(_ *testing.T, r *kustomize.Request) {
			edit := r.Edit
			r.Path, r.New = "plain", true
			r.Edit = func(k *types.Kustomization) { edit(k); k.Resources = []string{"a.yaml"} }
		}, `
ConfigMap prod/p-a
  metadata/namespace: prod at flux.yaml:5 exact
  metadata/name: p-a at flux.yaml:6 exact
`},
		{"objects", func(t *testing.T, r *kustomize.Request) {
			objects, _ := manifest.Parse("app/web.yaml", []byte("apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 1\n"))[0].Objects()
			r.Objects = objects
			r.Edit = func(k *types.Kustomization) {
				k.Patches = []types.Patch{{Patch: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {replicas: 3}\n"}}
			}
		}, `
Deployment /web
  metadata/name: web at app/web.yaml:4 exact
  spec/replicas: 3 at flux.yaml:15 exact
`},
		{"what is missing", func(_ *testing.T, r *kustomize.Request) {
			r.Path, r.Edit = "broken", func(*types.Kustomization) {}
		}, `
failure broken/kustomization.yaml:1 "web.yaml" does not exist
failure broken/kustomization.yaml:1 "lost.yaml" does not exist
`},
		{"what is missing in a kustomization that is made", func(_ *testing.T, r *kustomize.Request) {
			r.Path, r.New = "plain", true
			r.Edit = func(k *types.Kustomization) { k.Resources = []string{"lost.yaml"} }
		}, `
failure flux.yaml:4 "lost.yaml" does not exist
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, req := request(t)
			test.edit(t, &req)
			got := placesOf(r.Build(context.Background(), req), fields...)
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
