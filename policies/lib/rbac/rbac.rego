# METADATA
# description: Bindings of roles, and what the roles allow.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/rbac/
package kubegap.lib.rbac

import data.kubegap.lib.objects
import data.kubegap.lib.scope

# METADATA
# description: Every judged RoleBinding and ClusterRoleBinding.
bindings := objects.of_kinds([
	"rbac.authorization.k8s.io/ClusterRoleBinding",
	"rbac.authorization.k8s.io/RoleBinding",
])

# METADATA
# description: Whether the binding counts in every namespace.
everywhere(binding) if binding.kind == "ClusterRoleBinding"

# METADATA
# description: Whether the binding grants the ClusterRole of that name.
grants_cluster_role(binding, name) if {
	binding.body.roleRef.kind == "ClusterRole"
	binding.body.roleRef.name == name
}

# METADATA
# description: |
#   The role that the binding grants. Undefined where it is not in scope, and for
#   an aggregated ClusterRole, whose rules the control plane gathers.
role(binding) := obj if {
	reference := binding.body.roleRef
	namespace := {"ClusterRole": "", "Role": binding.namespace}[reference.kind]
	kind := concat("/", ["rbac.authorization.k8s.io", reference.kind])
	obj := scope.named(binding, kind, namespace, reference.name)
	not obj.body.aggregationRule
}

# METADATA
# description: |
#   What of the powers that lead to more a rule of a role allows, the greatest
#   first, such as "read every Secret". A rule that is limited to named objects
#   has none of them. Writing roles and bindings is no such power, because the
#   API server lets nobody grant more than they have, unless the verbs escalate
#   or bind are allowed.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping
powers(rule) := [power.what |
	some power in _powers
	_allows(rule, power)
]

_powers := [
	{"what": "do anything", "groups": {"*"}, "resources": {"*"}, "verbs": {"*"}},
	{"what": "read every Secret", "groups": {""}, "resources": {"secrets"}, "verbs": {"get", "list", "watch"}},
	{
		"what": "act as any other account",
		"groups": {""},
		"resources": {"groups", "serviceaccounts", "users"},
		"verbs": {"impersonate"},
	},
	{
		"what": "grant itself any role",
		"groups": {"rbac.authorization.k8s.io"},
		"resources": {"clusterroles", "roles"},
		"verbs": {"bind", "escalate"},
	},
	{
		"what": "take the token of any ServiceAccount",
		"groups": {""},
		"resources": {"serviceaccounts/token"},
		"verbs": {"create"},
	},
	{"what": "run commands in every pod", "groups": {""}, "resources": {"pods/attach", "pods/exec"}, "verbs": {"create", "get"}},
	{"what": "run pods", "groups": {""}, "resources": {"pods"}, "verbs": {"create"}},
	{
		"what": "run pods",
		"groups": {"apps"},
		"resources": {"daemonsets", "deployments", "statefulsets"},
		"verbs": {"create", "patch", "update"},
	},
	{"what": "run pods", "groups": {"batch"}, "resources": {"cronjobs", "jobs"}, "verbs": {"create"}},
	{
		"what": "change what admission webhooks see",
		"groups": {"admissionregistration.k8s.io"},
		"resources": {"mutatingwebhookconfigurations", "validatingwebhookconfigurations"},
		"verbs": {"create", "patch", "update"},
	},
]

_allows(rule, power) if {
	not rule.resourceNames[0]
	_one_of(rule.apiGroups, power.groups)
	_one_of(rule.resources, power.resources)
	_one_of(rule.verbs, power.verbs)
}

_one_of(listed, wanted) if {
	some item in listed
	item in wanted
}

_one_of(listed, _) if {
	some item in listed
	item == "*"
}

# METADATA
# description: |
#   Whether a rule gives away nothing that is not public anyway, or that is meant
#   for callers without an account: reviews of access and tokens, build webhooks
#   and image pulls of OpenShift, the proxy of a named Service, reading named
#   objects other than Secrets.
# related_resources:
#   - ref: https://github.com/openshift/origin/pull/28750
harmless(rule) if {
	every group in rule.apiGroups {
		group in {"authentication.k8s.io", "authorization.k8s.io"}
	}
}

harmless(rule) if {
	every resource in rule.resources {
		resource in {"buildconfigs/webhooks", "imagestreams/layers"}
	}
}

harmless(rule) if {
	rule.resourceNames[0]
	every resource in rule.resources {
		is_string(resource)
		endswith(resource, "/proxy")
	}
}

harmless(rule) if {
	rule.resourceNames[0]
	every verb in rule.verbs {
		verb in {"get", "list", "watch"}
	}
	every resource in rule.resources {
		not resource in {"*", "secrets"}
	}
}
