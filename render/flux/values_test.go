package flux

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// release has a HelmRelease with a chart in the repository; SPEC stands for the
// rest of its spec.
const release = `
-- env/release.yaml --
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: web
  namespace: apps
spec:
  chart:
    spec:
      chart: ./charts/web
      sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}
SPEC
-- env/data.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: one, namespace: apps}
data:
  values.yaml: |
    a: 1
    m: {x: one, xx: one}
    list: [1, 2]
  other.yaml: "m: {z: other}"
  flat: flat,value
  number: "7"
  quoted: '"7"'
  single: "'true'"
  json: '{"a":[1,2],"b":"c=d"}'
  list: "- x"
---
apiVersion: v1
kind: ConfigMap
metadata: {name: two, namespace: apps}
data:
  values.yaml: |
    m: {xx: two}
---
apiVersion: v1
kind: Secret
metadata: {name: hidden, namespace: apps}
data:
  values.yaml: ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]
  password: ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]
stringData:
  partly: |
    m:
      xx: ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]
      z: open
    sops:
      version: 3.9.0
sops: {version: 3.9.0}
-- charts/web/Chart.yaml --
apiVersion: v2
name: web
version: 1.0.0
-- charts/web/values.yaml --
-- charts/web/prod.yaml --
m: {xx: prod}
`

func indent(text string) string {
	if text == "" {
		return ""
	}
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ")
}

