package provenance

import (
	"fmt"
	"testing"
	"text/template/parse"
)

// largeValues makes values with 22 lines of YAML for each service.
func largeValues(services int) map[string]any {
	values := map[string]any{}
	for i := range services {
		values[fmt.Sprintf("service%d", i)] = map[string]any{
			"enabled":   true,
			"image":     map[string]any{"repository": "example.com/app", "tag": "1.2.3", "pullPolicy": "Always"},
			"resources": map[string]any{"limits": map[string]any{"cpu": "1", "memory": "1Gi"}, "requests": map[string]any{"cpu": "1"}},
			"env":       []any{map[string]any{"name": "A", "value": "1"}, map[string]any{"name": "B", "value": "2"}},
			"hosts":     []any{"a.example.com", "b.example.com"},
			"labels":    map[string]any{"team": "a"},
		}
	}
	return values
}

func BenchmarkIndex(b *testing.B) {
	for _, services := range []int{10, 100, 1000} {
		values := largeValues(services)
		b.Run(fmt.Sprintf("services=%d", services), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Index(values)
			}
		})
	}
}

func BenchmarkReads(b *testing.B) {
	values := largeValues(100)
	index := Index(values)
	root := map[string]any{"Values": values}
	tree := parse.New("bench")
	tree.Mode = parse.SkipFuncCheck
	text := `{{ printf "%s:%s" .Values.service1.image.repository (.Values.service1.image.tag | default .Chart.AppVersion) | quote }}`
	if _, err := tree.Parse(text, "", "", map[string]*parse.Tree{}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		index.Reads(tree.Root.Nodes[0], Scope{Dot: root, Vars: map[string]any{"$": root}})
	}
}
