package flux

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

const substitution = `
-- env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: apps
  namespace: flux-system
spec:
  path: ./apps
  sourceRef:
    kind: GitRepository
    name: flux-system
  postBuild:
    substitute:
      APP: web
    substituteFrom:
      - kind: ConfigMap
        name: settings
      - kind: Secret
        name: secrets
-- env/settings.yaml --
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: flux-system
data:
  APP: overridden
  REPLICAS: "3"
-- env/secrets.yaml --
apiVersion: v1
kind: Secret
metadata:
  name: secrets
  namespace: flux-system
data:
  PLAIN: cGxhaW4K
  TOKEN: ENC[AES256_GCM,data:abc,iv:x,tag:y,type:str]
stringData:
  HOST: example.org
  DOMAIN: ENC[AES256_GCM,data:abc,iv:x,tag:y,type:str]
sops:
  version: 3.9.0
-- apps/kustomization.yaml --
resources:
  - app.yaml
-- apps/app.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${APP}
  labels:
    plain: ${PLAIN}
    host: ${HOST}
    domain: ${DOMAIN}
    token: x-${TOKEN:-none}
    nobody: ${NOBODY:-set}
spec:
  replicas: ${REPLICAS}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: script
  annotations:
    kustomize.toolkit.fluxcd.io/substitute: disabled
data:
  run: echo ${APP}
`

func TestSubstitution(t *testing.T) {
	t.Parallel()
	u := newWorld(t, substitution).deploy("Kustomization", "apps")
	want := []string{"skipped missing-value env/flux.yaml:18: variables that are encrypted or no text are not known: DOMAIN, TOKEN"}
	if diff := cmp.Diff(want, told(u)); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
	deployment := u.Objects[1].Body
	wantBody := map[string]any{
		"name": "web",
		"labels": map[string]any{
			"plain": "plain", "host": "example.org", "domain": "${DOMAIN}", "token": "x-${TOKEN:-none}", "nobody": "set",
		},
	}
	if diff := cmp.Diff(wantBody, deployment["metadata"]); diff != "" {
		t.Errorf("unexpected metadata (-want +got):\n%s", diff)
	}
	if got := deployment["spec"].(map[string]any)["replicas"]; got != int64(3) {
		t.Errorf("replicas are %#v, want 3", got)
	}
	if got := u.Objects[0].Body["data"].(map[string]any)["run"]; got != "echo ${APP}" {
		t.Errorf("the object with the annotation has %q, want it unchanged", got)
	}
}

func TestSubstitutedPlaces(t *testing.T) {
	t.Parallel()
	u := newWorld(t, substitution).deploy("Kustomization", "apps")
	tests := []struct {
		path      manifest.Path
		at        string
		variables []string
	}{
		{manifest.Path{manifest.Key("metadata"), manifest.Key("name")}, "apps/app.yaml:4", []string{"APP is set here: env/flux.yaml:13"}},
		{manifest.Path{manifest.Key("spec"), manifest.Key("replicas")}, "apps/app.yaml:12", []string{"REPLICAS is set here: env/settings.yaml:8"}},
		{manifest.Path{manifest.Key("metadata"), manifest.Key("labels"), manifest.Key("nobody")}, "apps/app.yaml:10", nil},
		{manifest.Path{manifest.Key("kind")}, "apps/app.yaml:2", nil},
	}
	for _, test := range tests {
		t.Run(test.path.String(), func(t *testing.T) {
			t.Parallel()
			trace := u.Objects[1].Source.Trace(test.path)
			trace.Column = 0
			if got := trace.String(); got != test.at {
				t.Errorf("the place is %s, want %s", got, test.at)
			}
			var hops []string
			for _, hop := range trace.Via {
				hop.Location.Column = 0
				hops = append(hops, hop.Message+": "+hop.Location.String())
			}
			if diff := cmp.Diff(test.variables, hops); diff != "" {
				t.Errorf("unexpected hops (-want +got):\n%s", diff)
			}
		})
	}
	if got := u.Objects[1].Source.Origin().Name; got != "${APP}" {
		t.Errorf("the origin has the name %q, want that of the file", got)
	}
}
