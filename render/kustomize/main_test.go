package kustomize_test

import (
	"bytes"
	"io"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/wire"
)

// TestMain does what every program that uses the package does: krusty's
// warnings are not for the user.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	if null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		os.Stderr = null
	}
	os.Exit(m.Run())
}

func openDir(t testing.TB, dir string) *kustomize.Renderer {
	t.Helper()
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return kustomize.New(tree, kustomize.Options{Charts: wire.Charts{Renderer: helm.New(tree, helm.Options{})}})
}

// unpack writes a txtar archive to a new directory.
func unpack(t testing.TB, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// renderText renders the directory target of a repository given as txtar.
func renderText(t testing.TB, archive, target string) render.Unit {
	t.Helper()
	dir := unpack(t, archive)
	u := openDir(t, dir).Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: target})
	checkPlaces(t, dir, u)
	return u
}

// checkPlaces traces all values of a unit: whatever the repository is like, places
// must be in its files.
func checkPlaces(t testing.TB, dir string, u render.Unit) {
	t.Helper()
	for i, o := range u.Objects {
		eachLeaf(o.Body, nil, func(path manifest.Path, _ any) {
			trace := o.Source.Trace(append(path, manifest.Key("absent")))
			hops := append(trace.Via, manifest.Hop{Location: trace.Location})
			hops = append(hops, manifest.Hop{Location: o.Source.Trace(path).Location})
			for _, hop := range hops {
				data, err := os.ReadFile(filepath.Join(dir, hop.Location.File))
				if err != nil || hop.Location.Line > bytes.Count(data, []byte("\n"))+1 {
					t.Errorf("%s %s is at %s, which is not there", names(u)[i], path, hop.Location)
				}
			}
		})
	}
}

// eachLeaf visits the values that are neither mappings nor sequences with
// something in them.
func eachLeaf(value any, path manifest.Path, visit func(manifest.Path, any)) {
	switch v := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			eachLeaf(v[key], append(path[:len(path):len(path)], manifest.Key(key)), visit)
		}
		if len(v) > 0 {
			return
		}
	case []any:
		for i := range v {
			eachLeaf(v[i], append(path[:len(path):len(path)], manifest.Index(i)), visit)
		}
		if len(v) > 0 {
			return
		}
	}
	visit(path, value)
}

// names gives kind/namespace/name of the objects, in order.
func names(u render.Unit) []string {
	var all []string
	for _, o := range u.Objects {
		all = append(all, strings.Join([]string{o.Kind(), o.Namespace(), o.Name()}, "/"))
	}
	return all
}

// problems gives reason, place and message of problems, one a line.
func problems(list []render.Problem) []string {
	var all []string
	for _, p := range list {
		all = append(all, string(p.Reason)+" "+p.Location.String()+" "+p.Message)
	}
	return all
}
