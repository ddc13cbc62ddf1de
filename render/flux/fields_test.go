package flux

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/gitops"
)

func TestMistakes(t *testing.T) {
	t.Parallel()
	u := newWorld(t, `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: apps
  namespace: flux-system
spec:
  path: 7
  suspend: "yes"
  patches: none
  images: [nginx]
  dependsOn: {name: x}
  components: [1]
  sourceRef: {kind: GitRepository, name: flux-system}
  postBuild:
    substitute:
      PORT: 80
      my-var: x
    substituteFrom:
      - {kind: Pod, name: x}
-- kustomization.yaml --
resources: [a.yaml]
-- a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: "a${PORT}"}
`).deploy("Kustomization", "apps")
	want := []string{
		"failure render-error env/flux.yaml:10: spec.images[0] must be a mapping, not a string",
		"failure render-error env/flux.yaml:12: spec.components[0] must be a string, not a number",
		"failure render-error env/flux.yaml:16: spec.postBuild.substitute.PORT must be a string, not a number",
		`failure render-error env/flux.yaml:17: "my-var" is no name for a variable, which stops the Kustomization flux-system/apps`,
		`failure render-error env/flux.yaml:19: variables come from a ConfigMap or a Secret, not from "Pod"`,
		"failure render-error env/flux.yaml:7: spec.path must be a string, not a number",
		"failure render-error env/flux.yaml:8: spec.suspend must be true or false, not a string",
		"failure render-error env/flux.yaml:9: spec.patches must be a list, not a string",
	}
	if diff := cmp.Diff(want, told(u)); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
	if got := u.Objects[0].Name(); got != "a${PORT}" {
		t.Errorf("the name is %q; a variable that cannot be read is unknown", got)
	}
}

// robust has every field that is read, so that each can have a wrong type.
const robust = `
-- env/a.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: a, namespace: flux-system}
spec:
  path: apps
  suspend: false
  ignoreMissingComponents: true
  targetNamespace: a
  namePrefix: a
  nameSuffix: a
  components: [x]
  buildMetadata: [originAnnotations]
  dependsOn: [{name: a, namespace: b}]
  kubeConfig: {secretRef: {name: x}, configMapRef: {name: x}}
  sourceRef: {kind: GitRepository, name: a, namespace: flux-system}
  commonMetadata: {labels: {a: b}, annotations: {a: b}}
  decryption: {provider: sops}
  patches: [{patch: a, target: {group: a, version: a, kind: a, name: a, namespace: a, labelSelector: a, annotationSelector: a}}]
  patchesStrategicMerge: [{a: b}]
  patchesJson6902: [{patch: [{op: a}], target: {kind: a}}]
  images: [{name: a, newName: a, newTag: a, digest: a}]
  postBuild:
    substituteStrategy: Always
    substitute: {A: b}
    substituteFrom: [{kind: ConfigMap, name: a, optional: true}]
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: b, namespace: flux-system}
spec:
  chart: {kind: HelmChart, spec: {chart: chart, version: a, valuesFile: a, valuesFiles: [a], ignoreMissingValuesFiles: true, url: a, ref: {tag: a}, sourceRef: {kind: GitRepository, name: a, namespace: flux-system}}}
  releaseName: a
  targetNamespace: a
  install: {crds: Create, skipCRDs: false, disableHooks: false}
  test: {enable: true}
  postRenderStrategy: combined
  postRenderers: [{kustomize: {patches: [{patch: a}], images: [{name: a}]}}]
  valuesFrom: [{kind: ConfigMap, name: a, valuesKey: a, targetPath: a, optional: true, literal: true}]
  values: {a: b}
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: c, namespace: flux-system}
spec:
  chartRef: {kind: HelmChart, name: a, namespace: flux-system}
---
apiVersion: helm.fluxcd.io/v1
kind: HelmRelease
metadata: {name: d, namespace: flux-system}
spec:
  chart: {git: a, ref: a, path: chart}
  skipCRDs: true
  valueFileSecrets: [{name: a}]
  valuesFrom: [{configMapKeyRef: {name: a, namespace: a, key: a}}, {secretKeyRef: {name: a}}, {chartFileRef: {path: a, optional: true}}, {externalSourceRef: {url: a}}]
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: e, namespace: flux-system}
spec: {path: x, sourceRef: {kind: ExternalArtifact, name: a}}
---
apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata: {name: a, namespace: flux-system}
spec:
  sources: [{alias: a, kind: GitRepository, name: a}]
  artifacts: [{name: a, copy: [{from: "@a/apps/**", to: "@artifact/x/"}]}]
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: a, namespace: flux-system}
spec: {url: "https://example.org/a", ignore: x, ref: {branch: a}}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmChart
metadata: {name: a, namespace: flux-system}
spec: {chart: chart, sourceRef: {kind: GitRepository, name: a}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: a, namespace: flux-system}
data: {a: b}
-- apps/a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: "${A}"}
-- chart/Chart.yaml --
`

// TestWrongTypes gives each field of each object a wrong type in turn.
func TestWrongTypes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, robust, func(o *Options) {
		o.Kustomize = fixed(objectsOf(t, "apps/a.yaml", "apiVersion: v1\nkind: Namespace\nmetadata: {name: '${A}'}\n"))
	})
	objects := objectsOf(t, "env/a.yaml", robustObjects())
	count := 0
	for i := range objects {
		spoil(objects[i].Body, func(body map[string]any) {
			changed := slices.Clone(objects)
			changed[i].Body = body
			environment := environmentOf(changed, true)
			for j, o := range changed {
				if !w.c.Deploys(o) || w.c.Deploys(objects[i]) && i != j {
					continue
				}
				outcome := w.c.Deploy(t.Context(), gitops.Deployment{Object: o, Environment: environment, Last: true})
				if len(outcome.Units) != 1 || outcome.Wait {
					t.Fatalf("Deploy of %s gives %+v", o.Name(), outcome)
				}
				count++
			}
			w.c.Check(environment)
		})
	}
	if count < 500 {
		t.Errorf("only %d deployments were tried", count)
	}
}

func robustObjects() string {
	_, text, _ := strings.Cut(robust, "-- env/a.yaml --\n")
	text, _, _ = strings.Cut(text, "-- apps/a.yaml --\n")
	return text
}

// spoil calls try with copies of a mapping in which one value each is of another
// type, all the way down; the group and kind stay.
func spoil(m map[string]any, try func(map[string]any)) {
	for key, value := range m {
		if key == "apiVersion" || key == "kind" && m["apiVersion"] != nil {
			continue
		}
		spoilValue(value, func(other any) {
			changed := maps.Clone(m)
			changed[key] = other
			try(changed)
		})
	}
}

func spoilValue(value any, try func(any)) {
	for _, other := range []any{nil, int64(7), "x", []any{nil, "x"}, map[string]any{"x": int64(1)}} {
		try(other)
	}
	switch value := value.(type) {
	case map[string]any:
		spoil(value, func(m map[string]any) { try(m) })
	case []any:
		for i := range value {
			spoilValue(value[i], func(other any) {
				changed := slices.Clone(value)
				changed[i] = other
				try(changed)
			})
		}
	}
}
