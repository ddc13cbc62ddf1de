# METADATA
# description: |
#   ExternalDNS: its instances and what they are told by flags, environment
#   variables or the values of a chart that is not rendered.
package kubegap.lib.externaldns

import data.kubegap.lib.images
import data.kubegap.lib.scope
import data.kubegap.lib.workloads

# METADATA
# description: |
#   The instances that are rendered, judged or not: {"workload", "container", "path" of
#   the container in the holder of the pod template}.
instances := [object.union(c, {"workload": workload}) |
	some workload in scope.all_of_kind("apps/Deployment")
	some c in _containers(workload)
]

_containers(workload) := [c |
	some c in workloads.long_running(workload)
	images.basename(c.container.image) == "external-dns"
]

# METADATA
# description: |
#   The values that an instance is given for a flag, such as "domain-filter":
#   as --flag=value, as --flag value, or by the environment variable that stands
#   for the flag.
# related_resources:
#   - ref: https://github.com/kubernetes-sigs/external-dns/blob/master/docs/flags.md
values_of(instance, flag) := _arguments(instance.container, flag) if {
	count(_arguments(instance.container, flag)) > 0
} else := {value |
	name := concat("", ["EXTERNAL_DNS_", upper(replace(flag, "-", "_"))])
	some variable in instance.container.env
	variable.name == name
	some value in split(sprintf("%v", [object.get(variable, "value", "$(unknown)")]), "\n")
}

_arguments(container, flag) := {value |
	some word in _words(container)
	startswith(word, concat("", ["--", flag, "="]))
	value := substring(word, count(flag) + 3, -1)
} | {words[i + 1] |
	words := _words(container)
	some i, word in words
	word == concat("", ["--", flag])
}

_words(container) := [word |
	some field in ["command", "args"]
	some word in container[field]
	is_string(word)
]

# METADATA
# description: |
#   The providers that the instances in the scope of obj write to, as far as they
#   are known: "aws", "cloudflare" and so on.
providers(obj) := {provider |
	some e in array.concat([obj.environment], input.environments[obj.environment].sees)
	some provider in _providers[e]
}

_providers[e] := names if {
	some e, environment in input.environments
	names := {name | some name in _of_instances(environment)} | {name | some name in _of_charts(environment)}
}

_of_instances(environment) := {name |
	some i in environment.by_kind["apps/Deployment"]
	some c in _containers(input.objects[i])
	some name in values_of(c, "provider")
}

_of_charts(environment) := {name |
	some settings in _chart_values(environment)
	some name in _named(settings.provider)
}

_named(provider) := {provider} if is_string(provider)

_named(provider) := {provider.name} if is_object(provider)

# The values that Flux and Argo CD give to the chart of ExternalDNS.
_chart_values(environment) := [settings |
	some kind in ["argoproj.io/Application", "helm.toolkit.fluxcd.io/HelmRelease"]
	some i in environment.by_kind[kind]
	some settings in _settings(input.objects[i].body.spec)
	is_object(settings)
]

_settings(spec) := [spec.values] if spec.chart.spec.chart == "external-dns"

_settings(spec) := [spec.source.helm.valuesObject] if spec.source.chart == "external-dns"

# METADATA
# description: |
#   Whether an instance anywhere is told to look at a part of the objects only:
#   by namespace, class, label or annotation.
filtered if {
	some instance in instances
	some flag in ["annotation-filter", "gateway-label-filter", "gateway-namespace", "ingress-class", "label-filter", "namespace"]
	count(values_of(instance, flag)) > 0
}

filtered if {
	some environment in input.environments
	some settings in _chart_values(environment)
	regex.match(`"(annotationFilter|gatewayNamespace|ingressClassFilters|labelFilter|namespace|namespaced)":|--(annotation-filter|gateway-|ingress-class|label-filter|namespace)`, json.marshal(settings))
}
