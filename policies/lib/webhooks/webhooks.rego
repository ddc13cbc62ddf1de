# METADATA
# description: |
#   Admission webhooks: which requests they are called for, and what becomes of a
#   request when they do not answer. A hook is
#
#       {"configuration": the object that holds it, "webhook": its mapping,
#        "path": the path to it in that object}
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/
#     description: Rules, selectors, match conditions and failure policy
package kubegap.lib.webhooks

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.values

# METADATA
# description: The kinds that hold webhooks.
kinds := [
	"admissionregistration.k8s.io/MutatingWebhookConfiguration",
	"admissionregistration.k8s.io/ValidatingWebhookConfiguration",
]

# METADATA
# description: The label that the API server puts on every Namespace, with its name.
name_label := "kubernetes.io/metadata.name"

# METADATA
# description: The hooks of all judged configurations.
declared := [hook |
	some configuration in objects.of_kinds(kinds)
	some hook in hooks(configuration)
]

# METADATA
# description: The hooks of a configuration.
hooks(configuration) := [{"configuration": configuration, "webhook": webhook, "path": ["webhooks", i]} |
	some i, webhook in configuration.body.webhooks
	is_object(webhook)
]

# METADATA
# description: How messages name a hook.
title(hook) := sprintf("%v", [object.get(hook.webhook, "name", "the webhook")])

# METADATA
# description: |
#   Whether a request is refused when the hook cannot be called: failurePolicy
#   Fail, which v1 takes where it is absent, and v1beta1 does not.
fails_closed(hook) if hook.webhook.failurePolicy == "Fail"

fails_closed(hook) if {
	object.get(hook.webhook, "failurePolicy", null) == null
	hook.configuration.version == "v1"
}

# METADATA
# description: |
#   Whether only expressions tell which requests the hook gets, so that its rules
#   and selectors do not.
conditional(hook) if hook.webhook.matchConditions[0]

# METADATA
# description: Whether the hook is called on the machine of the API server itself.
beside_api_server(hook) if {
	url := hook.webhook.clientConfig.url
	is_string(url)
	regex.match(`^https://(localhost|127\.[0-9.]+|\[::1\])[:/]`, url)
}

# METADATA
# description: What answers for the hook, such as "Service opa/opa".
backend(hook) := sprintf("Service %v/%v", [service.namespace, service.name]) if {
	service := hook.webhook.clientConfig.service
} else := split(split(url, "://")[1], "/")[0] if {
	url := hook.webhook.clientConfig.url
	is_string(url)
	contains(url, "://")
} else := "its backend"

# METADATA
# description: The Service that the hook calls, or undefined where it is not in scope.
service(hook) := found[0] if {
	found := [reference.object |
		some reference in objects.references(hook.configuration, "calls")
		array.slice(reference.path, 0, 2) == hook.path
	]
	count(found) > 0
}

# METADATA
# description: |
#   The path to the first rule by which the hook is called for a request, which is
#   {"group", "resource", "operation", "scope"}: the resource as "pods" or
#   "nodes/status", the scope Namespaced or Cluster. Undefined where none matches.
#   Selectors are left to other functions.
# related_resources:
#   - ref: https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules/rules.go
rule(hook, request) := array.concat(hook.path, ["rules", min(matching)]) if {
	matching := {i |
		some i, candidate in hook.webhook.rules
		is_object(candidate)
		_matches(candidate, request)
	}
	count(matching) > 0
}

_matches(candidate, request) if {
	object.get(candidate, "scope", "*") in ["*", request.scope]
	some group in candidate.apiGroups
	group in ["*", request.group]
	some operation in candidate.operations
	operation in ["*", request.operation]
	some version in candidate.apiVersions
	version in ["*", "v1"]
	some pattern in candidate.resources
	_resource(pattern, request.resource)
}

# As the API server has it, "*" after the slash stands for no subresource too.
_resource(pattern, resource) if pattern == resource

_resource(pattern, resource) if {
	is_string(pattern)
	wanted := split(pattern, "/")
	given := split(resource, "/")
	wanted[0] in ["*", given[0]]
	array.slice(wanted, 1, 2) in [["*"], array.slice(given, 1, 2)]
}

