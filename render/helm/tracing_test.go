package helm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// tracedChart has a template that includes another one as a file, in more than one way,
// and one that stands alone. All use a named template.
var tracedChart = map[string]string{
	"Chart.yaml":             "apiVersion: v2\nname: app\nversion: 1.0.0\n",
	"values.yaml":            "name: web\nnote: plain\n",
	"templates/_names.tpl":   "{{ define \"name\" }}{{ .Values.name }}{{ end }}\n",
	"templates/alone.yaml":   "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: alone-{{ include \"name\" . }}\n",
	"templates/config.yaml":  "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: config-{{ include \"name\" . }}\n",
	"templates/pod.yaml":     "apiVersion: v1\nkind: Pod\nmetadata:\n  name: pod-{{ include \"name\" . }}\n  annotations:\n    sum: {{ include (print .Template.BasePath \"/config.yaml\") . | sha256sum }}\n",
	"templates/late.yaml":    "apiVersion: v1\nkind: Secret\nmetadata:\n  name: late\n  annotations:\n    note: {{ tpl .Values.note . | quote }}\n",
	"ci/included.yaml":       "note: '{{ include (print \"app/templates/\" \"alone.yaml\") . | sha256sum }}'\n",
	"templates/range.yaml":   "{{ range until 2 }}\n---\napiVersion: v1\nkind: Service\nmetadata:\n  name: s{{ . }}\n{{ end }}\n",
	"templates/nothing.yaml": "{{ if .Values.strict }}{{ required \"give it\" .Values.must }}{{ end }}\n",
	"ci/strict.yaml":         "strict: true\n",
}

// renderTraced renders tracedChart, and gives the sources of its objects by their names.
func renderTraced(t *testing.T, files ...string) (*Renderer, map[string]*templateSource) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range tracedChart {
		name = filepath.Join(dir, "app", name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tree.Close() })
	r := New(tree, Options{})
	u := r.Render(t.Context(), render.Target{Path: "app", ValueFiles: files})
	sources := map[string]*templateSource{}
	for _, o := range u.Objects {
		name, _, _ := strings.Cut(o.Name(), "-")
		sources[name] = o.Source.(*templateSource)
	}
	if len(sources) != 6 || len(u.Failures) != 0 {
		t.Fatalf("%d objects, failures %v", len(sources), u.Failures)
	}
	return r, sources
}

// namePath leads to the name of an object.
var namePath = manifest.Path{manifest.Key("metadata"), manifest.Key("name")}

// TestExpected sees that a place does not depend on what is expected, and that templates
// are hooked which are not expected only where it takes them.
func TestExpected(t *testing.T) {
	t.Parallel()
	note := manifest.Path{manifest.Key("metadata"), manifest.Key("annotations"), manifest.Key("note")}
	tests := []struct {
		name, file    string
		expected, ask []string
		path          manifest.Path
		whole         bool
	}{
		{name: "nothing expected", ask: []string{"alone"}, path: namePath, whole: true},
		{name: "what is expected", expected: []string{"alone"}, ask: []string{"alone"}, path: namePath},
		{name: "what includes a file", expected: []string{"pod"}, ask: []string{"pod"}, path: namePath},
		{name: "what prints a value", expected: []string{"late"}, ask: []string{"late"}, path: note},
		{name: "what includes a file by a value", file: "app/ci/included.yaml", expected: []string{"late"}, ask: []string{"late"}, path: note, whole: true},
		{name: "what an other includes", file: "app/ci/included.yaml", expected: []string{"alone"}, ask: []string{"alone"}, path: namePath},
		{name: "a value that is missing", file: "app/ci/strict.yaml", expected: []string{"late"}, ask: []string{"late"}, path: namePath},
		{name: "several objects of a template", expected: []string{"s0"}, ask: []string{"s0", "s1"}, path: namePath},
		{name: "something else", expected: []string{"alone"}, ask: []string{"alone", "pod"}, path: namePath, whole: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var files []string
			if test.file != "" {
				files = []string{test.file}
			}
			_, plain := renderTraced(t, files...)
			_, hinted := renderTraced(t, files...)
			for _, name := range test.expected {
				manifest.Expect(hinted[name])
			}
			for _, name := range test.ask {
				if diff := cmp.Diff(plain[name].Trace(test.path), hinted[name].Trace(test.path)); diff != "" {
					t.Error(diff)
				}
				if at := hinted[name].Trace(test.path); at.Precision != manifest.PrecisionExact {
					t.Errorf("%s is at %v, %v", name, at.Location, at.Precision)
				}
			}
			if whole := hinted[test.ask[0]].rendering.tracing.whole != nil; whole != test.whole {
				t.Errorf("all templates were traced: %t, want %t", whole, test.whole)
			}
		})
	}
}

// TestTracingLimits sees that it is told, once, when a chart cannot be traced within its
// limits, and that its objects keep their lines as far as these are known without.
func TestTracingLimits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		lower    func(*tracing)
		expected bool
	}{
		{"time", func(t *tracing) { t.limit = 0 }, false},
		{"time, for some templates", func(t *tracing) { t.limit = 0 }, true},
		{"events", func(t *tracing) { t.maxEvents = 3 }, false},
		{"events, for some templates", func(t *tracing) { t.maxEvents = 3 }, true},
	}
	want := map[string]string{
		"alone": "app/templates/alone.yaml:2 file", "config": "app/templates/config.yaml:2 file", "pod": "app/templates/pod.yaml:2 file",
		"late": "app/templates/late.yaml:2 file", "s0": "app/templates/range.yaml:4 file", "s1": "app/templates/range.yaml:4 file",
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r, sources := renderTraced(t)
			places := map[string]string{}
			for name, s := range sources {
				test.lower(s.rendering.tracing)
				if test.expected {
					manifest.Expect(s)
				}
				at := s.Trace(namePath)
				places[name] = at.String() + " " + at.Precision.String()
			}
			if diff := cmp.Diff(want, places); diff != "" {
				t.Error(diff)
			}
			late := r.Late()
			if len(late) != 1 || late[0].Reason != render.ReasonTooLarge || late[0].Location.File != "app/Chart.yaml" {
				t.Errorf("warnings %v", late)
			}
		})
	}
}
