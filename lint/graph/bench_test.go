package graph_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

// tree gives plain units with n objects in all: Deployments, each with its
// Service, and for every tenth an Ingress.
func tree(n int) []render.Unit {
	var units []render.Unit
	for count, i := 0, 0; count < n; i++ {
		text := fmt.Sprintf(`
{apiVersion: apps/v1, kind: Deployment, metadata: {name: web-%[1]d, namespace: ns-%[2]d}, spec: {replicas: 2, template: {
  metadata: {labels: {app: web-%[1]d, team: shop}}, spec: {containers: [{name: a, image: "registry.example/a:1", envFrom: [{configMapRef: {name: c}}]}]}}}}
---
{apiVersion: v1, kind: Service, metadata: {name: web-%[1]d, namespace: ns-%[2]d}, spec: {selector: {app: web-%[1]d, team: shop}, ports: [{port: 80}]}}
`, i, i%10)
		count += 2
		if i%10 == 0 && count < n {
			text += fmt.Sprintf("---\n{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: web-%[1]d, namespace: ns-%[2]d}, spec: {rules: [{http: {paths: [{backend: {service: {name: web-%[1]d}}}]}}]}}", i, i%10)
			count++
		}
		units = append(units, plainUnit(fmt.Sprintf("apps/%d.yaml", i), text))
	}
	return units
}

func BenchmarkGraph(b *testing.B) {
	for _, n := range []int{10, 100, 1_000, 10_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			units := tree(n)
			b.ReportAllocs()
			for b.Loop() {
				graph.Build(units, nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/object")
		})
	}
}

// BenchmarkGraphOverlays has overlays that all see the same plain manifests.
func BenchmarkGraphOverlays(b *testing.B) {
	for _, n := range []int{10, 100, 1_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			units := tree(1_000)
			for i := range n {
				text := strings.ReplaceAll("{apiVersion: apps/v1, kind: Deployment, metadata: {name: o-%, namespace: ns-1}, spec: {template: {metadata: {labels: {app: web-1, team: shop}}}}}", "%", strconv.Itoa(i))
				units = append(units, overlay(fmt.Sprintf("overlays/%d", i), text))
			}
			b.ReportAllocs()
			for b.Loop() {
				graph.Build(units, nil)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/overlay")
		})
	}
}
