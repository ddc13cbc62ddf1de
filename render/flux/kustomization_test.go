package flux

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

func TestKustomizationUnit(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: apps
  namespace: flux-system
spec:
  path: ./apps
  suspend: true
  dependsOn:
    - name: infra
    - name: crds
      namespace: base
  kubeConfig:
    secretRef:
      name: remote
  sourceRef:
    kind: GitRepository
    name: flux-system
-- apps/kustomization.yaml --
resources: [a.yaml]
-- apps/a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: a}
`)
	u := w.deploy("Kustomization", "apps")
	want := render.Unit{
		Target:      render.Target{Kind: render.KindFlux, Path: "apps", Variant: "prod/remote: Kustomization flux-system/apps"},
		Environment: "prod/remote",
		Deployer: render.Deployer{
			APIVersion: "kustomize.toolkit.fluxcd.io/v1", Kind: "Kustomization", Namespace: "flux-system", Name: "apps",
			Location:  w.find("Kustomization", "apps").Source.Trace(nil).Location,
			DependsOn: []string{"base/crds", "flux-system/infra"},
		},
		Files: []string{"apps/a.yaml", "apps/kustomization.yaml", "env/flux.yaml"},
		Apart: []string{"apps/a.yaml"},
	}
	told := told(u)
	u.Objects, u.Warnings = nil, nil
	if diff := cmp.Diff(want, u); diff != "" {
		t.Errorf("unexpected unit (-want +got):\n%s", diff)
	}
	wantTold := []string{"warning render-error env/flux.yaml:8: it is suspended, so the cluster keeps what was deployed before"}
	if diff := cmp.Diff(wantTold, told); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
}

func TestCommonMetadataAndDecryption(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  sourceRef: {kind: GitRepository, name: flux-system}
  path: apps
  commonMetadata:
    labels:
      team: a
    annotations:
      owner: ${TEAM}
  decryption:
    provider: sops
  postBuild: {substitute: {TEAM: b}}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: undecrypted, namespace: flux-system}
spec:
  sourceRef: {kind: GitRepository, name: flux-system}
  path: apps
-- apps/kustomization.yaml --
resources: [a.yaml]
-- apps/a.yaml --
apiVersion: v1
kind: Secret
metadata:
  name: s
  labels:
    team: z
    app: x
stringData:
  password: ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]
sops:
  version: 3.9.0
`)
	u := w.deploy("Kustomization", "apps")
	want := map[string]any{
		"apiVersion": "v1", "kind": "Secret",
		"metadata": map[string]any{
			"name":        "s",
			"labels":      map[string]any{"team": "a", "app": "x"},
			"annotations": map[string]any{"owner": "${TEAM}"},
		},
		"stringData": map[string]any{"password": "ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]"},
	}
	if diff := cmp.Diff(want, u.Objects[0].Body); diff != "" {
		t.Errorf("unexpected object (-want +got):\n%s", diff)
	}
	for key, want := range map[string]string{"team": "env/flux.yaml:9", "app": "apps/a.yaml:7"} {
		at := u.Objects[0].Source.Trace(manifest.Path{manifest.Key("metadata"), manifest.Key("labels"), manifest.Key(key)}).Location
		at.Column = 0
		if got := at.String(); got != want {
			t.Errorf("the label %s is at %s, want %s", key, got, want)
		}
	}
	if got := told(u); got != nil {
		t.Errorf("problems about what nothing needs: %q", got)
	}
	u = w.deploy("Kustomization", "undecrypted")
	wantTold := []string{"warning render-error apps/a.yaml:10: it is encrypted with SOPS, and the Kustomization flux-system/undecrypted has no decryption"}
	if diff := cmp.Diff(wantTold, told(u)); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
}

func TestNothingRenders(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: prose, namespace: flux-system}
spec:
  sourceRef: {kind: GitRepository, name: flux-system}
  path: ./prose
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: json, namespace: flux-system}
spec:
  sourceRef: {kind: GitRepository, name: flux-system}
  path: ./json
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: broken, namespace: flux-system}
spec:
  sourceRef: {kind: GitRepository, name: flux-system}
  path: ./broken
-- prose/README.md --
-- json/a.json --
{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a"}}
-- broken/a.yaml --
a: [
`)
	for name, want := range map[string][]string{
		"prose":  {"skipped empty env/flux.yaml:6: prose renders nothing"},
		"json":   {"skipped empty env/flux.yaml:13: json renders nothing"},
		"broken": {"failure not-a-manifest broken/a.yaml: it stops the Kustomization, which takes every YAML file of its directory for objects: "},
	} {
		u := w.deploy("Kustomization", name)
		got := told(u)
		if len(got) != 1 || !strings.HasPrefix(got[0], want[0]) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		if u.Partial != (name == "broken") {
			t.Errorf("%s: partial is %v", name, u.Partial)
		}
	}
}
