# METADATA
# title: Dashboard or default ServiceAccount with cluster-admin
# description: |
#   A ClusterRoleBinding of cluster-admin, or of a ClusterRole in scope that allows
#   everything, to an account that strangers are most likely to get hold of:
#
#   - the ServiceAccount with which a dashboard of the cluster runs: Kubernetes
#     Dashboard, Headlamp, Octant, Weave Scope, Kubernetes Operational View, Portainer
#     or the server of Argo Workflows
#   - a ServiceAccount named kubernetes-dashboard, also where its pods are not in sight
#   - the ServiceAccount default, which every pod of its namespace has that names no
#     other
#
#   Left alone:
#
#   - every other ServiceAccount: GitOps controllers, operators, backup tools and
#     installers need such rights by design
#   - a ServiceAccount that no workload has, such as one made for a login token
#   - roles that allow less, and RoleBindings
#   - Weave Scope where it runs as an agent only
#
#   A binding has one finding.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/rbac/
#     description: Using RBAC Authorization
#   - ref: https://argo-workflows.readthedocs.io/en/latest/argo-server-auth-mode/
#     description: Whose rights the server of Argo Workflows uses
# custom:
#   level: warning
#   level_reason: |
#     Turns a flaw of the dashboard, or of any pod, into the loss of the cluster. An
#     error where the dashboard asks nobody for a login and acts with its own rights.
#     A note for Portainer, which needs them, for Headlamp, whose chart grants them and
#     which uses the visitor's token, and on clusters that are not for production or
#     have one node.
#   remediation: |
#     Current dashboards act with the rights of whoever logs in, and need few of their
#     own. Bind `view`, or a role for the namespaces that the page shows:
#
#     ```yaml
#     roleRef:
#       apiGroup: rbac.authorization.k8s.io
#       kind: ClusterRole
#       name: view
#     ```
#
#     Give a pod that needs more a ServiceAccount of its own instead of default.
#   kinds: [rbac.authorization.k8s.io/ClusterRoleBinding]
#   words: [default, headlamp, portainer, octant, scope, dashboard, view, argocli]
#   since: 0.1.0
package kubegap.cases.tesla_2018_dashboard.dashboard_with_cluster_admin

import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.objects
import data.kubegap.lib.rbac
import data.kubegap.lib.result
import data.kubegap.lib.scope
import data.kubegap.lib.workloads

violations contains violation if {
	some binding in rbac.bindings
	rbac.everywhere(binding)
	_everything(binding)
	holders := [object.union(holder, {"account": _account(subject)}) |
		some subject in binding.body.subjects
		subject.kind == "ServiceAccount"
		holder := _holder(binding, subject)
	]
	worst := [holder |
		some level in ["error", "warning", "note"]
		some holder in holders
		holder.level == level
	][0]

	violation := result.with_level(
		result.at_with(
			binding,
			["roleRef", "name"],
			sprintf("gives %s to ServiceAccount %s, %s", [binding.body.roleRef.name, worst.account, worst.message]),
			worst.related,
		),
		_level(binding, worst.level),
	)
}

_everything(binding) if rbac.grants_cluster_role(binding, "cluster-admin")

_everything(binding) if {
	some rule in rbac.role(binding).body.rules
	rbac.powers(rule)[0] == "do anything"
}

# What makes the account dangerous. A dashboard in sight tells most.
_holder(binding, subject) := {"level": tool.level, "message": message, "related": related} if {
	tool := _dashboard(binding, subject)
	message := sprintf("with which %s runs %s, so %s", [objects.title(tool.workload), tool.name, _consequence(tool.level)])
	related := [result.related(workloads.holder(tool.workload), array.concat(tool.path, ["image"]), "runs the dashboard")]
} else := {"level": "warning", "message": message, "related": []} if {
	subject.name == "kubernetes-dashboard"
	message := "so whoever gets hold of the dashboard owns the cluster"
} else := {"level": "warning", "message": message, "related": []} if {
	subject.name == "default"
	message := sprintf("so every pod of namespace %v that names no other account owns the cluster", [subject.namespace])
}

_consequence("error") := "whoever opens the page owns the cluster, without a login"

_consequence(level) := "whoever breaks into the pod owns the cluster" if level != "error"

_dashboard(binding, subject) := [tool |
	some e in scope.of(binding)
	some tool in _dashboards[[e, _account(subject)]]
][0]

# The dashboards of each environment, by the account with which they run.
_dashboards := {key: tools | some key, tools in _running}

_running[[workload.environment, account]] contains tool if {
	some workload in workloads.all
	some c in workloads.long_running(workload)
	found := _tool(c.container)
	name := object.get(workloads.spec(workload), "serviceAccountName", "default")
	account := sprintf("%s/%v", [workload.namespace, name])
	tool := object.union(found, {"workload": workload, "path": c.path})
}

_account(subject) := sprintf("%v/%v", [object.get(subject, "namespace", ""), subject.name])

# The dashboard that a container runs. One that acts for visitors with its own
# rights, and does not ask who they are, is an open door.
_tool(container) := {"name": "Kubernetes Dashboard without a login", "level": "error"} if {
	_is(container.image, {"kubernetesui/dashboard", "kubernetes-dashboard-amd64"})
	_flag(container, `--enable-skip-login(=true)?`)
} else := {"name": "Kubernetes Dashboard", "level": "warning"} if {
	_is(container.image, {"kubernetesui/dashboard", "kubernetesui/dashboard-api", "kubernetes-dashboard-amd64"})
} else := {"name": "Weave Scope", "level": "error"} if {
	_is(container.image, {"weaveworks/scope"})
	not _flag(container, `--?(mode[= ]probe|probe-only|no-app)`)
} else := {"name": "the server of Argo Workflows", "level": "error"} if {
	_is(container.image, {"argocli"})
	_flag(container, `--auth-mode[= ]server`)
} else := {"name": name, "level": level} if {
	some repository, [name, level] in {
		"headlamp": ["Headlamp", "note"],
		"kube-ops-view": ["Kubernetes Operational View", "warning"],
		"octant": ["Octant", "warning"],
		"portainer": ["Portainer", "note"],
		"portainer-ce": ["Portainer", "note"],
		"portainer-ee": ["Portainer", "note"],
	}
	images.basename(container.image) == repository
}

_is(image, repositories) if {
	some repository in repositories
	images.is(image, repository)
}

_flag(container, pattern) if {
	words := [word |
		some field in ["command", "args"]
		some word in container[field]
		is_string(word)
	]
	regex.match(sprintf(`(^|\s)%s(\s|$)`, [pattern]), concat(" ", words))
}

_level(binding, level) := "note" if {
	environment.not_production(binding)
} else := "note" if {
	environment.one_node(binding)
} else := level
