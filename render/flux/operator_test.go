package flux

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/helm"
)

const operator = `
-- env/release.yaml --
apiVersion: helm.fluxcd.io/v1
kind: HelmRelease
metadata: {name: web, namespace: apps}
spec:
SPEC
-- env/data.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: one, namespace: elsewhere}
data:
  key: "a: {x: 1, xx: 1}"
---
apiVersion: v1
kind: Secret
metadata: {name: two, namespace: apps}
stringData:
  values.yaml: "a: {xx: 2, z: 2}"
-- charts/web/Chart.yaml --
-- charts/web/prod.yaml --
a: {z: 3}
b: 3
-- charts/web/list.yaml --
- a
`

func TestOperatorWithoutRemotes(t *testing.T) {
	t.Parallel()
	spec := "chart: {git: 'https://github.com/acme/other', path: charts/db}"
	u := newWorld(t, strings.Replace(operator, "SPEC", indent(spec), 1)).deploy("HelmRelease", "web")
	want := []string{"skipped remote env/release.yaml:5: the chart charts/db does not exist here, and https://github.com/acme/other may be another repository"}
	if diff := cmp.Diff(want, told(u)); diff != "" {
		t.Errorf("unexpected problems (-want +got):\n%s", diff)
	}
}

func TestOperator(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, spec string
		chart      string
		release    string
		values     string
		problems   []string
	}{
		{
			name:  "chart in git",
			spec:  "chart: {git: 'git@github.com:acme/fleet', ref: main, path: charts/web}",
			chart: "charts/web", release: "apps-web in apps", values: `{}`,
		}, {
			name:  "values in order",
			spec:  "chart: {git: 'git@github.com:acme/fleet', path: charts/web}\ntargetNamespace: t\nvalueFileSecrets: [{name: two}]\nvaluesFrom:\n- configMapKeyRef: {name: one, namespace: elsewhere, key: key}\n- chartFileRef: {path: prod.yaml}\n- chartFileRef: {path: no.yaml, optional: true}\nvalues: {b: 4}",
			chart: "charts/web", release: "apps-t-web in t", values: `{"a":{"x":1,"xx":1,"z":3},"b":4}`,
		}, {
			name:  "values that are not there",
			spec:  "chart: {git: 'git@github.com:acme/fleet', path: charts/web}\nreleaseName: r\nvaluesFrom:\n- secretKeyRef: {name: nobody}\n- externalSourceRef: {url: 'https://example.org/v.yaml'}\n- chartFileRef: {path: no.yaml}\n- chartFileRef: {path: list.yaml}",
			chart: "charts/web", release: "r in apps", values: `{}`,
			problems: []string{
				"failure invalid-yaml charts/web/list.yaml: the file holds no values: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type chartutil.Values",
				"failure unreadable env/release.yaml:10: the values file no.yaml of the chart cannot be read: no such file or directory",
				"skipped missing-value env/release.yaml:8: the values of the Secret nobody are not known, since nothing here makes it",
				"skipped remote env/release.yaml:9: the values at https://example.org/v.yaml are not in this repository",
			},
		}, {
			name:  "vendored chart",
			spec:  "chart: {repository: 'https://charts.acme.org/', name: web, version: 1.0.0}",
			chart: "charts/web", release: "apps-web in apps", values: `{}`,
		}, {
			name:     "remote chart",
			spec:     "chart: {repository: 'https://charts.acme.org/', name: db, version: 1.0.0}",
			problems: []string{"skipped remote env/release.yaml:5: the chart db 1.0.0 is not in this repository but in https://charts.acme.org/; 'kubegap-lint vendor' fetches it"},
		}, {
			name:     "chart in another repository",
			spec:     "chart: {git: 'https://github.com/acme/other', ref: v1, path: charts/web}",
			problems: []string{"skipped remote env/release.yaml:5: the chart charts/web lies in https://github.com/acme/other v1, not in this repository"},
		}, {
			name:     "missing chart",
			spec:     "chart: {git: 'https://github.com/acme/fleet.git', path: charts/db}",
			problems: []string{"failure unreadable env/release.yaml:5: the chart charts/db does not exist in this repository"},
		}, {
			name:     "chart without a name",
			spec:     "chart: {repository: 'https://charts.acme.org/'}",
			problems: []string{"failure render-error env/release.yaml:5: it names no chart: spec.chart.name is not set"},
		}, {
			name:     "unknown chart",
			spec:     "chart: {git: 'https://github.com/acme/${REPO}', path: charts/db}",
			problems: []string{"skipped missing-value env/release.yaml:5: the chart charts/db of https://github.com/acme/${REPO} is not known"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, strings.Replace(operator, "SPEC", indent(test.spec), 1), func(o *Options) {
				o.Charts = charted{"https://charts.acme.org web 1.0.0": "charts/web"}
				o.Remotes = []string{"ssh://git@github.com:22/acme/fleet.git"}
			})
			u := w.deploy("HelmRelease", "web")
			if diff := cmp.Diff(test.problems, told(u)); diff != "" {
				t.Errorf("unexpected problems (-want +got):\n%s", diff)
			}
			var req helm.Request
			var release, values string
			if len(w.helm.requests) > 0 {
				req = w.helm.requests[0]
				release = req.ReleaseName + " in " + req.Namespace
				text, _ := json.Marshal(req.Values)
				values = string(text)
			}
			if req.Chart != test.chart || release != test.release || values != test.values {
				t.Errorf("chart %q, release %q, values %s; want %q, %q, %s", req.Chart, release, values, test.chart, test.release, test.values)
			}
		})
	}
}
