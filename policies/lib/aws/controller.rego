package kubegap.lib.aws

# METADATA
# description: |
#   The settings of the AWS Load Balancer Controller that are in scope of obj:
#
#       {"target_types": the default target types that they name,
#        "params": [{"class", "type"}] of class parameters in chart values,
#        "injects": false where the injection of readiness gates is turned off,
#        "selectors": namespace selectors of the webhook that injects them}
#
#   They are read from the controller's Deployment and webhook, and, where its
#   chart is not rendered, from the chart values of a Flux HelmRelease, an Argo CD
#   Application or a k3s HelmChart.
# related_resources:
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/configurations/
controller(obj) := _controller(obj.environment)

# Made once for each environment.
_controller(e) := {
	"target_types": {type |
		some environment in scope
		some type in _target_types[environment]
	},
	"params": [parameters |
		some environment in scope
		some parameters in _params[environment]
	],
	"injects": count([environment |
		some environment in scope
		environment in _without_injection
	]) == 0,
	"selectors": [selector |
		some environment in scope
		some selector in _selectors[environment]
	],
} if {
	scope := _scope(e)
}

_scope(e) := array.concat([e], input.environments[e].sees)

_target_types[e] contains type if {
	some e, words in _arguments
	some type in _flag(words, "--default-target-type")
}

_target_types[e] contains values.defaultTargetType if {
	some e, list in _chart_values
	some values in list
}

_params[e] contains {"class": object.get(values, "ingressClass", "alb"), "type": type} if {
	some e, list in _chart_values
	some values in list
	type := values.ingressClassParams.spec.targetType
}

_without_injection contains e if {
	some e, words in _arguments
	"false" in _flag(words, "--enable-pod-readiness-gate-inject")
}

_without_injection contains e if {
	some e, list in _chart_values
	some values in list
	values.enablePodReadinessGateInject in {false, "false"}
}

_selectors[e] contains {"matchExpressions": values.webhookNamespaceSelectors} if {
	some e, list in _chart_values
	some values in list
	is_array(values.webhookNamespaceSelectors)
	count(values.webhookNamespaceSelectors) > 0
}

_selectors[e] contains webhook.namespaceSelector if {
	some e, environment in input.environments
	some i in environment.by_kind["admissionregistration.k8s.io/MutatingWebhookConfiguration"]
	some webhook in input.objects[i].body.webhooks
	webhook.name == "mpod.elbv2.k8s.aws"
	is_object(webhook.namespaceSelector)
}

# The words on the command lines of the controllers of each environment.
_arguments[e] := words if {
	some e, environment in input.environments
	words := [word |
		some i in environment.by_kind["apps/Deployment"]
		contains(input.objects[i].name, "load-balancer-controller")
		some container in input.objects[i].body.spec.template.spec.containers
		some field in ["command", "args"]
		some word in container[field]
		is_string(word)
	]
	count(words) > 0
}

_flag(words, name) := {value |
	some word in words
	startswith(word, concat("", [name, "="]))
	value := substring(word, count(name) + 1, -1)
} | {words[i + 1] |
	some i, word in words
	word == name
}
