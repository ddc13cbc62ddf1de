package kubegap.lib.aws

# The values that each environment gives to the chart of the controller, one
# entry for each release.
_chart_values[e] := list if {
	some e, environment in input.environments
	list := array.concat(
		array.concat(_flux(environment), _k3s(environment)),
		_argo(environment),
	)
	count(list) > 0
}

_chart := "aws-load-balancer-controller"

_flux(environment) := [values |
	some i in environment.by_kind["helm.toolkit.fluxcd.io/HelmRelease"]
	body := input.objects[i].body
	body.spec.chart.spec.chart == _chart
	values := _mapping(object.get(body, ["spec", "values"], {}))
]

_k3s(environment) := [values |
	some i in environment.by_kind["helm.cattle.io/HelmChart"]
	body := input.objects[i].body
	regex.match(`(^|/)aws-load-balancer-controller$`, sprintf("%v", [body.spec.chart]))
	values := _parsed(object.get(body, ["spec", "valuesContent"], ""))
]

_argo(environment) := [values |
	some i in environment.by_kind["argoproj.io/Application"]
	spec := input.objects[i].body.spec
	some source in _sources(spec)
	source.chart == _chart
	helm := _mapping(object.get(source, "helm", {}))
	values := object.union_n([
		_parsed(object.get(helm, "values", "")),
		_mapping(object.get(helm, "valuesObject", {})),
		_parameters_of(helm),
	])
]

_sources(spec) := [spec.source] if not spec.sources

_sources(spec) := spec.sources if spec.sources

_mapping(value) := value if is_object(value)

_mapping(value) := {} if not is_object(value)

# Parameters set single values by their dotted path; those of one key are read.
_parameters_of(helm) := object.union_n([{parameter.name: parameter.value} |
	some parameter in object.get(helm, "parameters", [])
])

_parsed(text) := values if {
	is_string(text)
	yaml.is_valid(text)
	values := yaml.unmarshal(text)
	is_object(values)
} else := {}
