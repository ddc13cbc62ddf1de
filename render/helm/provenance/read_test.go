package provenance

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"helm.sh/helm/v3/pkg/chart"
	"sigs.k8s.io/yaml"
)

const testValues = `
name: web
image: {repository: nginx, tag: "1.27", pull: {policy: Always}}
web: {replicas: 3, image: {tag: edge}, ports: [80, 443, 80]}
api: {replicas: 2, resources: {limits: {cpu: 1}}}
hosts: [a.example.com, b.example.com]
env: prod
replicas: {prod: 5, _default: 1}
containers: [{name: app, args: [--x]}, {name: proxy}]
labels: {team: "{{ .Values.name }}", tier: front}
empty: {}
nothing: null
enabled: true
disabled: false
global: {registry: r.example.com, shared: {deep: {x: 1}}}
sub: {own: parent}
`

// TestReads looks at the last action that a template runs.
func TestReads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, template string
		want           []string
	}{
		{"a field", `{{ .Values.image.tag }}`, []string{".image.tag"}},
		{"from the root", `{{ $.Values.image.tag }}`, []string{".image.tag"}},
		{"all values", `{{ toYaml .Values }}`, []string{"."}},
		{"a mapping", `{{ .Values.image | toYaml | nindent 4 }}`, []string{".image"}},
		{"what is not set", `{{ .Values.image.digest }}`, []string{".image.digest absent"}},
		{"below what is not set", `{{ (.Values.image.digest).algorithm }}`, []string{".image.digest.algorithm absent"}},
		{"below null", `{{ (.Values.nothing).more }}`, []string{".nothing.more absent"}},
		{"null", `{{ .Values.nothing | quote }}`, []string{".nothing"}},
		{"in the order of the text", `{{ printf "%s-%s" .Values.name .Values.env | trunc 63 }}`, []string{".name", ".env"}},
		{"without repetitions", `{{ print .Values.name .Values.env .Values.name }}`, []string{".name", ".env"}},
		{"what is not of the values", `{{ print .Release.Name .Chart.Name .Capabilities.KubeVersion.Version .Template.Name }}`, nil},
		{"a method", `{{ .Files.Get .Values.name }}`, []string{".name"}},
		{"a lookup", `{{ lookup "v1" "Secret" .Release.Namespace .Values.name }}`, nil},

		{"within with", `{{ with .Values.image }}{{ .tag }}{{ end }}`, []string{".image.tag"}},
		{"within with, of a mapping in it", `{{ with .Values.image }}{{ with .pull }}{{ .policy }}{{ end }}{{ end }}`, []string{".image.pull.policy"}},
		{"with of a scalar", `{{ with .Values.name }}{{ . | quote }}{{ end }}`, []string{".name"}},
		{"with of several", `{{ with .Values.missing | default .Values.name }}{{ . }}{{ end }}`, []string{".missing absent", ".name"}},
		{"with a variable", `{{ with $x := .Values.name }}{{ $x }}{{ end }}`, []string{".name"}},
		{"else", `{{ with .Values.missing }}{{ else }}{{ .Values.name }}{{ end }}`, []string{".name"}},

		{"a list of mappings", `{{ range .Values.containers }}{{ .name }}{{ end }}`, []string{".containers[1].name"}},
		{"a list of scalars", `{{ range .Values.hosts }}{{ . }}{{ end }}`, []string{".hosts[1]"}},
		{"equal items", `{{ range .Values.web.ports }}{{ . }}{{ end }}`, []string{".web.ports"}},
		{"equal items by their index", `{{ range $i, $port := .Values.web.ports }}{{ $port }}{{ end }}`, []string{".web.ports[2]"}},
		{"the entries of a mapping", `{{ range $k, $v := .Values.labels }}{{ $v }}{{ end }}`, []string{".labels.tier"}},
		{"the keys of a mapping", `{{ range $k, $v := .Values.labels }}{{ $k }}{{ end }}`, []string{".labels.tier"}},
		{"the dot of a mapping", `{{ range .Values.replicas }}{{ . }}{{ end }}`, []string{".replicas.prod"}},
		{"items that were made", `{{ range splitList "." .Values.name }}{{ . }}{{ end }}`, []string{".name"}},
		{"a list that is written out", `{{ range list .Values.env .Values.name }}{{ . }}{{ end }}`, []string{".name"}},
		{"numbers", `{{ range until 2 }}{{ . }}{{ end }}`, nil},

		{"a variable", `{{ $tag := .Values.image.tag }}{{ $tag }}`, []string{".image.tag"}},
		{"a mapping in a variable", `{{ $image := .Values.image }}{{ $image.tag }}`, []string{".image.tag"}},
		{"a variable from variables", `{{ $a := .Values.name }}{{ $b := printf "%s-x" $a }}{{ $b }}`, []string{".name"}},
		{"a variable that was set again", `{{ $a := .Values.name }}{{ if .Values.enabled }}{{ $a = "fixed" }}{{ end }}{{ $a }}`, nil},

		{"index", `{{ index .Values "image" "tag" }}`, []string{".image.tag"}},
		{"index by a value", `{{ index .Values.replicas .Values.env }}`, []string{".replicas.prod", ".env"}},
		{"index of a list", `{{ (index .Values.containers 1).name }}`, []string{".containers[1].name"}},
		{"index by a key that is made", `{{ index .Values (printf "%s" "image" | lower) "tag" }}`, []string{".image.tag"}},
		{"index by what is unknown", `{{ index .Values.replicas (randAlpha 1) }}`, []string{".replicas"}},
		{"get", `{{ get .Values.image "tag" }}`, []string{".image.tag"}},
		{"hasKey", `{{ hasKey .Values.image "digest" }}`, []string{".image.digest absent"}},
		{"dig", `{{ dig "limits" "cpu" "none" .Values.api.resources }}`, []string{".api.resources.limits.cpu"}},
		{"dig to the default", `{{ .Values.api.resources | dig "requests" "cpu" .Values.name }}`, []string{".api.resources.requests.cpu absent", ".name"}},
		{"pluck", `{{ pluck .Values.env .Values.replicas | first | default .Values.replicas._default }}`,
			[]string{".replicas.prod", ".env", ".replicas._default"}},
		{"first and last", `{{ print (first .Values.hosts) (last .Values.hosts) }}`, []string{".hosts[0]", ".hosts[1]"}},

		{"default", `{{ (.Values.missing | default .Values.image).tag }}`, []string{".missing absent", ".image.tag"}},
		{"default that is not needed", `{{ default .Values.env .Values.name }}`, []string{".env", ".name"}},
		{"ternary", `{{ (ternary .Values.web .Values.api .Values.enabled).replicas }}`, []string{".web.replicas", ".api", ".enabled"}},
		{"ternary by what is unknown", `{{ (ternary .Values.web .Values.api (eq 1 1)).replicas }}`, []string{".web.replicas", ".api.replicas"}},
		{"or", `{{ or .Values.disabled .Values.name }}`, []string{".disabled", ".name"}},
		{"and", `{{ if and .Values.enabled (not .Values.disabled) (eq .Values.env "prod") }}{{ end }}`, []string{".enabled", ".disabled", ".env"}},
		{"coalesce", `{{ (coalesce .Values.empty .Values.image).tag }}`, []string{".empty", ".image.tag"}},
		{"required", `{{ required "a name, please" .Values.name }}`, []string{".name"}},
		{"tpl", `{{ tpl .Values.labels.team . }}`, []string{".labels.team"}},
		{"set", `{{ $_ := set (dict) "a" .Values.name }}`, []string{".name"}},

		{"a named template that gets the root", `{{ define "x" }}{{ .Values.name }}{{ end }}{{ include "x" . }}`, []string{".name"}},
		{"the call of it", `{{ define "x" }}x{{ end }}{{ include "x" . }}`, nil},
		{"the call with a dict", `{{ define "x" }}x{{ end }}{{ include "x" (dict "a" .Values.name) }}`, nil},
		{"the call with a list", `{{ define "x" }}x{{ end }}{{ include "x" (list . .Values.name) }}`, nil},
		{"the call with a value", `{{ define "x" }}x{{ end }}{{ include "x" .Values.image }}`, []string{".image"}},
		{"what a call with a dict gave", `{{ define "x" }}x{{ end }}{{ $x := include "x" (dict "root" $ "a" .Values.name) }}{{ $x }}`, []string{".name"}},
		{"what a call with the root gave", `{{ define "x" }}{{ .Values.name }}{{ end }}{{ $x := include "x" . }}{{ $x }}`, nil},
		{"a mapping in a dict", `{{ define "x" }}{{ .values.replicas }}{{ end }}{{ include "x" (dict "values" .Values.web "root" $) }}`, []string{".web.replicas"}},
		{"the root in a dict", `{{ define "x" }}{{ .root.Values.name }}{{ end }}{{ include "x" (dict "root" $) }}`, []string{".name"}},
		{"a scalar in a dict", `{{ define "x" }}{{ .n }}{{ end }}{{ include "x" (dict "root" $ "n" .Values.name) }}`, []string{".name"}},
		{"a scalar that was made", `{{ define "x" }}{{ .n }}{{ end }}{{ include "x" (dict "n" (printf "%s-x" .Values.name)) }}`, []string{".name"}},
		{"a literal in a dict", `{{ define "x" }}{{ .n }}{{ end }}{{ include "x" (dict "n" "x" "m" .Values.name) }}`, nil},
		{"a scalar in a list", `{{ define "x" }}{{ index . 1 }}{{ end }}{{ include "x" (list $ .Values.name) }}`, []string{".name"}},
		{"a dict through two templates", `{{ define "x" }}{{ include "y" (dict "m" .n "c" .root) }}{{ end }}{{ define "y" }}{{ .m }}{{ end }}{{ include "x" (dict "root" $ "n" .Values.name) }}`, []string{".name"}},
		{"the template action", `{{ define "x" }}{{ .tag }}{{ end }}{{ template "x" .Values.image }}`, []string{".image.tag"}},
		{"a loop in a dict", `{{ define "x" }}{{ .host }}{{ end }}{{ range .Values.hosts }}{{ include "x" (dict "host" . "root" $) }}{{ end }}`, []string{".hosts[1]"}},

		{"a copy", `{{ (deepCopy .Values.image).tag }}`, []string{".image.tag"}},
		{"a copy in a variable", `{{ $c := deepCopy .Values.image }}{{ $c.pull.policy }}`, []string{".image.pull.policy"}},
		{"a copy that was changed", `{{ $c := deepCopy .Values.image }}{{ $_ := set $c "tag" "other" }}{{ $c.tag }}`, nil},
		{"a copy that was added to", `{{ $c := deepCopy .Values.image }}{{ $_ := set $c "x" "y" }}{{ $c.x }}`, nil},
		{"what a copy left out", `{{ $c := omit .Values.image "tag" }}{{ $c.tag }}`, nil},
		{"printed and read again", `{{ $c := tpl (toYaml .Values.labels) $ | fromYaml }}{{ $c.team }}`, []string{".labels.team"}},
		{"a merge", `{{ $m := merge (dict) .Values.web .Values.api }}{{ $m.replicas }}`, []string{".web.replicas"}},
		{"a merge at once", `{{ (merge (dict) .Values.web .Values.api).replicas }}`, []string{".web.replicas"}},
		{"a list of a merge", `{{ $m := merge (dict) .Values.web .Values.api }}{{ toYaml $m.ports }}`, []string{".web.ports"}},
		{"a list of a copy", `{{ $m := deepCopy .Values }}{{ range $m.containers }}{{ .name }}{{ end }}`, []string{".containers[1].name"}},
		{"a merge that overwrites", `{{ $m := mergeOverwrite (dict) .Values.web .Values.api }}{{ $m.replicas }}`, []string{".api.replicas"}},
		{"a merge of mappings", `{{ $m := mustMergeOverwrite (deepCopy .Values.image) .Values.web.image }}{{ $m.tag }}`, []string{".web.image.tag"}},
		{"a merge below", `{{ $m := mergeOverwrite (deepCopy .Values.api) (deepCopy .Values.web) }}{{ $m.image.tag }}`, []string{".web.image.tag"}},
		{"what no part of a merge has", `{{ (merge (deepCopy .Values.web) .Values.api).x }}`, []string{".web.x absent", ".api.x absent"}},
		{"a merged root context", `{{ define "x" }}{{ .extra }}{{ .Values.name }}{{ end }}{{ include "x" (merge (dict "extra" .Values.env) .) }}`, []string{".name"}},
		{"a merged argument", `{{ define "x" }}{{ .extra }}{{ end }}{{ include "x" (merge (dict "extra" .Values.env) .) }}`, []string{".env"}},

		{"what a template has set", `{{ $_ := set .Values.image "tag" "other" }}{{ .Values.image.tag }}`, nil},
		{"what a template has added", `{{ $_ := set .Values "x" "y" }}{{ .Values.x }}`, nil},
		{"another value in its place", `{{ $_ := set .Values "x" .Values.image }}{{ .Values.x.tag }}`, []string{".image.tag"}},
		{"a circle", `{{ $_ := set .Values "x" .Values }}{{ .Values.x.x.x.name }}`, []string{".name"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := runText(t, c.template, "")
			checkReads(t, h, c.want)
		})
	}
}

