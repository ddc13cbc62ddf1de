package kustomize_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
)

// workloads are resources on which the fields of a kustomization show.
const workloads = `
-- k/all.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web}
spec:
  replicas: 1
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: nginx:1
        args: [$(HOST)]
        env:
        - name: A
          value: a
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
-- k/merge.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: web
        env:
        - {name: A, value: merged}
-- k/merge-later.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: web
        env:
        - {name: A, value: later}
---
$patch: delete
apiVersion: v1
kind: Service
metadata:
  name: web
-- k/json.yaml --
- op: replace
  path: /metadata/labels
  value: {json: patch}
- op: add
  path: /metadata/namespace
  value: json
`

// TestSameAsKrusty compares the text with what krusty prints for the same files
// on disk, in particular where fields are rewritten on the way.
func TestSameAsKrusty(t *testing.T) {
	t.Parallel()
	for name, kustomization := range map[string]string{
		"bases":                 "bases: [../base]\nresources: [all.yaml]\nnamePrefix: p-",
		"image tags":            "resources: [all.yaml]\nimageTags: [{name: nginx, newTag: '2'}]",
		"common labels":         "resources: [all.yaml]\ncommonLabels: {a: b}\nlabels:\n- pairs: {a: c, d: e}\n  includeTemplates: true",
		"merge patches":         "resources: [all.yaml]\npatches: [{path: merge-later.yaml}]\npatchesStrategicMerge:\n- merge.yaml\n- |-\n  apiVersion: v1\n  kind: Service\n  metadata: {name: web}\n  spec: {type: NodePort}",
		"JSON patches alone":    "resources: [all.yaml]\npatches: [{path: merge.yaml}]\npatchesJson6902:\n- path: json.yaml\n  target: {version: v1, kind: Service, name: web}",
		"JSON patches late":     "resources: [all.yaml]\nnamespace: ns\nnamePrefix: p-\ncommonLabels: {a: b}\npatchesJson6902:\n- path: json.yaml\n  target: {version: v1, kind: Service, name: p-web}\n- patch: '[{\"op\":\"add\",\"path\":\"/spec/replicas\",\"value\":7}]'\n  target: {group: apps, version: v1, kind: Deployment, name: web}",
		"JSON patches between":  "resources: [all.yaml]\nnamespace: ns\nreplicas: [{name: web, count: 3}]\npatchesJson6902:\n- patch: '[{\"op\":\"add\",\"path\":\"/spec/replicas\",\"value\":7}]'\n  target: {group: apps, version: v1, kind: Deployment, name: web}",
		"variables":             "resources: [all.yaml]\nnamePrefix: p-\nvars:\n- name: HOST\n  objref: {apiVersion: v1, kind: Service, name: web}",
		"origin annotations":    "resources: [all.yaml]\nbuildMetadata: [originAnnotations, transformerAnnotations, managedByLabel]\nnamePrefix: p-",
		"first in, first out":   "resources: [all.yaml]\nsortOptions: {order: fifo}\nconfigMapGenerator: [{name: a, literals: [a=b]}]",
		"anchors and merges":    "x: &x\n  a: b\nresources: [all.yaml]",
		"fields in any case":    "Resources: [all.yaml]\nNAMEPREFIX: p-",
		"generators merge":      "resources: [../base]\nconfigMapGenerator: [{name: base, behavior: merge, literals: [c=d]}]\ngeneratorOptions: {labels: {a: b}}",
		"replacements":          "resources: [all.yaml]\nreplacements:\n- source: {kind: Service, name: web, fieldPath: metadata.name}\n  targets:\n  - select: {kind: Deployment}\n    fieldPaths: ['spec.template.spec.containers.[name=web].image']\n    options: {delimiter: ':'}",
		"local config":          "resources: [all.yaml, ../base]\ncommonAnnotations: {config.kubernetes.io/local-config: 'true'}",
		"empty lists and nulls": "resources: [all.yaml]\npatches: []\nnamePrefix:\nlabels: []",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := unpack(t, "-- k/kustomization.yaml --\n"+kustomization+`
-- base/kustomization.yaml --
configMapGenerator: [{name: base, literals: [a=b]}]
`+workloads)
			if name == "anchors and merges" {
				dir = unpack(t, "-- k/kustomization.yaml --\ncommonLabels: &x {a: b}\ncommonAnnotations:\n  <<: *x\n  c: d\nresources: [all.yaml]\n"+workloads)
			}
			u := openDir(t, dir).Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: "k"})
			if diff := cmp.Diff(onDisk(t, filepath.Join(dir, "k")), text(t, u)); diff != "" {
				t.Errorf("(-krusty +got):\n%s\n%v", diff, u.Failures)
			}
		})
	}
}

