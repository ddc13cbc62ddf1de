package helm

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/kubegap/kubegap-lint/render/helm/provenance"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

func way(t *testing.T, steps ...any) manifest.Path {
	t.Helper()
	p, err := manifest.PathOf(steps...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestInside(t *testing.T) {
	t.Parallel()
	body := map[string]any{
		"spec": map[string]any{
			"securityContext": map[string]any{"runAsUser": int64(1001), "drop": []any{"ALL"}},
			"env": []any{
				map[string]any{"name": "OWN", "value": "1"},
				map[string]any{"name": "EXTRA", "value": "2"},
			},
			"labels": map[string]any{"app": "web", "team": "a", "host": "web.example"},
			"empty":  map[string]any{},
		},
	}
	context := map[string]any{"runAsUser": float64(1001), "drop": []any{"ALL"}}
	tests := []struct {
		name  string
		value any
		path  manifest.Path
		want  manifest.Path // nil where the value does not hold the field
	}{
		{"a field of a mapping", context, way(t, "spec", "securityContext", "runAsUser"), way(t, "v", "runAsUser")},
		{"an item of a list in it", context, way(t, "spec", "securityContext", "drop", 0), way(t, "v", "drop", 0)},
		{"the mapping around it", map[string]any{"securityContext": context}, way(t, "spec", "securityContext", "runAsUser"), way(t, "v", "securityContext", "runAsUser")},
		{"the mapping itself is a line of the template", context, way(t, "spec", "securityContext"), nil},
		{"another value", map[string]any{"runAsUser": float64(0)}, way(t, "spec", "securityContext", "runAsUser"), nil},
		{"a list behind other items", []any{map[string]any{"name": "EXTRA", "value": "2"}}, way(t, "spec", "env", 1, "value"), way(t, "v", 0, "value")},
		{"an item that is not in the list", []any{map[string]any{"name": "EXTRA", "value": "2"}}, way(t, "spec", "env", 0, "value"), nil},
		{"some of the labels", map[string]any{"team": "a"}, way(t, "spec", "labels", "team"), way(t, "v", "team")},
		{"text that is a template", map[string]any{"host": "{{ .Values.x }}.example"}, way(t, "spec", "labels", "host"), way(t, "v", "host")},
		{"Helm's type for values", chartutil.Values{"team": "a"}, way(t, "spec", "labels", "team"), way(t, "v", "team")},
		{"a scalar", "web", way(t, "spec", "labels", "app"), nil},
		{"nothing", map[string]any{}, way(t, "spec", "empty"), nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, ok := inside(body, test.path, provenance.Read{Path: way(t, "v"), Value: test.value, Exists: true})
			if ok != (test.want != nil) || ok && got.String() != test.want.String() {
				t.Errorf("got %v, %v, want %v", got, ok, test.want)
			}
		})
	}
}

func TestCommon(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, other, want string }{
		{"web", "web", "web"},
		{"web-x1y2", "web-z9", "web-*"},
		{"x1-web-y2", "a3-web-b4", "*-web-*"},
		{"web-1a", "web-1b", "web-*"},
		{"web", "web-x", "*"},
	} {
		if diff := cmp.Diff(test.want, common(test.name, test.other)); diff != "" {
			t.Errorf("%s and %s (-want +got):\n%s", test.name, test.other, diff)
		}
	}
}
