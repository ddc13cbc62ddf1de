package flux

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// deployOperatorRelease does what the Helm operator of Flux 1 does with a
// HelmRelease of helm.fluxcd.io. See
// https://github.com/fluxcd/helm-operator/blob/master/pkg/apis/helm.fluxcd.io/v1/types_helmrelease.go
func (d *deployment) deployOperatorRelease() {
	found, ok := d.operatorChart(d.spec.get("chart"))
	v := d.valuesFor(ok, func() *values { return d.operatorValues(found) })
	if d.wait || !ok {
		return
	}
	v.merge(d.spec.get("values"))
	namespace := cmp.Or(d.namespace(), "default")
	into := cmp.Or(d.spec.get("targetNamespace").text(), namespace)
	d.render(found, v, helm.Request{
		ReleaseName: operatorReleaseName(d.spec.get("releaseName").text(), namespace, into, d.Object.Name()),
		Namespace:   into,
		IncludeCRDs: !d.spec.get("skipCRDs").flag(),
		SkipTests:   !d.spec.get("test", "enable").flag(),
	})
}

// operatorChart finds the chart: by its path in a git repository, or by its name
// in a Helm repository.
func (d *deployment) operatorChart(f field) (chart, bool) {
	git := f.get("git")
	if !git.exists() {
		for _, key := range []string{"repository", "name"} {
			if missing := f.get(key); missing.text() == "" {
				d.fail(render.ReasonRender, "it names no chart: "+missing.name()+" is not set", d.at(missing))
				return chart{}, false
			}
		}
		name := f.get("name")
		return d.vendoredChart(f.get("repository").text(), name.text(), f.get("version").text(), name)
	}
	at := f.get("path")
	t := target{text: at.text(), at: at, what: "chart"}
	name := t.rel()
	if unknown(git.text() + name) {
		d.skip(render.ReasonMissingValue, fmt.Sprintf("the chart %s of %s is not known", at.text(), git.text()), d.at(git))
		return chart{}, false
	}
	whose := d.originOf(git.text())
	switch {
	case whose != foreign && d.c.isChart(name):
		return chart{path: name, named: at}, true
	case whose == ours:
		d.fail(render.ReasonUnreadable, d.c.whyNot(t), d.at(at))
	case whose == undecided:
		d.skipUndecided(t, git.text())
	default:
		where := strings.TrimSpace(git.text() + " " + f.get("ref").text())
		d.skip(render.ReasonRemote, fmt.Sprintf("the chart %s lies in %s, not in this repository", at.text(), where), d.at(git))
	}
	return chart{}, false
}

// operatorValues merges the values of valueFileSecrets and of valuesFrom. See
// https://github.com/fluxcd/helm-operator/blob/master/pkg/release/values.go
func (d *deployment) operatorValues(found chart) *values {
	v := &values{d: d, merged: map[string]any{}}
	for _, secret := range d.spec.get("valueFileSecrets").items() {
		v.refer(secret, valuesRef{kind: "Secret", namespace: d.namespace(), name: secret.get("name").text()})
	}
	for _, from := range d.spec.get("valuesFrom").items() {
		v.operatorSource(from, found)
	}
	return v
}

// operatorSource merges the values of an entry of valuesFrom.
func (v *values) operatorSource(from field, found chart) {
	configMap, secret := from.get("configMapKeyRef"), from.get("secretKeyRef")
	file, address := from.get("chartFileRef"), from.get("externalSourceRef", "url")
	switch {
	case configMap.exists():
		v.operatorRef(configMap, "ConfigMap")
	case secret.exists():
		v.operatorRef(secret, "Secret")
	case address.exists():
		v.d.skip(render.ReasonRemote, fmt.Sprintf("the values at %s are not in this repository", address.text()), v.d.at(address))
	case file.exists() && found.path != "":
		v.chartFile(file, path.Join(found.path, target{text: file.get("path").text()}.rel()))
	}
}

func (v *values) operatorRef(ref field, kind string) {
	namespace := cmp.Or(ref.get("namespace").text(), v.d.namespace())
	v.refer(ref, valuesRef{kind: kind, namespace: namespace, name: ref.get("name").text(), key: ref.get("key").text()})
}

// chartFile merges a values file of the chart.
func (v *values) chartFile(ref field, name string) {
	text, err := v.d.c.tree.ReadFile(name)
	if err != nil && ref.get("optional").flag() {
		return
	}
	if err != nil {
		v.d.fail(render.ReasonUnreadable, fmt.Sprintf("the values file %s of the chart cannot be read: %v", ref.get("path").text(), fsys.Cause(err)), v.d.at(ref))
		return
	}
	v.d.files[name] = true
	from, err := chartutil.ReadValues(text)
	if err != nil {
		v.d.fail(render.ReasonInvalidYAML, "the file holds no values: "+firstLine(err.Error()), manifest.Location{File: name})
		return
	}
	v.merged = mergeMaps(v.merged, from)
	v.layers = append(v.layers, layer{file: name})
}
