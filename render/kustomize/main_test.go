package kustomize_test

import (
	"context"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
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

// charts renders charts with the real Helm renderer.
type charts struct{ helm *helm.Renderer }

func (c charts) Template(ctx context.Context, r kustomize.ChartRequest) (kustomize.ChartResult, error) {
	result, err := c.helm.Template(ctx, helm.Request{
		Chart:        r.Chart,
		ReleaseName:  r.ReleaseName,
		NameTemplate: r.NameTemplate,
		Namespace:    r.Namespace,
		ValueFiles:   r.ValueFiles,
		Values:       r.Values,
		IncludeCRDs:  r.IncludeCRDs,
		SkipHooks:    r.SkipHooks,
		SkipTests:    r.SkipTests,
		KubeVersion:  r.KubeVersion,
		APIVersions:  r.APIVersions,
	})
	return kustomize.ChartResult{
		Text:     result.Text,
		Failures: result.Failures,
		Skipped:  result.Skipped,
		Warnings: result.Warnings,
		Files:    result.Files,
		Partial:  result.Partial,
	}, err
}

func openDir(t testing.TB, dir string) *kustomize.Renderer {
	t.Helper()
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return kustomize.New(tree, kustomize.Options{Charts: charts{helm.New(tree, helm.Options{})}})
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
	r := openDir(t, unpack(t, archive))
	return r.Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: target})
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
