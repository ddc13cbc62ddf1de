package policies_test

import (
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/policies"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/plain"
)

const application = `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-N
  namespace: shop
  labels: {app.kubernetes.io/name: web-N}
spec:
  replicas: 2
  selector: {matchLabels: {app.kubernetes.io/name: web-N}}
  template:
    metadata: {labels: {app.kubernetes.io/name: web-N}}
    spec:
      containers:
        - name: app
          image: registry.example/team/web:1.2.3
          ports: [{name: http, containerPort: 8080}]
          env: [{name: LOG_LEVEL, value: info}]
          readinessProbe: {httpGet: {path: /healthz, port: http}}
          resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {memory: 256Mi}}
---
apiVersion: v1
kind: Service
metadata: {name: web-N, namespace: shop}
spec:
  selector: {app.kubernetes.io/name: web-N}
  ports: [{name: http, port: 80, targetPort: http}]
`

const ingress = `---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web-N
  namespace: shop
  annotations: {alb.ingress.kubernetes.io/target-type: ip}
spec:
  ingressClassName: alb
  rules:
    - host: web-N.example.com
      http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web-N, port: {name: http}}}}]}
`

// tree gives plain units with n objects in all: Deployments, each with its
// Service, and for every tenth an Ingress.
func tree(n int) []render.Unit {
	var units []render.Unit
	for count, i := 0, 0; count < n; i++ {
		text := application
		count += 2
		if i%10 == 0 {
			text += ingress
			count++
		}
		units = append(units, plain.FromBytes(fmt.Sprintf("apps/%d.yaml", i), []byte(strings.ReplaceAll(text, "N", strconv.Itoa(i)))))
	}
	return units
}

func library(b *testing.B) *policy.Library {
	l, err := policy.Open(policies.FS())
	if err != nil {
		b.Fatal(err)
	}
	return l
}

// processor gives the time that the process has spent on all processors.
func processor() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// measure runs a benchmark and reports the time that all processors spent.
func measure(b *testing.B, run func()) {
	b.ReportAllocs()
	start := processor()
	for b.Loop() {
		run()
	}
	b.ReportMetric(float64((processor()-start).Microseconds())/float64(b.N)/1000, "cpu-ms/op")
}

func BenchmarkLoad(b *testing.B) { measure(b, func() { library(b) }) }

// BenchmarkStart is what a run over one small file costs from the start: to
// load, parse and compile the policies.
func BenchmarkStart(b *testing.B) {
	units := tree(3)
	measure(b, func() {
		if _, err := lint.Run(b.Context(), units, nil, library(b), lint.Options{}); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkEvaluate(b *testing.B) {
	l := library(b)
	question := lint.Question{}
	for _, rule := range l.Rules() {
		question.Rules = append(question.Rules, rule.ID)
	}
	for _, n := range []int{10, 100, 1_000, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			g := graph.Build(tree(n), nil)
			measure(b, func() {
				if _, err := l.Judge(b.Context(), g, question); err != nil {
					b.Fatal(err)
				}
			})
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/object")
		})
	}
}
