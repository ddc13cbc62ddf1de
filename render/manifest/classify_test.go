package manifest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"
	for name, test := range map[string]struct {
		text string
		want Class
		// marker is the text of the first template marker, with its line.
		marker string
	}{
		"empty":                    {"", ClassOther, ""},
		"values":                   {"image: a\nreplicas: 2\n", ClassOther, ""},
		"broken values":            {"image: [\n", ClassOther, ""},
		"workflow":                 {"on: push\njobs: {a: {steps: [{run: 'kind create; echo apiVersion'}]}}\n", ClassOther, ""},
		"patch without a kind":     {"apiVersion: v1\nspec: {kind: x}\n", ClassOther, ""},
		"halves in two documents":  {"apiVersion: v1\n---\nkind: Pod\n", ClassOther, ""},
		"empty apiVersion":         {"apiVersion: # none\nkind: Pod\n", ClassOther, ""},
		"manifest":                 {head, ClassManifest, ""},
		"manifest in JSON":         {`{"apiVersion": "v1", "kind": "Pod"}`, ClassManifest, ""},
		"second document":          {"a: b\n---\n" + head, ClassManifest, ""},
		"broken manifest":          {head + "  x: [\n", ClassManifest, ""},
		"broken in the kind":       {"apiVersion: v1\nkind Pod\nmetadata: {}\n", ClassInvalid, ""},
		"binary":                   {head + "\x00", ClassInvalid, ""},
		"braces in a string":       {head + "data:\n  a: '{{ .x }}'\n  b: |\n    {{- if .x }}\n    {% y %}\n", ClassManifest, ""},
		"braces in a comment":      {head + "# {{ x }}\n", ClassManifest, ""},
		"braces and a mistake":     {head + "data:\n  b: |\n    {{- if .x }}\n  c: \"{{ d }}\"\n e: [\n", ClassInvalid, ""},
		"variables":                {head + "data: {a: b}\ntype: ${TYPE}\nx: __TOKEN__\ny: <NAME>\n", ClassManifest, ""},
		"go template":              {head + "{{- with .x }}\ndata: {}\n{{- end }}\n", ClassTemplate, "5 {{"},
		"go template in a value":   {head + "  namespace: {{ .x }}\n", ClassTemplate, "5 {{"},
		"jinja":                    {"# x\n{% if a %}\n" + head + "{% endif %}\n", ClassTemplate, "2 {%"},
		"terraform":                {head + "%{ if x }\ndata: ${y}\n%{ endif }\n", ClassTemplate, "5 %{"},
		"erb":                      {head + "<% if x %>\ndata: {}\n<% end %>\n", ClassTemplate, "5 <%"},
		"sed token":                {head + "data:\n  a: @@NAME@@\n", ClassManifest, "6 @@NAME@@"},
		"token on a line":          {head + "data:\n  a: b\n__EXTRA__\n", ClassManifest, "7 __EXTRA__"},
		"placeholder on a line":    {head + "data:\n  a: b\n  <MORE>\n", ClassManifest, "7 <MORE>"},
		"variable on a line":       {head + "data:\n  a: b\n  ${EXTRA}\n", ClassManifest, "7 ${"},
		"template after text":      {head + "data:\n  é: |\n    a\n{{ x }}\n", ClassTemplate, "8 {{"},
		"template in one document": {head + "---\n" + head + "{{ x }}\n", ClassTemplate, "10 {{"},
		"variables and a mistake":  {head + "data: {a: b}\ntype: ${TYPE}\n c: [\n", ClassManifest, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Classify("f.yaml", []byte(test.text)); got != test.want {
				t.Errorf("class %d, want %d", got, test.want)
			}
			marker := ""
			for _, d := range Parse("f.yaml", []byte(test.text)) {
				if l, ok := d.Template(); ok && marker == "" {
					marker = marked(test.text, l)
				}
			}
			if diff := cmp.Diff(test.marker, marker); diff != "" {
				t.Errorf("marker (-want +got):\n%s", diff)
			}
		})
	}
}
