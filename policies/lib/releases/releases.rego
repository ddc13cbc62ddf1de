# METADATA
# description: |
#   Charts that Flux, Argo CD or k3s installs, and the values it gives them.
package kubegap.lib.releases

import data.kubegap.lib.objects

# METADATA
# description: |
#   The judged releases of the charts, each {"object", "chart": the name, "version":
#   of the chart, "" if none is named, "values", "path": of the values in the object}.
#   Left out are those whose values are not
#   all there, but in ConfigMaps, files, parameters or placeholders, those of Flux that
#   are suspended or change what the chart renders, and those whose chart is rendered,
#   so that its objects tell more.
# related_resources:
#   - ref: https://fluxcd.io/flux/components/helm/helmreleases/
#   - ref: https://argo-cd.readthedocs.io/en/stable/user-guide/helm/
#   - ref: https://docs.k3s.io/helm
of(charts) := [release |
	some release in array.concat(array.concat(_flux(charts), _argo(charts)), _k3s(charts))
	not _rendered(release.object)
]

_rendered(obj) if {
	some unit in input.units
	unit.deployed_by.kind == obj.kind
	unit.deployed_by.name == obj.name
	not unit.partial
}

# METADATA
# description: |
#   The release as an object of the namespace that it installs its chart into.
installed(release) := object.union(release.object, {"namespace": namespace, "body": {"metadata": {"namespace": namespace}}}) if {
	some path in [["spec", "targetNamespace"], ["spec", "destination", "namespace"]]
	namespace := object.get(release.object.body, path, null)
	is_string(namespace)
} else := release.object

_flux(charts) := [release |
	some obj in objects.of_kind("helm.toolkit.fluxcd.io/HelmRelease")
	chart := _flux_chart(obj)
	chart in charts
	every field in ["postRenderers", "valuesFrom"] {
		object.get(obj.body.spec, field, []) in [[], null]
	}
	not obj.body.spec.suspend == true
	not is_string(object.get(obj.body.spec, "values", null))
	release := {
		"object": obj,
		"chart": chart,
		"version": _version(object.get(obj.body.spec, ["chart", "spec", "version"], "")),
		"values": _mapping(object.get(obj.body.spec, "values", {})),
		"path": ["spec", "values"],
	}
]

_flux_chart(obj) := obj.body.spec.chart.spec.chart

_flux_chart(obj) := segments[count(segments) - 1] if {
	reference := obj.body.spec.chartRef
	reference.kind == "OCIRepository"
	key := sprintf("%v/%v", [object.get(reference, "namespace", obj.namespace), reference.name])
	some e in array.concat([obj.environment], input.environments[obj.environment].sees)
	source := input.objects[input.environments[e].by_name["source.toolkit.fluxcd.io/OCIRepository"][key]]
	segments := split(source.body.spec.url, "/")
}

_argo(charts) := [release |
	some obj in objects.of_kind("argoproj.io/Application")
	some source in _sources(obj.body.spec)
	chart := _basename(source.source.chart)
	chart in charts
	helm := _mapping(object.get(source.source, "helm", {}))
	every field in ["valueFiles", "fileParameters", "parameters"] {
		object.get(helm, field, []) in [[], null]
	}
	given := _argo_values(helm)
	release := {
		"object": obj,
		"chart": chart,
		"version": _version(object.get(source.source, "targetRevision", "")),
		"values": given.values,
		"path": array.concat(source.path, given.path),
	}
]

_argo_values(helm) := {"values": helm.valuesObject, "path": ["helm", "valuesObject"]} if {
	is_object(helm.valuesObject)
} else := {"values": yaml.unmarshal(helm.values), "path": ["helm", "values"]} if {
	_document(helm.values)
} else := {"values": {}, "path": ["helm"]} if {
	object.get(helm, "values", null) in ["", null]
}

_sources(spec) := [{"source": source, "path": ["spec", "sources", i]} | some i, source in spec.sources] if {
	spec.sources
} else := [{"source": spec.source, "path": ["spec", "source"]}]

_k3s(charts) := [release |
	some obj in objects.of_kind("helm.cattle.io/HelmChart")
	chart := _basename(obj.body.spec.chart)
	chart in charts
	not obj.body.spec.valuesSecrets
	not obj.body.spec.set
	given := _k3s_values(obj.body.spec)
	release := {
		"object": obj,
		"chart": chart,
		"version": _version(object.get(obj.body.spec, "version", "")),
		"values": given,
		"path": ["spec", "valuesContent"],
	}
]

_k3s_values(spec) := yaml.unmarshal(spec.valuesContent) if {
	_document(spec.valuesContent)
} else := {} if {
	object.get(spec, "valuesContent", null) in ["", null]
}

_document(text) if {
	is_string(text)
	yaml.is_valid(text)
	is_object(yaml.unmarshal(text))
}

_basename(chart) := segments[count(segments) - 1] if {
	is_string(chart)
	segments := split(chart, "/")
}

_version(value) := value if {
	is_string(value)
} else := ""

_mapping(value) := value if {
	is_object(value)
} else := {}
