package flux

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/gitops"
)

func TestGenerated(t *testing.T) {
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
  sourceRef:
    kind: GitRepository
    name: flux-system
-- .sourceignore --
# everything but what is deployed
*.tmp.yaml
/apps/drafts/*
!/apps/drafts/kept.yaml
-- apps/a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: a}
-- apps/b.yml --
apiVersion: v1
kind: Namespace
metadata: {name: b}
-- apps/empty.yaml --
# nothing yet
-- apps/c.json --
{}
-- apps/README.md --
-- apps/values.yaml --
replicas: 3
-- apps/x.tmp.yaml --
x
-- apps/drafts/d.yaml --
no: object
-- apps/drafts/kept.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: kept}
-- apps/sub/deeper/e.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: e}
-- apps/overlay/kustomization.yaml --
resources: [f.yaml]
-- apps/overlay/f.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: f}
-- apps/overlay/below/g.yaml --
`)
	outcome := w.c.Deploy(t.Context(), gitops.Deployment{Object: w.find("Kustomization", "apps"), Environment: w.environment, Last: true})
	req := w.kustomize.requests[0]
	want := []string{"a.yaml", "b.yml", "drafts/kept.yaml", "empty.yaml", "overlay", "sub/deeper/e.yaml"}
	if diff := cmp.Diff(want, req.Adds.Resources); diff != "" || !req.Generate {
		t.Errorf("unexpected resources, generate %v (-want +got):\n%s", req.Generate, diff)
	}
	wantCovers := []string{"apps/a.yaml", "apps/b.yml", "apps/drafts/kept.yaml", "apps/empty.yaml", "apps/overlay", "apps/sub/deeper/e.yaml"}
	if diff := cmp.Diff(wantCovers, outcome.Covers); diff != "" {
		t.Errorf("unexpected covers (-want +got):\n%s", diff)
	}
	problems := told(outcome.Units[0])
	if len(problems) != 1 || !strings.HasPrefix(problems[0], "failure not-a-manifest apps/values.yaml: it stops the Kustomization") {
		t.Errorf("the problems are %q, want one of values.yaml", problems)
	}
}
