package appset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/render/argocd/appset"
	"github.com/kubegap/kubegap-lint/render/plain"
)

// BenchmarkExpand expands a set with Go templates for lists of several lengths.
func BenchmarkExpand(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("elements=%d", n), func(b *testing.B) {
			var text strings.Builder
			text.WriteString("apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: many}\nspec:\n" +
				"  goTemplate: true\n  generators:\n  - list:\n      elements:\n")
			for i := range n {
				fmt.Fprintf(&text, "      - {name: app-%d, cluster: c%d, tree: {team: red, size: 3}}\n", i, i%7)
			}
			text.WriteString("  template:\n    metadata: {name: '{{ .name }}', labels: {team: '{{ .tree.team }}'}}\n    spec:\n" +
				"      source: {path: 'apps/{{ .name }}', helm: {values: 'size: {{ .tree.size }}'}}\n" +
				"      destination: {name: '{{ .cluster }}', namespace: '{{ .name | lower }}'}\n")
			set := plain.FromBytes("set.yaml", []byte(text.String())).Objects[0]
			e := appset.New(nil, nil)
			b.ReportAllocs()
			for b.Loop() {
				if r := e.Expand(b.Context(), set, nil); len(r.Applications) != n {
					b.Fatalf("%d Applications", len(r.Applications))
				}
			}
		})
	}
}
