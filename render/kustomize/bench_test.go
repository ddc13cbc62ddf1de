package kustomize_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/kubegap/kubegap-lint/render"
)

// BenchmarkRender renders one overlay with a patch over a base that is known
// already, as all overlays but the first find it.
func BenchmarkRender(b *testing.B) {
	r := openDir(b, unpack(b, overlays(1, 1)))
	for b.Loop() {
		renderAll(b, r, overlayDirs(1, 1))
	}
}

// BenchmarkRender200 renders 200 overlays on 20 bases in two goroutines, with
// nothing read before.
func BenchmarkRender200(b *testing.B) {
	dir := unpack(b, overlays(20, 200))
	for b.Loop() {
		renderAll(b, openDir(b, dir), overlayDirs(20, 200))
	}
}

func renderAll(b *testing.B, r render.Renderer, dirs []string) {
	var group sync.WaitGroup
	for part := range 2 {
		group.Go(func() {
			for i := part; i < len(dirs); i += 2 {
				u := r.Render(b.Context(), render.Target{Kind: render.KindKustomize, Path: dirs[i]})
				if len(u.Objects) != 2 || u.Partial {
					b.Errorf("%s: %d objects, %v %v", dirs[i], len(u.Objects), u.Failures, u.Skipped)
				}
			}
		})
	}
	group.Wait()
}

func overlayDirs(bases, overlays int) []string {
	var dirs []string
	for o := range overlays {
		dirs = append(dirs, fmt.Sprintf("overlays/env-%02d/app-%02d", o/bases, o%bases))
	}
	return dirs
}

// overlays gives a repository in which overlays change the namespace, the
// image and the replicas of bases with two objects; every fourth one has a
// component with a JSON patch.
func overlays(bases, overlays int) string {
	var b strings.Builder
	for i := range bases {
		fmt.Fprintf(&b, strings.ReplaceAll(base, "app-NN", "app-%02[1]d"), i)
	}
	b.WriteString(hardening)
	for i, dir := range overlayDirs(bases, overlays) {
		component := ""
		if i%4 == 0 {
			component = "components:\n- ../../../components/hardening\n"
		}
		fmt.Fprintf(&b, strings.NewReplacer("app-NN", "app-%02[1]d", "DIR", dir).Replace(overlay), i%bases, i, component)
	}
	return b.String()
}

const base = `-- base/app-NN/kustomization.yaml --
resources:
- deployment.yaml
- service.yaml
-- base/app-NN/deployment.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-NN
spec:
  replicas: 2
  selector:
    matchLabels: {app: app-NN}
  template:
    metadata:
      labels: {app: app-NN}
    spec:
      containers:
      - name: app
        image: registry.example.com/app-NN:1.2.3
        ports:
        - name: http
          containerPort: 8080
        env:
        - name: LOG_LEVEL
          value: info
        readinessProbe:
          httpGet: {path: /healthz, port: http}
        resources:
          requests: {cpu: 100m, memory: 128Mi}
          limits: {memory: 256Mi}
-- base/app-NN/service.yaml --
apiVersion: v1
kind: Service
metadata:
  name: app-NN
spec:
  selector: {app: app-NN}
  ports:
  - name: http
    port: 80
    targetPort: http
`

const hardening = `-- components/hardening/kustomization.yaml --
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
patches:
- target:
    kind: Deployment
  patch: |-
    - op: add
      path: /spec/template/spec/automountServiceAccountToken
      value: false
`

const overlay = `-- DIR/kustomization.yaml --
namespace: env
resources:
- ../../../base/app-NN
%[3]simages:
- name: registry.example.com/app-NN
  newTag: 2.0.%[2]d
patches:
- path: replicas.yaml
-- DIR/replicas.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-NN
spec:
  replicas: 5
`
