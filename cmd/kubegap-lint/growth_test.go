package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// TestGrowthIsLinear lints ten times as many manifests, and fixes a directory of them,
// and compares what is allocated, which does not depend on the machine: time follows
// it. A quadratic step anywhere would make the ratio approach a hundred.
func TestGrowthIsLinear(t *testing.T) {
	for _, tc := range []struct {
		name      string
		arguments []string
		oneFile   bool
		n         int
	}{
		{"JSON of many files", []string{"--format", "json", "."}, false, 100},
		{"text of one file", []string{"--format", "text", "."}, true, 100},
		{"markdown of one file", []string{"--format", "markdown", "."}, true, 100},
		{"fixes in many files", []string{"fix", "--dry-run", "apps"}, false, 30},
	} {
		t.Run(tc.name, func(t *testing.T) {
			small, large := allocated(t, tc.n, tc.arguments, tc.oneFile), allocated(t, 10*tc.n, tc.arguments, tc.oneFile)
			fixed := allocated(t, 1, tc.arguments, tc.oneFile)
			ratio := float64(large-fixed) / float64(small-fixed)
			if ratio > 13 {
				t.Errorf("ten times the manifests allocate %.1f times the memory (%d, %d and %d bytes)", ratio, fixed, small, large)
			}
		})
	}
}

// allocated gives the bytes that a run over n exposed workloads allocates, each in a
// file of its own or all in one.
func allocated(t *testing.T, n int, arguments []string, oneFile bool) uint64 {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "apps"), 0o755); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for i := range n {
		name := fmt.Sprintf("app-%04d.yaml", i)
		if oneFile {
			name = "apps.yaml"
		}
		texts[name] += fmt.Sprintf(exposed, i)
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, "apps", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	app, out := testApp(t, dir)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	code := app.Run(context.Background(), append(slices.Clone(arguments), "--root", dir))
	runtime.ReadMemStats(&after)
	if code != exitFindings {
		t.Fatalf("exit code %d: %s", code, out)
	}
	return after.TotalAlloc - before.TotalAlloc
}

const exposed = `---
apiVersion: v1
kind: Service
metadata: {name: app-%[1]d, namespace: team}
spec:
  type: LoadBalancer
  selector: {app: app-%[1]d}
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: app-%[1]d, namespace: team}
spec:
  replicas: 2
  selector:
    matchLabels: {app: app-%[1]d}
  template:
    metadata:
      labels: {app: app-%[1]d}
    spec:
      containers:
        - name: app
          image: registry.example/app:%[1]d
          ports: [{containerPort: 8080}]
`
