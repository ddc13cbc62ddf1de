package plain_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/plain"
)

// BenchmarkRenderPlain renders files with two objects each from disk.
func BenchmarkRenderPlain(b *testing.B) {
	const text = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:\n  replicas: 2\n  template:\n    spec:\n" +
		"      containers:\n      - name: a\n        image: registry.example.com/a:1\n        ports:\n        - containerPort: 80\n" +
		"---\napiVersion: v1\nkind: Service\nmetadata:\n  name: a\nspec:\n  selector:\n    app: a\n  ports:\n  - port: 80\n"
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("files=%d", n), func(b *testing.B) {
			dir := b.TempDir()
			var targets []render.Target
			for i := range n {
				name := fmt.Sprintf("f%d.yaml", i)
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					b.Fatal(err)
				}
				targets = append(targets, render.Target{Kind: render.KindPlain, Path: name})
			}
			tree, err := fsys.Open(dir)
			if err != nil {
				b.Fatal(err)
			}
			defer tree.Close()
			r := plain.New(tree)
			b.ReportAllocs()
			for b.Loop() {
				for _, t := range targets {
					if u := r.Render(b.Context(), t); len(u.Objects) != 2 {
						b.Fatalf("%d objects", len(u.Objects))
					}
				}
			}
		})
	}
}