// The order is that of the cases in
// https://github.com/fluxcd/pkg/blob/main/chartutil/values_test.go
func TestValues(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, spec, want string }{
		{"none", "", `{}`},
		{"inline", "values: {a: 2, big: 10000000}", `{"a":2,"big":10000000}`},
		{"one map", "valuesFrom: [{kind: ConfigMap, name: one}]", `{"a":1,"list":[1,2],"m":{"x":"one","xx":"one"}}`},
		{
			"later maps win, and keys are merged",
			"valuesFrom: [{kind: ConfigMap, name: one}, {kind: ConfigMap, name: two}, {kind: ConfigMap, name: one, valuesKey: other.yaml}]",
			`{"a":1,"list":[1,2],"m":{"x":"one","xx":"two","z":"other"}}`,
		}, {
			"inline values win",
			"values: {m: {x: mine}, list: [3]}\nvaluesFrom: [{kind: ConfigMap, name: one}]",
			`{"a":1,"list":[3],"m":{"x":"mine","xx":"one"}}`,
		}, {
			"single value",
			"valuesFrom: [{kind: ConfigMap, name: one, valuesKey: number, targetPath: m.port}]",
			`{"m":{"port":7}}`,
		}, {
			"single value in quotes is a text",
			"valuesFrom: [{kind: ConfigMap, name: one, valuesKey: quoted, targetPath: a}, {kind: ConfigMap, name: one, valuesKey: single, targetPath: b}]",
			`{"a":"7","b":"true"}`,
		}, {
			"single value in a list",
			"values: {l: [{a: 1}, {a: 2}]}\nvaluesFrom: [{kind: ConfigMap, name: one, valuesKey: number, targetPath: 'l[1].b'}]",
			`{"l":[{"a":1},{"a":2}]}`,
		}, {
			"single literal value",
			"valuesFrom: [{kind: ConfigMap, name: one, valuesKey: json, targetPath: c, literal: true}]",
			`{"c":"{\"a\":[1,2],\"b\":\"c=d\"}"}`,
		}, {
			"single value over a map",
			"valuesFrom: [{kind: ConfigMap, name: one}, {kind: ConfigMap, name: one, valuesKey: number, targetPath: m.x}]",
			`{"a":1,"list":[1,2],"m":{"x":7,"xx":"one"}}`,
		}, {
			"inline values win over a single value, too",
			"values: {m: {x: mine}}\nvaluesFrom: [{kind: ConfigMap, name: one, valuesKey: number, targetPath: m.x}]",
			`{"m":{"x":"mine"}}`,
		}, {
			"optional key that is not there",
			"valuesFrom: [{kind: ConfigMap, name: one, valuesKey: nothing, optional: true}]",
			`{}`,
		}, {
			"unknown single value",
			"valuesFrom: [{kind: Secret, name: hidden, valuesKey: password, targetPath: auth.password}, {kind: Secret, name: elsewhere, valuesKey: k, targetPath: auth.key}]",
			`{"auth":{"key":"${elsewhere.k}","password":"${hidden.password}"}}`,
		}, {
			"values that are encrypted in part",
			"valuesFrom: [{kind: Secret, name: hidden, valuesKey: partly}]",
			`{"m":{"xx":"ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]","z":"open"}}`,
		}, {
			"encrypted values",
			"valuesFrom: [{kind: Secret, name: hidden}, {kind: ConfigMap, name: two}]",
			`{"m":{"xx":"two"}}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, strings.Replace(release, "SPEC", indent(test.spec), 1))
			before, _ := json.Marshal(w.find("HelmRelease", "web").Body)
			w.deploy("HelmRelease", "web")
			got, err := json.Marshal(w.helm.requests[0].Values)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("unexpected values (-want +got):\n%s", diff)
			}
			after, _ := json.Marshal(w.find("HelmRelease", "web").Body)
			if string(before) != string(after) {
				t.Errorf("the HelmRelease became %s", after)
			}
		})
	}
}

func TestValuesProblems(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, spec string
		want       []string
	}{
		{
			"absent", "valuesFrom:\n- {kind: Secret, name: elsewhere}\n- {kind: ConfigMap, name: maybe, optional: true}",
			[]string{
				"skipped missing-value env/release.yaml:12: the values of the Secret elsewhere are not known, since nothing here makes it",
			},
		}, {
			"no such key", "valuesFrom:\n- {kind: ConfigMap, name: two, valuesKey: x}",
			[]string{"failure render-error env/release.yaml:12: the ConfigMap two has no key x"},
		}, {
			"no values", "valuesFrom:\n- {kind: ConfigMap, name: one, valuesKey: list}",
			[]string{"failure invalid-yaml env/data.yaml:15: the key list of the ConfigMap one holds no values: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type chartutil.Values"},
		}, {
			"unknown kind", "valuesFrom:\n- {kind: Pod, name: one}",
			[]string{`failure render-error env/release.yaml:12: values come from a ConfigMap or a Secret, not from "Pod"`},
		}, {
			"value that is no list of settings", "valuesFrom:\n- {kind: ConfigMap, name: one, valuesKey: flat, targetPath: a.b}",
			[]string{`failure render-error env/release.yaml:12: the value of the key flat cannot be set at a.b: Helm takes neither for what --set reads`},
		}, {
			"encrypted", "valuesFrom:\n- {kind: Secret, name: hidden}\n- {kind: Secret, name: hidden, valuesKey: partly}\n- {kind: Secret, name: hidden, valuesKey: password, targetPath: p}",
			[]string{
				"skipped missing-value env/release.yaml:12: the values of the Secret hidden are encrypted or no text, and not known",
				"skipped missing-value env/release.yaml:13: values of the Secret hidden are encrypted, and not known",
				"skipped missing-value env/release.yaml:14: the value of p is encrypted or no text, and not known",
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, strings.Replace(release, "SPEC", indent(test.spec), 1))
			if diff := cmp.Diff(test.want, told(w.deploy("HelmRelease", "web"))); diff != "" {
				t.Errorf("unexpected problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOptionalValues(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		complete bool
		values   string
		problems []string
	}{
		{"all is known", true, `{}`, nil},
		{"something is missing", false, `{"auth":{"key":"${maybe.k}"}}`, []string{
			"skipped missing-value env/release.yaml:12: the values of the Secret maybe are not known, since nothing here makes it",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			spec := "valuesFrom:\n- {kind: Secret, name: maybe, valuesKey: k, targetPath: auth.key, optional: true}"
			w := newWorld(t, strings.Replace(release, "SPEC", indent(spec), 1))
			w.environment = environmentOf(w.objects, test.complete)
			if diff := cmp.Diff(test.problems, told(w.deploy("HelmRelease", "web"))); diff != "" {
				t.Errorf("unexpected problems (-want +got):\n%s", diff)
			}
			got, err := json.Marshal(w.helm.requests[0].Values)
			if err != nil || string(got) != test.values {
				t.Errorf("the values are %s (%v), want %s", got, err, test.values)
			}
		})
	}
}
