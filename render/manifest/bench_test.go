package manifest

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// smallManifest is a Deployment and a Service, 90 lines together.
func smallManifest() []byte {
	var env strings.Builder
	for i := range 12 {
		fmt.Fprintf(&env, "            - name: SETTING_%02d\n              value: \"value %d\"\n", i, i)
	}
	return []byte(`# The shop's front end.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  labels:
    app.kubernetes.io/name: web
    app.kubernetes.io/part-of: shop
spec:
  replicas: 3
  selector:
    matchLabels:
      app.kubernetes.io/name: web
  template:
    metadata:
      labels:
        app.kubernetes.io/name: web
      annotations:
        prometheus.io/scrape: "true"
    spec:
      terminationGracePeriodSeconds: 30
      containers:
        - name: web
          image: registry.example.com/shop/web:1.2.3
          args: ["--listen", ":8080", "--verbose"]
          ports:
            - name: http
              containerPort: 8080
          env:
` + env.String() + `          readinessProbe:
            httpGet:
              path: /healthz
              port: http
            periodSeconds: 5
          resources:
            requests:
              cpu: 100m
              memory: 128Mi
            limits:
              memory: 256Mi
          volumeMounts:
            - name: config
              mountPath: /etc/web
      volumes:
        - name: config
          configMap:
            name: web
---
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec:
  type: ClusterIP
  selector:
    app.kubernetes.io/name: web
  ports:
    - name: http
      port: 80
      targetPort: http
`)
}

// largeCRD is a CustomResourceDefinition of about 5 MB.
func largeCRD() []byte {
	var b bytes.Buffer
	b.WriteString("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: things.example.com\n" +
		"spec:\n  group: example.com\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        properties:\n")
	for i := 0; b.Len() < 5<<20; i++ {
		fmt.Fprintf(&b, `          field%d:
            description: |-
              Field %d does what its name says, and more than one
              line is needed to tell it.
            items:
              properties:
                name:
                  description: 'Name of the thing: any other name, as
                    long as it is a name.'
                  type: string
                weight:
                  description: Weight in the range 1-100, spread over
                    two lines.
                  format: int32
                  maximum: 100
                  type: integer
              required:
              - name
              type: object
            type: array
`, i, i)
	}
	return b.Bytes()
}

func BenchmarkParse(b *testing.B) {
	for _, input := range []struct {
		name string
		data []byte
	}{
		{"small", smallManifest()},
		{"crd-5MB", largeCRD()},
	} {
		b.Run(input.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(input.data)))
			for b.Loop() {
				Parse("bench.yaml", input.data)
			}
		})
	}
}

// BenchmarkParseReference is what yaml.v3 alone takes for the same input.
func BenchmarkParseReference(b *testing.B) {
	data := smallManifest()
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		for _, c := range split(string(data)) {
			var n yaml.Node
			if err := yaml.Unmarshal([]byte(c.text), &n); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkClassify(b *testing.B) {
	data := smallManifest()
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		Classify("bench.yaml", data)
	}
}

// BenchmarkLocate is the first question for a place, which reads the document
// again.
func BenchmarkLocate(b *testing.B) {
	data := smallManifest()
	path := Path{Key("spec"), Key("template"), Key("spec"), Key("containers"), Index(0), Key("image")}
	b.ReportAllocs()
	for b.Loop() {
		Parse("bench.yaml", data)[0].Locate(path)
	}
}

// BenchmarkMemory reports what 1,000 files of two objects hold in memory, as
// bytes per object, once with and once without positions.
func BenchmarkMemory(b *testing.B) {
	for _, positions := range []bool{false, true} {
		b.Run(fmt.Sprintf("positions=%v", positions), func(b *testing.B) {
			var held []*Document
			for b.Loop() {
				held = nil
				before := heap()
				for range 1000 {
					held = append(held, Parse("bench.yaml", smallManifest())...)
				}
				if positions {
					for _, d := range held {
						d.Node()
					}
				}
				b.ReportMetric(float64(heap()-before)/float64(len(held)), "B/object")
			}
			runtime.KeepAlive(held)
		})
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
