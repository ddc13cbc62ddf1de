package render_test

import (
	"fmt"
	"testing"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

func BenchmarkDiscover(b *testing.B) {
	for _, c := range []struct {
		name string
		tree map[string]string
		want int
	}{
		{"plain-1000", plainTree(1000), 1000},
		{"plain-10000", plainTree(10000), 10000},
		{"overlays-200", overlayTree(20, 200), 200},
		{"charts-30", chartTree(30), 60},
	} {
		b.Run(c.name, func(b *testing.B) {
			tree, err := fsys.Open(write(b, c.tree))
			if err != nil {
				b.Fatal(err)
			}
			defer tree.Close()
			for b.Loop() {
				plan, err := render.Discover(b.Context(), tree, []string{"."})
				if err != nil || len(plan.Targets) != c.want {
					b.Fatalf("%d targets, error %v", len(plan.Targets), err)
				}
			}
		})
	}
}

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: app
spec:
  selector:
    matchLabels: {app: app}
  template:
    metadata:
      labels: {app: app}
    spec:
      containers:
        - name: app
          image: registry.example.com/app:1.2.3
`

func plainTree(files int) map[string]string {
	tree := map[string]string{}
	for i := range files {
		tree[fmt.Sprintf("team-%02d/app-%d.yaml", i/100, i)] = deployment
	}
	return tree
}

func overlayTree(bases, overlays int) map[string]string {
	tree := map[string]string{}
	for i := range bases {
		tree[fmt.Sprintf("base/app-%d/deployment.yaml", i)] = deployment
		tree[fmt.Sprintf("base/app-%d/kustomization.yaml", i)] = "resources:\n  - deployment.yaml\n"
	}
	for i := range overlays {
		dir := fmt.Sprintf("overlays/env-%d/app-%d", i/bases, i%bases)
		tree[dir+"/replicas.yaml"] = deployment
		tree[dir+"/kustomization.yaml"] = fmt.Sprintf(`apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: env-%d
resources:
  - ../../../base/app-%d
images:
  - name: registry.example.com/app
    newTag: 2.0.%d
patches:
  - path: replicas.yaml
`, i/bases, i%bases, i)
	}
	return tree
}

func chartTree(charts int) map[string]string {
	tree := map[string]string{}
	for i := range charts {
		dir := fmt.Sprintf("charts/web-%d", i)
		tree[dir+"/Chart.yaml"] = fmt.Sprintf("apiVersion: v2\nname: web-%d\nversion: 0.1.0\n", i)
		tree[dir+"/values.yaml"] = "replicas: 1\n"
		tree[dir+"/ci/prod-values.yaml"] = "replicas: 3\n"
		for _, name := range []string{"deployment", "service", "ingress", "hpa", "serviceaccount"} {
			tree[dir+"/templates/"+name+".yaml"] = "{{- if .Values.on }}\n" + deployment + "{{- end }}\n"
		}
	}
	return tree
}
