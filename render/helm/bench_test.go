package helm_test

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"testing"

	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
)

// BenchmarkRender loads and renders charts, each time with a new renderer.
func BenchmarkRender(b *testing.B) {
	b.Run("create", func(b *testing.B) { benchmarkCharts(b, 1, false) })
	b.Run("subchart", func(b *testing.B) { benchmarkCharts(b, 1, true) })
	b.Run("30", func(b *testing.B) { benchmarkCharts(b, 30, false) })
}

func benchmarkCharts(b *testing.B, count int, subchart bool) {
	dir := b.TempDir()
	var targets []render.Target
	for i := range count {
		name := fmt.Sprintf("chart-%02d", i)
		create(b, dir, name)
		if subchart {
			create(b, filepath.Join(dir, name, "charts"), "below")
		}
		targets = append(targets, render.Target{Kind: render.KindHelm, Path: name})
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		r := helm.New(tree, helm.Options{})
		for _, target := range targets {
			if unit := r.Render(b.Context(), target); len(unit.Objects) == 0 {
				b.Fatal(unit.Failures)
			}
		}
	}
}

// create writes the chart that helm create writes.
func create(tb testing.TB, dir, name string) {
	tb.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		tb.Fatal(err)
	}
	if _, err := chartutil.Create(name, dir); err != nil {
		tb.Fatal(err)
	}
}

// TestMain silences Helm's libraries, which write to the standard logger.
func TestMain(m *testing.M) {
	log.SetOutput(io.Discard)
	os.Exit(m.Run())
}