// TestReadsOfSubchart does the same for a template of a subchart.
func TestReadsOfSubchart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, template string
		want           []string
	}{
		{"its own", `{{ .Values.own }}`, []string{".sub.own"}},
		{"a default", `{{ .Values.default }}`, []string{".sub.default"}},
		{"not set", `{{ .Values.x }}`, []string{".sub.x absent"}},
		{"all values", `{{ toYaml .Values }}`, []string{".sub"}},
		{"a global", `{{ .Values.global.registry }}`, []string{".sub.global.registry"}},
		{"a mapping that the globals share", `{{ .Values.global.shared.deep.x }}`, []string{".global.shared.deep.x"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := runText(t, "", c.template)
			checkReads(t, h, c.want)
		})
	}
}

// runText renders a chart with a template and a subchart with another.
func runText(t *testing.T, text, sub string) *hooks {
	t.Helper()
	c := &chart.Chart{
		Metadata:  &chart.Metadata{Name: "top", Version: "1.0.0"},
		Templates: []*chart.File{{Name: "templates/a.yaml", Data: []byte(text)}},
		Values:    readYAML(t, testValues),
	}
	c.AddDependency(&chart.Chart{
		Metadata:  &chart.Metadata{Name: "sub", Version: "1.0.0"},
		Templates: []*chart.File{{Name: "templates/b.yaml", Data: []byte(sub)}},
		Values:    map[string]any{"own": "sub", "default": true},
	})
	h, err := run(t, c, map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func checkReads(t *testing.T, h *hooks, want []string) {
	t.Helper()
	last := h.events[len(h.events)-1]
	var got []string
	for _, r := range h.values.Reads(last.hook.node, last.scope()) {
		text := r.Path.String()
		if !r.Exists {
			text += " absent"
		}
		got = append(got, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", last.hook.node, diff)
	}
}

func readYAML(t *testing.T, text string) map[string]any {
	t.Helper()
	var values map[string]any
	if err := yaml.Unmarshal([]byte(text), &values); err != nil {
		t.Fatal(fmt.Errorf("read values: %w", err))
	}
	return values
}
