package kubegap.lib.releases_test

import data.kubegap.lib.fixture
import data.kubegap.lib.releases

test_flux if {
	_of([_flux({"chart": {"spec": {"chart": "prometheus"}}, "values": {"a": 1}})]) == [[{"a": 1}, ["spec", "values"]]]
	_of([_flux({"chart": {"spec": {"chart": "prometheus"}}})]) == [[{}, ["spec", "values"]]]
	_of([_flux({"chart": {"spec": {"chart": "prometheus"}}, "valuesFrom": [{"kind": "ConfigMap", "name": "x"}]})]) == []
	_of([_flux({"chart": {"spec": {"chart": "grafana"}}})]) == []
}

test_flux_may_change_what_the_values_tell if {
	every field in [{"values": "${VALUES}"}, {"suspend": true}, {"postRenderers": [{"kustomize": {}}]}] {
		_of([_flux(object.union({"chart": {"spec": {"chart": "prometheus"}}}, field))]) == []
	}
	every field in [{"suspend": false}, {"postRenderers": []}] {
		count(_of([_flux(object.union({"chart": {"spec": {"chart": "prometheus"}}}, field))])) == 1
	}
}

test_flux_names_a_repository if {
	_of([
		_flux({"chartRef": {"kind": "OCIRepository", "name": "p"}}),
		{
			"apiVersion": "source.toolkit.fluxcd.io/v1",
			"kind": "OCIRepository",
			"metadata": {"name": "p", "namespace": "monitoring"},
			"spec": {"url": "oci://registry.example/charts/prometheus"},
		},
	]) == [[{}, ["spec", "values"]]]
}

test_argo_cd if {
	_of([_argo({"chart": "prometheus", "helm": {"valuesObject": {"a": 1}}})]) == [[{"a": 1}, ["spec", "source", "helm", "valuesObject"]]]
	_of([_argo({"chart": "prometheus", "helm": {"values": "a: 1"}})]) == [[{"a": 1}, ["spec", "source", "helm", "values"]]]
	_of([_argo({"chart": "prometheus"})]) == [[{}, ["spec", "source", "helm"]]]
	_of([_argo({"chart": "prometheus", "helm": {"valueFiles": ["$values/a.yaml"]}})]) == []
	_of([_argo({"chart": "prometheus", "helm": {"values": "{{ broken"}})]) == []
}

test_k3s if {
	_of([_k3s({"chart": "stable/prometheus", "valuesContent": "a: 1"})]) == [[{"a": 1}, ["spec", "valuesContent"]]]
	_of([_k3s({"chart": "prometheus", "set": {"a": 1}})]) == []
}

test_values_of_the_wrong_type_are_no_release if {
	_of([_flux({"chart": 7}), _argo({"chart": 7, "helm": []}), _k3s({"chart": {}})]) == []
}

_of(manifests) := found if {
	list := releases.of({"prometheus"}) with input as fixture.document(manifests)
	found := [[release.values, release.path] | some release in list]
}

_flux(spec) := _object("helm.toolkit.fluxcd.io/v2", "HelmRelease", spec)

_argo(source) := _object("argoproj.io/v1alpha1", "Application", {"source": source})

_k3s(spec) := _object("helm.cattle.io/v1", "HelmChart", spec)

_object(version, kind, spec) := {
	"apiVersion": version,
	"kind": kind,
	"metadata": {"name": "metrics", "namespace": "monitoring"},
	"spec": spec,
}
