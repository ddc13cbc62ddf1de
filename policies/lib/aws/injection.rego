package kubegap.lib.aws

import data.kubegap.lib.objects
import data.kubegap.lib.values

# METADATA
# description: |
#   Whether the controller puts a readiness gate into new pods of a namespace,
#   told for an object that lives in it:
#
#       {"state": "on", "off" or "unknown",
#        "namespace": the Namespace, absent where it is not in scope}
#
#   Unknown where nothing in scope tells the labels of the namespace. Argo CD
#   may create it, with the labels that an Application sets.
# related_resources:
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/deploy/pod_readiness_gate/
injection(obj) := {"state": state, "namespace": namespace} if {
	namespace := objects.linked(obj, "lives_in")[0]
	state := _state(object.get(namespace.body, ["metadata", "labels"], {}), obj)
} else := {"state": _state(labels, obj)} if {
	labels := _created_labels(obj)
} else := {"state": "unknown"}

_state(labels, obj) := "on" if {
	is_object(labels)
	_selected(object.union(labels, {"kubernetes.io/metadata.name": obj.namespace}), obj)
} else := "unknown" if {
	values.unknown(labels[inject_label])
} else := "off"

# METADATA
# description: The label on a Namespace that asks for readiness gates.
inject_label := "elbv2.k8s.aws/pod-readiness-gate-inject"

_selected(labels, _) if labels[inject_label] == "enabled"

_selected(labels, obj) if {
	some selector in controller(obj).selectors
	_matches(labels, selector)
}

_matches(labels, selector) if {
	every key, value in object.get(selector, "matchLabels", {}) {
		labels[key] == value
	}
	every expression in object.get(selector, "matchExpressions", []) {
		_holds(labels, expression)
	}
}

_holds(labels, expression) if {
	expression.operator == "In"
	labels[expression.key] in expression.values
}

_holds(labels, expression) if {
	expression.operator == "NotIn"
	not object.get(labels, expression.key, null) in expression.values
}

_holds(labels, expression) if {
	expression.operator == "Exists"
	labels[expression.key]
}

_holds(labels, expression) if {
	expression.operator == "DoesNotExist"
	not labels[expression.key]
}

# The labels of a namespace that Argo CD creates and labels for an Application.
# https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#namespace-metadata
_created_labels(obj) := object.union_n(found) if {
	found := [created.labels |
		some environment in _scope(obj.environment)
		some created in _created[environment]
		created.namespace == obj.namespace
	]
	count(found) > 0
}

_created[e] contains {"namespace": body.spec.destination.namespace, "labels": labels} if {
	some e, environment in input.environments
	some i in environment.by_kind["argoproj.io/Application"]
	body := input.objects[i].body
	"CreateNamespace=true" in body.spec.syncPolicy.syncOptions
	labels := body.spec.syncPolicy.managedNamespaceMetadata.labels
	is_object(labels)
}