# METADATA
# description: |
#   What the namespaceSelector of the hook says of a namespace:
#
#       "excluded"  it keeps the hook away: by the name, or by a label that is known
#       "opt-in"    the hook is for what carries a label, or cannot be told
#       "by label"  only labels that someone has to set keep it away
#       "included"  nothing keeps it away
#
#   The name of the namespace is known, its other labels where it is in scope.
namespace_state(hook, name) := "opt-in" if {
	_unreadable(hook.webhook, "namespaceSelector")
} else := "excluded" if {
	some term in selector(hook.webhook, "namespaceSelector")
	_verdict(term, _namespace_labels(hook.configuration, name)) == "no"
} else := "opt-in" if {
	some term in selector(hook.webhook, "namespaceSelector")
	_verdict(term, _namespace_labels(hook.configuration, name)) == "unknown"
	_opts_in(term)
} else := "by label" if {
	count(opt_out_labels(hook)) > 0
} else := "included"

# METADATA
# description: The labels, other than the name, that keep the hook away where they are set.
opt_out_labels(hook) := [term.key |
	some term in selector(hook.webhook, "namespaceSelector")
	term.operator in {"NotIn", "DoesNotExist"}
	term.key != name_label
]

# METADATA
# description: |
#   Whether the platform keeps the hook away from its own namespaces, whatever the
#   manifest says: AKS adds that to the selectors. Where no cloud is known, or the
#   admission enforcer is turned off for the configuration, it does not.
# related_resources:
#   - ref: https://github.com/Azure/AKS/issues/4002
platform_excludes(hook) if {
	"azure" in environment.cloud(hook.configuration)
	not objects.annotation(hook.configuration, "admissions.enforcer/disabled")
	not objects.label(hook.configuration, "admissions.enforcer/disabled")
}

# OpenShift labels its own namespaces with their run level.
platform_excludes(hook) if {
	some term in selector(hook.webhook, "namespaceSelector")
	term.key == "openshift.io/run-level"
}

# METADATA
# description: Whether the hook is only for objects that carry a label, or that cannot be told.
opts_in_by_object(hook) if _unreadable(hook.webhook, "objectSelector")

opts_in_by_object(hook) if {
	some term in selector(hook.webhook, "objectSelector")
	_opts_in(term)
}

# METADATA
# description: |
#   Whether the objectSelector of the hook may match objects with exactly these
#   labels.
selects_object(hook, labels) if {
	not _unreadable(hook.webhook, "objectSelector")
	every term in selector(hook.webhook, "objectSelector") {
		_verdict(term, {"known": labels, "complete": true}) == "yes"
	}
}

# METADATA
# description: |
#   The terms of a label selector of a webhook, {"key", "operator", "values"} each;
#   those of matchLabels are written as In.
selector(webhook, field) := array.concat(
	[{"key": key, "operator": "In", "values": [value]} |
		some key, value in object.get(webhook, [field, "matchLabels"], {})
	],
	[{"key": term.key, "operator": term.operator, "values": object.get(term, "values", [])} |
		some term in object.get(webhook, [field, "matchExpressions"], [])
		is_object(term)
	],
)

_unreadable(webhook, field) if {
	given := object.get(webhook, field, null)
	not is_null(given)
	not is_object(given)
}

_unreadable(webhook, field) if {
	some term in selector(webhook, field)
	some text in array.concat([term.key], _list(term.values))
	values.unknown(text)
}

_list(value) := value if {
	is_array(value)
} else := []

_opts_in(term) if term.operator in {"In", "Exists"}

# What the term says of an object whose labels are known in part or in full.
_verdict(term, labels) := "unknown" if {
	not labels.complete
	object.get(labels.known, term.key, null) == null
} else := "yes" if {
	_holds(term, object.get(labels.known, term.key, null))
} else := "no"

_holds(term, value) if {
	term.operator == "In"
	value in term.values
}

_holds(term, value) if {
	term.operator == "NotIn"
	not value in term.values
}

_holds(term, value) if {
	term.operator == "Exists"
	value != null
}

_holds(term, value) if {
	term.operator == "DoesNotExist"
	value == null
}

_namespace_labels(obj, name) := {
	"known": object.union(_labels(namespace(obj, name)), {name_label: name}),
	"complete": true,
} if {
	namespace(obj, name)
} else := {"known": {name_label: name}, "complete": false}

_labels(obj) := labels if {
	labels := obj.body.metadata.labels
	is_object(labels)
} else := {}

# METADATA
# description: The Namespace of a name in the scope of obj, or undefined.
namespace(obj, name) := found[0] if {
	found := [input.objects[i] |
		some e in array.concat([obj.environment], input.environments[obj.environment].sees)
		i := input.environments[e].by_name.Namespace[name]
	]
	count(found) > 0
}