// TestNoNoise is about the deprecated fields that are rewritten; it is not
// parallel because it looks at what other tests write as well.
func TestNoNoise(t *testing.T) {
	noise, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer noise.Close()
	stderr := os.Stderr
	os.Stderr = noise
	defer func() { os.Stderr = stderr }()

	u := renderText(t, `
-- k/kustomization.yaml --
bases: [../base]
resources: [all.yaml]
commonLabels: {a: b}
patchesStrategicMerge: [merge.yaml]
patchesJson6902:
- path: json.yaml
  target: {version: v1, kind: Service, name: web}
-- base/kustomization.yaml --
imageTags: [{name: nginx, newTag: '2'}]
commonLabels: {}
configMapGenerator: [{name: base, literals: [a=b]}]
`+workloads, "k")
	if len(u.Objects) != 3 || len(u.Failures) > 0 {
		t.Errorf("objects %v, failures %v", names(u), u.Failures)
	}
	if _, err := noise.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(noise)
	if err != nil || strings.TrimSpace(string(text)) != "" {
		t.Errorf("written to stderr: %s%v", text, err)
	}
}

// TestSchemas renders kustomizations with a schema of their own and others at
// the same time: kyaml has one schema for the whole process.
func TestSchemas(t *testing.T) {
	t.Parallel()
	const archive = `
-- own/kustomization.yaml --
openapi: {path: schema.json}
resources: [../thing]
patches: [{path: ../thing/patch.yaml}]
-- own/schema.json --
{"definitions": {"v1.Thing": {
  "properties": {"items": {"type": "array", "items": {"type": "object"},
    "x-kubernetes-patch-merge-key": "id", "x-kubernetes-patch-strategy": "merge"}},
  "x-kubernetes-group-version-kind": [{"group": "example.com", "kind": "Thing", "version": "v1"}]}}}
-- plain/kustomization.yaml --
resources: [../thing]
patches: [{path: ../thing/patch.yaml}]
-- broken/kustomization.yaml --
openapi: {path: schema.json}
resources: [../thing]
patches: [{path: ../thing/patch.yaml}]
-- broken/schema.json --
{"definitions": []
-- thing/kustomization.yaml --
resources: [thing.yaml]
-- thing/thing.yaml --
apiVersion: example.com/v1
kind: Thing
metadata:
  name: thing
items:
- id: a
- id: b
-- thing/patch.yaml --
apiVersion: example.com/v1
kind: Thing
metadata:
  name: thing
items:
- id: b
  patched: true
`
	r := openDir(t, unpack(t, archive))
	var group sync.WaitGroup
	for range 2 {
		for target, items := range map[string]int{"own": 2, "plain": 1, "broken": -1} {
			group.Go(func() {
				u := r.Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: target})
				if items < 0 {
					if len(u.Failures) != 1 || len(u.Objects) > 0 {
						t.Errorf("%s: failures %v", target, u.Failures)
					}
					return
				}
				if len(u.Objects) != 1 {
					t.Errorf("%s: %v", target, u.Failures)
					return
				}
				if got, _ := u.Objects[0].Body["items"].([]any); len(got) != items {
					t.Errorf("%s: items %v, want %d of them", target, got, items)
				}
			})
		}
	}
	group.Wait()
}
