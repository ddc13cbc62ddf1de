package trace_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"

	"github.com/kubegap/kubegap-lint/render/helm/trace"
)

// rendered is a chart that was rendered with and without hooks.
type rendered struct {
	recorder      *trace.Recorder
	marked, clean map[string]string
}

// render renders templates, named below templates/, of a chart called c, with hooks in
// those that are asked for.
func render(t *testing.T, templates map[string]string, values map[string]any, asked func(name string) bool) rendered {
	t.Helper()
	print := func(templates map[string]string, provider engine.ClientProvider) map[string]string {
		c := &chart.Chart{Metadata: &chart.Metadata{Name: "c", Version: "1.0.0"}}
		for name, text := range templates {
			c.Templates = append(c.Templates, &chart.File{Name: strings.TrimPrefix(name, "c/"), Data: []byte(text)})
		}
		top, err := chartutil.ToRenderValues(c, values, chartutil.ReleaseOptions{Name: "r"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		printed, err := engine.RenderWithClientProvider(c, top, provider)
		if err != nil {
			t.Fatal(err)
		}
		return printed
	}
	named := map[string]string{}
	for name, text := range templates {
		named["c/templates/"+name] = text
	}
	r := &trace.Recorder{}
	clean := print(named, &trace.Recorder{})
	return rendered{r, print(r.Instrument(named, false, asked), r), clean}
}

// lines gives the lines of a template, each with the template line that printed
// it and those that called it.
func (r rendered) lines(template string) string {
	template = "c/templates/" + template
	lines := r.recorder.Lines(r.marked[template], r.clean[template])
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(r.clean[template], "\n"), "\n") {
		event, sure := lines.At(i + 1)
		place := "?"
		if event != nil {
			place = at(event)
			for _, call := range event.Calls() {
				place += " < " + at(call)
			}
		}
		if !sure {
			place += " perhaps"
		}
		fmt.Fprintf(&b, "%-24s| %s\n", strings.TrimRight(line, " \r"), place)
	}
	return b.String()
}

func at(e *trace.Event) string {
	return fmt.Sprintf("%s:%d", strings.TrimPrefix(e.Template(), "c/templates/"), e.Line())
}

func TestLines(t *testing.T) {
	t.Parallel()
	values := map[string]any{
		"name": "web", "on": true, "hosts": []any{"a", "b"},
		"labels": map[string]any{"x": "1", "z": "2"}, "text": "k: {{ .Values.name }}\nl: 2",
	}
	tests := []struct {
		name      string
		templates map[string]string
		want      string
	}{
		{"text", map[string]string{"t": "a: 1\n\nb: 2"}, `
a: 1                    | t:1
                        | t:3
b: 2                    | t:3
`},
		{"action in a line", map[string]string{"t": "a: {{ .Values.name }}\nb: \"{{ .Values.name }}\"\n"}, `
a: web                  | t:1
b: "web"                | t:2
`},
		{"trimmed branches", map[string]string{"t": "a: 1\n{{- if .Values.on }}\nb: 2\n{{- else }}\nc: 3\n{{- end }}\nd: 4\n"}, `
a: 1                    | t:1
b: 2                    | t:3
d: 4                    | t:7
`},
		{"branches that leave lines", map[string]string{"t": "a: 1\n{{ if .Values.off }}\nb: 2\n{{ end }}\nd: 4\n"}, `
a: 1                    | t:1
                        | t:5
d: 4                    | t:5
`},
		{"branches within a line", map[string]string{"t": "a: {{ if .Values.on }}1{{ else }}2{{ end }}\nb: 1\n"}, `
a: 1                    | t:1
b: 1                    | t:2
`},
		{"range", map[string]string{"t": "hosts:\n{{- range .Values.hosts }}\n- name: {{ . }}\n  port: 80\n{{- end }}\n"}, `
hosts:                  | t:1
- name: a               | t:3
  port: 80              | t:4
- name: b               | t:3
  port: 80              | t:4
`},
		{"toYaml", map[string]string{"t": "labels:\n  {{- toYaml .Values.labels | nindent 2 }}\nz: 1\n"}, `
labels:                 | t:1
  x: "1"                | t:2
  z: "2"                | t:2
z: 1                    | t:3
`},
		{"action over several lines", map[string]string{"t": "a: 1\n{{- toYaml\n  .Values.labels | nindent 0 }}\nz: 1\n"}, `
a: 1                    | t:1
x: "1"                  | t:2
z: "2"                  | t:2
z: 1                    | t:4
`},
		{"include", map[string]string{
			"_h": "{{- define \"l\" }}\na: 1\n{{- include \"m\" . }}\nd: {{ include \"n\" . }}\n{{- end }}\n" +
				"{{- define \"m\" }}\nb: 2\nc: 3\n{{- end }}\n{{- define \"n\" -}}\n{{ .Values.name }}\n{{- end }}",
			"t": "x:\n  {{- include \"l\" . | nindent 2 }}\n",
		}, `
x:                      | t:1
                        | _h:2 < t:2
  a: 1                  | _h:2 < t:2
  b: 2                  | _h:7 < _h:3 < t:2
  c: 3                  | _h:8 < _h:3 < t:2
  d: web                | _h:4 < t:2
`},
		{"a name that is compared", map[string]string{
			"_h": "{{- define \"n\" -}}\n{{- if .Values.on }}\nweb\n{{- end }}\n{{- end }}",
			"t":  "{{- if eq (include \"n\" . | trim) \"web\" }}\na: {{ include \"n\" . | trim | trunc 2 }}\n{{- end }}\n",
		}, `
                        | t:2
a: we                   | t:2
`},
		{"one line in a named template", map[string]string{
			"_h": "{{- define \"l\" -}}\napp: {{ .Values.name }}\n{{- end -}}",
			"t":  "l:\n  {{- include \"l\" . | nindent 2 }}\n",
		}, `
l:                      | t:1
  app: web              | _h:2 < t:2
`},
		{"text that is a template", map[string]string{"t": "a: 1\n{{ tpl .Values.text . }}\n{{ template \"x\" . }}\n{{ define \"x\" }}y: 1{{ end }}\n"}, `
a: 1                    | t:1
k: web                  | t:2
l: 2                    | t:2
y: 1                    | t:4 < t:3
                        | ?
`},
		{"JSON that is read back", map[string]string{
			"_h": "{{- define \"j\" }}\n{ \"a\": 1,\n  \"b\": 2 }\n{{- end }}",
			"t":  "a: {{ (include \"j\" . | fromJson).b }}\n",
		}, `
a: 2                    | t:1
`},
		{"values made up on each rendering", map[string]string{"t": "a: 1\npassword: {{ randAlphaNum 20 }}\ntext: |\n  {{ randAlphaNum 20 }}\n  end\nb: 2\n"}, `
a: 1                    | t:1
`},
		{"a branch that marks change", map[string]string{
			"_h": "{{- define \"two\" }}\nx: 1\ny: 2\n{{- end }}",
			"t":  "{{- if contains \"#\" (include \"two\" .) }}\na: 41\n{{- else }}\na: 7\n{{- end }}\nb: 1\n",
		}, `
                        | t:2
a: 7                    | t:2 perhaps
b: 1                    | t:6
`},
		{"a template that calls itself twice", map[string]string{
			"_h": "{{- define \"tree\" }}\n{{- if gt (int .) 0 }}\nl: {{ . }}\n{{- include \"tree\" (sub . 1) }}\n{{- include \"tree\" (sub . 1) }}\n{{- end }}\n{{- end }}",
			"t":  "{{- include \"tree\" 2 }}\nz: 1\n",
		}, `
                        | _h:3 < t:1
l: 2                    | _h:3 < t:1
l: 1                    | _h:3 < _h:4 < t:1
l: 1                    | _h:3 < _h:5 < t:1
z: 1                    | t:2
`},
		{"braces and quotes", map[string]string{"t": "a: {\nb: 1 }\n{{- /* }} */}}\nc: {{ \"}}\" }}{{ `}}` }}\n"}, `
a: {                    | t:1
b: 1 }                  | t:2
c: }}}}                 | t:4
`},
		{"line breaks of Windows", map[string]string{"t": "a: 1\r\n{{- if .Values.on }}\r\nb: 2\r\n{{- end }}\r\nc: 3\r\n"}, `
a: 1                    | t:1
b: 2                    | t:3
c: 3                    | t:5
`},
		{"the checksum of another template", map[string]string{
			"a.yaml": "a: 1\nb: 2\n",
			"t":      "sum: {{ include (print $.Template.BasePath \"/a.yaml\") . | sha256sum | trunc 1 | replace \"f\" \"f\" | len }}\nz: 1\n",
		}, `
sum: 1                  | t:1
z: 1                    | t:2
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := render(t, test.templates, values, func(string) bool { return true })
			got := r.lines("t")
			if test.name == "values made up on each rendering" {
				for i, want := range []string{"| t:1", "| t:2", "| t:3", "| t:4 perhaps", "| t:5", "| t:6"} {
					if line := strings.Split(got, "\n")[i]; !strings.HasSuffix(line, want) {
						t.Errorf("line %d is %q, want it to end with %q", i+1, line, want)
					}
				}
				return
			}
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), got); diff != "" {
				t.Errorf("(-want +got):\n%s\n%s", diff, r.marked["c/templates/t"])
			}
			// Others that print something stand before and after it, with calls at their ends.
			templates := maps.Clone(test.templates)
			for _, name := range []string{"s", "u"} {
				templates[name] = "{{- define \"last-" + name + "\" }}{{ tpl \"\" . }}{{ end }}{{ include \"last-" + name + "\" . }}"
			}
			r = render(t, templates, values, func(name string) bool {
				return name == "c/templates/t" || strings.HasPrefix(name, "c/templates/_")
			})
			if diff := cmp.Diff(got, r.lines("t")); diff != "" && !r.recorder.Missed() {
				t.Errorf("hooks in this template only (-all +this):\n%s", diff)
			}
			if want := test.name == "the checksum of another template"; r.recorder.Missed() != want {
				t.Errorf("hooks are missed: %t, want %t", r.recorder.Missed(), want)
			}
		})
	}
}
