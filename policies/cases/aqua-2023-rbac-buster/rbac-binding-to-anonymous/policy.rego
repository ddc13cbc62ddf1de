# METADATA
# title: Role for anonymous users, or a powerful role for everybody
# description: |
#   Requests without credentials come from the user `system:anonymous` in the group
#   `system:unauthenticated`, and the API server takes them unless it is told not to.
#   A role that is bound to either belongs to everyone who reaches the API server.
#   The groups `system:authenticated` and `system:serviceaccounts` contain every
#   account of the cluster, or every pod; on GKE the first contains everyone who has
#   a Google account.
#
#   Reported are:
#
#   - for anonymous users, the ClusterRoles cluster-admin, admin, edit and view, and
#     roles with rules about API objects
#   - for everybody, cluster-admin, and in a ClusterRoleBinding also admin, edit and
#     roles that lead to more: reading Secrets, running pods or commands in them,
#     taking tokens, impersonating, binding or escalating roles, changing webhooks
#
#   Left alone:
#
#   - the roles that every cluster or OpenShift gives to anonymous users: discovery,
#     version, health, `system:webhook` and others whose names start with `system:`,
#     and the one that lets kubeadm nodes find their cluster
#   - rules about URLs that are no API objects, such as health checks and the keys for
#     OIDC federation
#   - rules about `authentication.k8s.io` and `authorization.k8s.io`, build webhooks
#     and image pulls of OpenShift
#   - reading objects that the rule names, other than Secrets, and the proxy of a
#     named Service
#   - for everybody: view, and roles that lead to nothing more
#   - names of roles that a placeholder fills in
#   - groups of one namespace, as `system:serviceaccounts:shop`, and other groups
#
#   Each such subject of a binding is reported.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/rbac/
#     description: Using RBAC Authorization
#   - ref: https://www.kubernetes.dev/resources/keps/789/
#     description: What unauthenticated users may see by default, and why it became less
#   - ref: https://docs.cloud.google.com/kubernetes-engine/docs/best-practices/rbac
#     description: What the default users and groups mean on GKE
# custom:
#   level: error
#   level_reason: |
#     An open door: nobody is asked who they are, or anyone who has an account may do
#     everything. A warning where anonymous users only read objects other than
#     Secrets, and where everybody gets less than all. A note where the rules of the
#     role are not in sight.
#   remediation: |
#     Bind the role to the group or the ServiceAccount that needs it:
#
#     ```yaml
#     subjects:
#       - kind: Group
#         apiGroup: rbac.authorization.k8s.io
#         name: oidc:platform-team
#     ```
#
#     A binding that has been in use may have let someone in: look in the audit log
#     for requests of `system:anonymous`, and for bindings and DaemonSets that nobody
#     knows.
#   kinds:
#     - rbac.authorization.k8s.io/ClusterRoleBinding
#     - rbac.authorization.k8s.io/RoleBinding
#   words: [anonymous, authenticated, serviceaccounts, unauthenticated]
#   since: 0.1.0
package kubegap.cases.aqua_2023_rbac_buster.rbac_binding_to_anonymous

import data.kubegap.lib.rbac
import data.kubegap.lib.result

# One violation for a binding, for the subject to whom it gives most.
violations contains violation if {
	some binding in rbac.bindings
	some i, subject in binding.body.subjects
	who := _who(subject)
	grant := _grant(who, binding)

	violation := result.with_level(
		result.at_with(
			binding,
			["subjects", i, "name"],
			_message(binding, who, grant),
			grant.related,
		),
		grant.level,
	)
}

_who(subject) := {"open": "anonymous", "name": subject.name, "clause": "whoever reaches the API server, without a login,"} if {
	[subject.kind, subject.name] in [["User", "system:anonymous"], ["Group", "system:unauthenticated"]]
}

_who(subject) := {"open": "everybody", "name": subject.name, "clause": _everybody[subject.name]} if subject.kind == "Group"

_everybody := {
	"system:authenticated": "every account of the cluster",
	"system:serviceaccounts": "every pod of the cluster",
}

# What the binding gives away: the level, the power in words, and places.
_grant(who, binding) := {"level": "error", "power": _builtin[binding.body.roleRef.name], "related": []} if {
	who.open == "anonymous"
	_named(binding)
} else := grant if {
	who.open == "anonymous"
	grant := _by_rules(binding)
} else := {"level": "note", "power": "", "related": []} if {
	who.open == "anonymous"
	not rbac.role(binding)
	is_string(binding.body.roleRef.name)
	not regex.match(`^(system|kubeadm):|[${<]`, binding.body.roleRef.name)
} else := {"level": level, "power": "do anything", "related": []} if {
	who.open == "everybody"
	rbac.grants_cluster_role(binding, "cluster-admin")
	level := {true: "error", false: "warning"}[binding.kind == "ClusterRoleBinding"]
} else := {"level": "warning", "power": _builtin[binding.body.roleRef.name], "related": []} if {
	who.open == "everybody"
	rbac.everywhere(binding)
	_named(binding)
	binding.body.roleRef.name != "view"
} else := grant if {
	who.open == "everybody"
	rbac.everywhere(binding)
	found := _powerful(binding)[0]
	grant := object.union(found, {"level": {true: "error", false: "warning"}[found.power == "do anything"]})
}

_builtin := {
	"cluster-admin": "do anything",
	"admin": "read every Secret and run pods",
	"edit": "read every Secret and run pods",
	"view": "read every workload and ConfigMap",
}

_named(binding) if {
	binding.body.roleRef.kind == "ClusterRole"
	_builtin[binding.body.roleRef.name]
}

# The greatest power that the rules in sight give, else the first thing that is
# nobody's business.
_by_rules(binding) := object.union(_powerful(binding)[0], {"level": "error"}) if {
	count(_powerful(binding)) > 0
} else := object.union(_sensitive(binding)[0], {"level": "warning"})

_powerful(binding) := [{"power": power, "related": [_place(role, i)]} |
	role := rbac.role(binding)
	some i, rule in role.body.rules
	power := rbac.powers(rule)[0]
]

_sensitive(binding) := [{"power": power, "related": [_place(role, i)]} |
	role := rbac.role(binding)
	some i, rule in role.body.rules
	is_string(rule.resources[0])
	is_string(rule.verbs[0])
	not rbac.harmless(rule)
	power := sprintf("%v %v", [_verb(rule.verbs[0]), rule.resources[0]])
]

_verb("*") := "do anything with"

_verb(verb) := verb if verb != "*"

_place(role, i) := result.related(role, ["rules", i], "allows it")

_message(binding, who, grant) := sprintf("gives %s the %s %s, whose rules are not in sight, so what they allow is open to %s", [
	who.name,
	binding.body.roleRef.kind,
	binding.body.roleRef.name,
	trim_suffix(who.clause, ","),
]) if {
	grant.level == "note"
} else := sprintf("gives %s the %s %s, so %s can %s%s", [
	who.name,
	binding.body.roleRef.kind,
	binding.body.roleRef.name,
	who.clause,
	grant.power,
	_where(binding),
])

_where(binding) := "" if {
	rbac.everywhere(binding)
} else := sprintf(" in namespace %s", [binding.namespace])
