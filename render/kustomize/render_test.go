package kustomize_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
)

func TestBody(t *testing.T) {
	t.Parallel()
	u := renderText(t, `
-- k/kustomization.yaml --
resources: [map.yaml]
-- k/map.yaml --
apiVersion: v1
kind: Thing
metadata:
  name: thing
spec:
  int: 1
  whole: 1.0
  float: 1.5
  exponent: 1e3
  big: 18446744073709551615
  bool: true
  old: yes
  "null": null
  text: "1"
  date: 2020-01-02
  anchor: &a {x: 1}
  alias: *a
  list: [1, [2]]
`, "k")
	if len(u.Objects) != 1 {
		t.Fatal(u.Failures)
	}
	want := map[string]any{
		"int": int64(1), "whole": int64(1), "float": 1.5, "exponent": int64(1000), "big": float64(18446744073709551615),
		"bool": true, "old": "yes", "null": nil, "text": "1", "date": "2020-01-02T00:00:00Z",
		"anchor": map[string]any{"x": int64(1)}, "alias": map[string]any{"x": int64(1)},
		"list": []any{int64(1), []any{int64(2)}},
	}
	if diff := cmp.Diff(want, u.Objects[0].Body["spec"]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestParallel renders everything in several goroutines; each result must be
// that of a renderer of its own.
func TestParallel(t *testing.T) {
	t.Parallel()
	dir := unpack(t, overlays(4, 16))
	shared := openDir(t, dir)
	want := map[string]string{}
	for _, target := range overlayDirs(4, 16) {
		want[target] = unitJSON(t, openDir(t, dir).Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: target}))
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for target := range want {
				u := shared.Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: target})
				if diff := cmp.Diff(want[target], unitJSON(t, u)); diff != "" {
					t.Errorf("%s (-alone +shared):\n%s", target, diff)
				}
			}
		})
	}
	group.Wait()
}

func unitJSON(t *testing.T, u render.Unit) string {
	t.Helper()
	var b strings.Builder
	for _, o := range u.Objects {
		data, err := json.Marshal(o.Body)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(&b, "%s %s\n", data, o.Source.Trace(nil))
	}
	fmt.Fprintln(&b, u.Failures, u.Skipped, u.Warnings, u.Files, u.Partial)
	return b.String()
}

func TestFiles(t *testing.T) {
	t.Parallel()
	u := renderText(t, overlays(1, 1), "overlays/env-00/app-00")
	want := []string{
		"base/app-00/deployment.yaml", "base/app-00/kustomization.yaml", "base/app-00/service.yaml",
		"components/hardening/kustomization.yaml",
		"overlays/env-00/app-00/kustomization.yaml", "overlays/env-00/app-00/replicas.yaml",
	}
	if diff := cmp.Diff(want, u.Files); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLayersWithoutEnd has bases that are used twice by each of the bases above
// them, which doubles the work with each level.
func TestLayersWithoutEnd(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 40 {
		for _, side := range []string{"a", "b"} {
			fmt.Fprintf(&b, "-- %s%d/kustomization.yaml --\nresources: [../a%d, ../b%d]\n", side, i, i+1, i+1)
		}
	}
	b.WriteString("-- a40/kustomization.yaml --\nnamePrefix: p\n-- b40/kustomization.yaml --\nnamePrefix: p\n")
	u := renderText(t, b.String(), "a0")
	want := []string{
		"too-large a27/kustomization.yaml:1:13 a28 stands for more than 5000 kustomizations",
	}
	if diff := cmp.Diff(want, problems(u.Failures)); diff != "" || len(u.Objects) > 0 {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUnreadable(t *testing.T) {
	t.Parallel()
	if os.Getuid() == 0 {
		t.Skip("root reads everything")
	}
	dir := unpack(t, "-- k/kustomization.yaml --\nresources: [map.yaml]\n"+configMap)
	if err := os.Chmod(filepath.Join(dir, "k/map.yaml"), 0); err != nil {
		t.Fatal(err)
	}
	u := openDir(t, dir).Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: "k"})
	want := []string{`unreadable k/kustomization.yaml:1:13 "map.yaml" cannot be read: permission denied`}
	if diff := cmp.Diff(want, problems(u.Failures)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNoSuchTarget(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"missing", "k/map.yaml", ".."} {
		u := renderText(t, "-- k/kustomization.yaml --\n"+configMap, target)
		if len(u.Failures) != 1 {
			t.Errorf("%s: failures %v", target, u.Failures)
		}
	}
}

// FuzzRender renders whatever text as a kustomization, and as its resource.
// Whatever comes out, everything that does not render must be listed.
func FuzzRender(f *testing.F) {
	for _, seed := range []string{
		everywhere, workloads, located, shop, hardening,
		"resources: [r.yaml]\r\ncommonLabels: &x {a: b}\r\ncommonAnnotations: *x\r\n",
		"\xef\xbb\xbfresources: [r.yaml]", "\xff\xfer\x00e\x00", "\t", "a: [", "resources: [.]", "resources: [../k]",
		"openapi: {path: r.yaml}\nresources: [r.yaml]", "crds: [r.yaml]",
		"patchesJson6902: [{path: r.yaml}]\nresources: [r.yaml]",
		"vars: [{name: A}]\nreplacements: [{}]\nresources: [r.yaml]",
	} {
		for _, part := range strings.Split(seed, "\n-- ") {
			f.Add(part, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
			f.Add("resources: [r.yaml]\n", part)
		}
	}
	f.Setenv("PATH", "")
	f.Fuzz(func(t *testing.T, kustomization, resource string) {
		dir := t.TempDir()
		for name, text := range map[string]string{"kustomization.yaml": kustomization, "r.yaml": resource} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		u := openDir(t, dir).Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: "."})
		if u.Partial && len(u.Failures)+len(u.Skipped) == 0 {
			t.Error("partial, and nothing tells why")
		}
		for _, o := range u.Objects {
			if at := o.Source.Trace(nil); at.File == "" {
				t.Errorf("%s %q has no place", o.Kind(), o.Name())
			}
		}
		for _, p := range append(u.Failures, u.Skipped...) {
			if strings.Contains(p.Message, dir) {
				t.Errorf("a path of this machine: %s", p.Message)
			}
		}
	})
}
