package flux

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWaits(t *testing.T) {
	t.Parallel()
	const archive = `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: vars, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: flux-system}
  postBuild:
    substituteFrom:
      - kind: ConfigMap
        name: settings
      - kind: Secret
        name: secrets
        optional: true
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ready, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: flux-system}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: source, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: other}
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: artifact, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: ExternalArtifact, name: other}
-- apps/kustomization.yaml --
resources: [a.yaml]
-- apps/a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: "${NAME:=a}"}
`
	w := newWorld(t, archive)
	for name, want := range map[string]bool{"vars": true, "ready": false, "source": true, "artifact": true} {
		if got := w.waits("Kustomization", name); got != want {
			t.Errorf("%s waits: %v, want %v", name, got, want)
		}
	}
	u := w.deploy("Kustomization", "vars")
	want := []string{
		"skipped missing-value env/flux.yaml:9: the variables of the ConfigMap settings are not known, since nothing here makes it",
		"warning missing-value env/flux.yaml:11: the variables of the Secret secrets are not known, since nothing here makes it",
	}
	if diff := cmp.Diff(want, told(u)); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
	if got := u.Objects[0].Name(); got != "${NAME:=a}" {
		t.Errorf("the name is %q, want it unknown", got)
	}
}

func TestStrategies(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, post, want string }{
		{"without postBuild", "", "${NAME:=a}"},
		{"without variables", "postBuild: {substitute: {}}", "${NAME:=a}"},
		{"always", "postBuild: {substituteStrategy: Always}", "a"},
		{"with another variable", "postBuild: {substitute: {X: z}}", "a"},
		{"with the variable", "postBuild: {substitute: {NAME: b}}", "b"},
		{"line breaks go", `postBuild: {substitute: {NAME: "b\nc\n"}}`, "bc"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			u := newWorld(t, `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  sourceRef: {kind: GitRepository, name: flux-system}
  path: apps
  `+test.post+`
-- apps/kustomization.yaml --
resources: [a.yaml]
-- apps/a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: "${NAME:=a}"}
`).deploy("Kustomization", "apps")
			if got := u.Objects[0].Name(); got != test.want {
				t.Errorf("the name is %q, want %q", got, test.want)
			}
		})
	}
}

func TestSubstitutionFails(t *testing.T) {
	t.Parallel()
	u := newWorld(t, `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  sourceRef: {kind: GitRepository, name: flux-system}
  path: apps
  postBuild: {substitute: {X: z, BAD: "a: b: c"}}
-- apps/kustomization.yaml --
resources: [a.yaml]
-- apps/a.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: script}
data:
  fine: ${X}
  run: echo ${array[0]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: "bad"}
data:
  a: ${BAD}
`).deploy("Kustomization", "apps")
	want := []string{
		"failure render-error apps/a.yaml:6: variables cannot be substituted in the ConfigMap script: missing closing brace",
		"failure render-error apps/a.yaml:9: variables cannot be substituted in the ConfigMap bad: read what comes out: yaml: line 3: mapping values are not allowed in this context",
	}
	if diff := cmp.Diff(want, told(u)); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
	for _, o := range u.Objects {
		if got := o.Body["data"].(map[string]any)["fine"]; o.Name() == "script" && got != "${X}" {
			t.Errorf("the value is %q, want the object as it was", got)
		}
	}
}
