package policy_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/plain"
)

func BenchmarkInput(b *testing.B) {
	for _, n := range []int{10, 100, 1_000, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			var units []render.Unit
			for i := range n {
				units = append(units, plain.FromBytes(fmt.Sprintf("%d.yaml", i), fmt.Appendf(nil, `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web-%[1]d, labels: {app.kubernetes.io/name: web-%[1]d}}
spec:
  replicas: 2
  selector: {matchLabels: {app.kubernetes.io/name: web-%[1]d}}
  template:
    metadata: {labels: {app.kubernetes.io/name: web-%[1]d}}
    spec:
      containers:
        - name: app
          image: registry.example/team/web:1.2.3
          ports: [{name: http, containerPort: 8080}]
          readinessProbe: {httpGet: {path: /healthz, port: http}}
          resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {memory: 256Mi}}
`, i)))
			}
			g := graph.Build(units, nil)
			b.ReportAllocs()
			for b.Loop() {
				policy.Input(g, lint.Question{})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/object")
		})
	}
}
