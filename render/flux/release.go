package flux

import (
	"cmp"
	"fmt"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/resid"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize/schema"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// deployRelease does what helm-controller does with a HelmRelease when it installs
// it. See https://github.com/fluxcd/helm-controller/blob/main/internal/action/install.go
func (d *deployment) deployRelease() {
	found, ok := d.chartOf()
	v := d.valuesFor(ok, func() *values { return d.values(d.spec.get("valuesFrom").items()) })
	if d.wait || !ok {
		return
	}
	d.warnSuspended()
	v.merge(d.spec.get("values"))
	into := d.spec.get("targetNamespace")
	install := d.spec.get("install")
	d.render(found, v, helm.Request{
		ReleaseName: releaseName(d.spec.get("releaseName").text(), into.text(), d.Object.Name()),
		Namespace:   cmp.Or(into.text(), d.namespace(), "default"),
		IncludeCRDs: install.get("crds").text() != "Skip" && !install.get("skipCRDs").flag(),
		SkipHooks:   install.get("disableHooks").flag(),
		SkipTests:   !d.spec.get("test", "enable").flag(),
	})
}

// valuesFor reads values. Where there is no chart to use them, only what is wrong
// with them is told, not what is unknown.
func (d *deployment) valuesFor(haveChart bool, values func() *values) *values {
	skipped, warnings := len(d.unit.Skipped), len(d.unit.Warnings)
	v := values()
	if !haveChart {
		d.unit.Skipped, d.unit.Warnings = d.unit.Skipped[:skipped], d.unit.Warnings[:warnings]
	}
	return v
}

// render renders the chart and does with its objects what comes after Helm.
func (d *deployment) render(found chart, v *values, req helm.Request) {
	d.path = found.path
	if strings.HasPrefix(found.path, vendored.CachePrefix) {
		d.path = "" // It is no name in the tree.
	} else {
		d.covers = append(d.covers, found.path)
	}
	req.Chart, req.NamedAt, req.ValueFiles = found.path, d.at(found.named), found.valueFiles
	req.Values, req.ValuePlaces = v.merged, d.valuePlaces(v.layers)
	if d.c.o.KubeVersion != nil {
		req.KubeVersion = d.c.o.KubeVersion(render.Unit{
			Target: render.Target{Kind: render.KindFlux, Path: d.path}, Environment: d.environment(), Deployer: d.deployer(),
		})
	}
	result, err := d.c.o.Helm.Template(d.ctx, req)
	if err != nil {
		d.fail(render.ReasonRender, err.Error(), d.at(d.spec))
		return
	}
	d.take(render.Unit{
		Failures: result.Failures, Skipped: result.Skipped, Warnings: result.Warnings,
		Files: result.Files, Partial: result.Partial,
	})
	var crds, objects []manifest.Object
	for _, m := range result.Manifests {
		if isCRD(m.Path) {
			crds = append(crds, m.Objects...)
		} else {
			objects = append(objects, m.Objects...)
		}
	}
	objects = d.postRender(objects)
	objects = d.labelled(objects, d.spec.get("commonMetadata"))
	d.unit.Objects = append(crds, d.settled(objects, req.Namespace)...)
}

// isCRD tells whether Helm takes a file for a CRD, by its path in the chart:
// post-renderers do not see these.
func isCRD(name string) bool {
	_, below, _ := strings.Cut(name, "/")
	for strings.HasPrefix(below, "charts/") {
		parts := strings.SplitN(below, "/", 3)
		below = parts[len(parts)-1]
	}
	return strings.HasPrefix(below, "crds/")
}

// settled gives the objects in the namespace of the release where they name none:
// Helm creates them there.
func (d *deployment) settled(objects []manifest.Object, namespace string) []manifest.Object {
	from := d.spec.get("targetNamespace")
	if !from.exists() {
		from = field{d.spec.in, manifest.Path{manifest.Key("metadata"), manifest.Key("namespace")}, nil}
	}
	s := []setting{{manifest.Path{manifest.Key("metadata"), manifest.Key("namespace")}, namespace, from}}
	out := make([]manifest.Object, len(objects))
	for i, o := range objects {
		out[i] = o
		if o.Namespace() == "" && !isClusterScoped(o) {
			out[i] = with(o, s)
		}
	}
	return out
}

// isClusterScoped tells whether the objects of a kind certainly live in no
// namespace.
func isClusterScoped(o manifest.Object) bool {
	group, version := o.GroupVersion()
	clusterScoped := false
	schema.Use(func() { clusterScoped = resid.NewGvk(group, version, o.Kind()).IsClusterScoped() })
	return clusterScoped
}

// postRender lets the post-renderers change the objects, hooks included, one after
// the other. See
// https://github.com/fluxcd/helm-controller/blob/main/internal/postrender/kustomize.go
func (d *deployment) postRender(objects []manifest.Object) []manifest.Object {
	hooksToo := d.spec.get("postRenderStrategy").text() != "nohooks"
	var hooks []manifest.Object
	if !hooksToo {
		objects, hooks = split(objects)
	}
	for i, r := range d.spec.get("postRenderers").items() {
		k := r.get("kustomize")
		if !k.exists() {
			d.skip(render.ReasonPlugin, fmt.Sprintf("the post-renderer %d is none of kustomize", i), d.at(r))
			continue
		}
		at, _ := d.Object.Place(k.path)
		built := d.c.o.Kustomize.Build(d.ctx, BuildRequest{Objects: objects, Adds: d.patches(k), At: at})
		d.take(built)
		objects = built.Objects
	}
	return append(objects, hooks...)
}

// split separates the hooks from the other objects.
func split(objects []manifest.Object) (others, hooks []manifest.Object) {
	for _, o := range objects {
		if o.Annotation("helm.sh/hook") != "" {
			hooks = append(hooks, o)
		} else {
			others = append(others, o)
		}
	}
	return others, hooks
}
