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
	}
	if diff := cmp.Diff(want, told(u)); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
	if got := u.Objects[0].Name(); got != "${NAME:=a}" {
		t.Errorf("the name is %q, want it unknown", got)
	}
}

// What is optional and absent is not there, unless something else is missing.
func TestOptional(t *testing.T) {
	t.Parallel()
	const archive = `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: flux-system}
  postBuild:
    substitute: {REGION: eu}
    substituteFrom:
      - {kind: Secret, name: secrets, optional: true}
-- apps/kustomization.yaml --
resources: [a.yaml]
-- apps/a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: "${NAME:=a}-${REGION}"}
`
	tests := []struct {
		name     string
		complete bool
		object   string
		problems []string
	}{
		{"all is known", true, "a-eu", nil},
		{"something is missing", false, "${NAME:=a}-eu", []string{
			"skipped missing-value env/flux.yaml:10: the variables of the Secret secrets are not known, since nothing here makes it",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, archive)
			w.environment = environmentOf(w.objects, test.complete)
			u := w.deploy("Kustomization", "apps")
			if got := u.Objects[0].Name(); got != test.object {
				t.Errorf("the name is %q, want %q", got, test.object)
			}
			if diff := cmp.Diff(test.problems, told(u)); diff != "" {
				t.Errorf("unexpected problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNoName(t *testing.T) {
	t.Parallel()
	u := newWorld(t, `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  sourceRef: {kind: GitRepository, name: flux-system}
  path: apps
  postBuild: {substitute: {NUMBER: "7", HIDDEN: "ENC[AES256_GCM,data:x]", UNUSED: "ENC[AES256_GCM,data:y]"}}
-- apps/kustomization.yaml --
resources: [a.yaml]
-- apps/a.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: ${NAME}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: "${NAME:=fine}"
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: ${NUMBER}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: ${HIDDEN}
`).deploy("Kustomization", "apps")
	want := []string{
		"failure render-error apps/a.yaml:14: 7, which is no text, is left for a name of the ConfigMap ${NUMBER} once variables are substituted, so it cannot be deployed",
		"failure render-error apps/a.yaml:4: no name is left of the ConfigMap ${NAME} once variables are substituted, so it cannot be deployed",
		"skipped missing-value env/flux.yaml:7: variables that are encrypted or no text are not known: HIDDEN",
	}
	if diff := cmp.Diff(want, told(u)); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
	var names []string
	for _, o := range u.Objects {
		names = append(names, o.Name())
	}
	if diff := cmp.Diff([]string{"${HIDDEN}", "fine"}, names); diff != "" {
		t.Errorf("unexpected objects (-want +got):\n%s", diff)
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
