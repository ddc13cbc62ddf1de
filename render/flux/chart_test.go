package flux

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/helm"
)

const charts = `
-- env/sources.yaml --
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: acme, namespace: apps}
spec: {url: https://charts.acme.org/}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: web, namespace: apps}
spec:
  url: oci://ghcr.io/acme/charts/web
  ref: {semver: 1.x, tag: "0.9"}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmChart
metadata: {name: web, namespace: apps}
spec:
  chart: web
  version: 3.0.0
  sourceRef: {kind: HelmRepository, name: acme}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: {name: blank, namespace: apps}
spec: {interval: 5m}
-- env/release.yaml --
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web, namespace: apps}
spec:
  SPEC
-- charts/web/Chart.yaml --
-- charts/web/values.yaml --
-- charts/web/prod.yaml --
-- charts/packed-1.0.0.tgz --
-- vendor/web/Chart.yaml --
-- vendor/web/values.yaml --
-- vendor/web/small.yaml --
`

func TestChart(t *testing.T) {
	t.Parallel()
	const git = "sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}"
	tests := []struct {
		name, spec string
		chart      string
		values     []string
		problems   []string
	}{
		{name: "in git", spec: "chart: {spec: {chart: charts/web, " + git + "}}", chart: "charts/web"},
		{name: "package in git", spec: "chart: {spec: {chart: charts/packed-1.0.0.tgz, " + git + "}}", chart: "charts/packed-1.0.0.tgz"},
		{
			name: "values files in git", chart: "charts/web",
			spec:   "chart: {spec: {chart: charts/web, valuesFile: ./charts/web/values.yaml, valuesFiles: [charts/web/prod.yaml, charts/web/missing.yaml], ignoreMissingValuesFiles: true, " + git + "}}",
			values: []string{"charts/web/values.yaml", "charts/web/prod.yaml"},
		}, {
			name: "without the chart's own values", chart: "charts/web",
			spec:   "chart: {spec: {chart: charts/web, valuesFiles: [charts/web/prod.yaml, charts/web/missing.yaml], " + git + "}}",
			values: []string{"charts/web/prod.yaml"},
			problems: []string{
				"failure unreadable env/release.yaml:5: the values file charts/web/missing.yaml does not exist",
				"warning render-error env/release.yaml:5: the chart's values.yaml is not among the valuesFiles, so Flux leaves out its values; here they are still there",
			},
		}, {
			name: "directory that is no chart", spec: "chart: {spec: {chart: charts, " + git + "}}",
			problems: []string{"failure unreadable env/release.yaml:5: the chart charts is a directory without a Chart.yaml"},
		}, {
			name: "vendored", spec: "chart: {spec: {chart: web, version: 2.x, sourceRef: {kind: HelmRepository, name: acme}, valuesFiles: [values.yaml, small.yaml]}}",
			chart: "vendor/web", values: []string{"vendor/web/values.yaml", "vendor/web/small.yaml"},
		}, {
			name: "remote", spec: `chart: {spec: {chart: db, version: ">=1", sourceRef: {kind: HelmRepository, name: acme}}}`,
			problems: []string{"skipped remote env/release.yaml:5: the chart db >=1 is not in this repository but in https://charts.acme.org/; 'kubegap-lint vendor' fetches it"},
		}, {
			name: "repository that nothing declares", spec: `chart: {spec: {chart: db, sourceRef: {kind: HelmRepository, name: nobody, namespace: flux-system}}}`,
			problems: []string{"skipped remote env/release.yaml:5: where the chart db comes from is not known, since nothing here makes the HelmRepository flux-system/nobody"},
		}, {
			name: "unknown version", spec: `chart: {spec: {chart: db, version: "${V}", sourceRef: {kind: HelmRepository, name: acme}}}`,
			problems: []string{"skipped missing-value env/release.yaml:5: the chart db ${V} of https://charts.acme.org/ is not known"},
		},
		{name: "OCI repository", spec: "chartRef: {kind: OCIRepository, name: web}", chart: "vendor/web"},
		{
			name: "OCI repository made by the release", spec: "chart: {kind: OCIRepository, spec: {url: oci://ghcr.io/acme/charts/db, ref: {tag: '1'}}}",
			problems: []string{"skipped remote env/release.yaml:5: the chart db 1 is not in this repository but in oci://ghcr.io/acme/charts; 'kubegap-lint vendor' fetches it"},
		}, {
			name: "OCI repository that nothing declares", spec: "chartRef: {kind: OCIRepository, name: db}",
			problems: []string{"skipped remote env/release.yaml:5: the chart is not known, since nothing here makes the OCIRepository apps/db"},
		}, {
			name: "HelmChart", spec: "chartRef: {kind: HelmChart, name: web}",
			problems: []string{"skipped remote env/sources.yaml:17: the chart web 3.0.0 is not in this repository but in https://charts.acme.org/; 'kubegap-lint vendor' fetches it"},
		}, {
			name: "no name", spec: "chart: {spec: {version: 1.x, sourceRef: {kind: HelmRepository, name: acme}}}",
			problems: []string{"failure render-error env/release.yaml:5: it names no chart: spec.chart.spec.chart is not set"},
		}, {
			name: "no name in git", spec: "chart: {spec: {" + git + "}}",
			problems: []string{"failure render-error env/release.yaml:5: it names no chart: spec.chart.spec.chart is not set"},
		}, {
			name: "repository without an address", spec: "chart: {spec: {chart: web, sourceRef: {kind: HelmRepository, name: blank}}}",
			problems: []string{"failure render-error env/sources.yaml:24: spec.url of the HelmRepository apps/blank is not set, so there is no address of a repository"},
		}, {
			name: "OCI repository without an address", spec: "chart: {kind: OCIRepository, spec: {ref: {tag: '1'}}}",
			problems: []string{"failure render-error env/release.yaml:5: spec.chart.spec.url is not set, so there is no address of a chart"},
		}, {
			name: "file that is no chart", spec: "chart: {spec: {chart: charts/web/values.yaml, " + git + "}}",
			problems: []string{"failure unreadable env/release.yaml:5: the chart charts/web/values.yaml is a file, but no package of a chart"},
		}, {
			name: "password in the address", spec: "chart: {kind: OCIRepository, spec: {url: 'oci://user:secret@ghcr.io/acme/charts/db', ref: {tag: '1'}}}",
			problems: []string{"skipped remote env/release.yaml:5: the chart db 1 is not in this repository but in oci://user:xxxxx@ghcr.io/acme/charts; 'kubegap-lint vendor' fetches it"},
		}, {
			name: "no chart", spec: "values: {}",
			problems: []string{"failure render-error env/release.yaml:4: it names no chart: neither spec.chart nor spec.chartRef is set"},
		}, {
			name: "wrong kind", spec: "chartRef: {kind: Bucket, name: web}",
			problems: []string{`failure render-error env/release.yaml:5: a chart comes from an OCIRepository, a HelmChart or an ExternalArtifact, not from "Bucket"`},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, strings.Replace(charts, "SPEC", test.spec, 1), func(o *Options) {
				o.Charts = charted{"https://charts.acme.org web 2.x": "vendor/web", "oci://ghcr.io/acme/charts web 1.x": "vendor/web"}
			})
			u := w.deploy("HelmRelease", "web")
			var req helm.Request
			if len(w.helm.requests) > 0 {
				req = w.helm.requests[0]
			}
			if req.Chart != test.chart {
				t.Errorf("the chart is %q, want %q", req.Chart, test.chart)
			}
			if diff := cmp.Diff(test.values, req.ValueFiles); diff != "" {
				t.Errorf("unexpected values files (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.problems, told(u)); diff != "" {
				t.Errorf("unexpected problems (-want +got):\n%s", diff)
			}
			if u.Partial != (len(test.problems) > 0) {
				t.Errorf("partial is %v with problems %q", u.Partial, test.problems)
			}
		})
	}
}
