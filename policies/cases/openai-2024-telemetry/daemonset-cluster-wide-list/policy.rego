# METADATA
# title: Agent on every node that may list what the whole cluster holds
# description: |
#   A DaemonSet has a pod on each node. If each pod asks the API server for all pods,
#   nodes or endpoints, the answers grow with the cluster and so does the number of those
#   who ask: a hundred nodes cost what is harmless on ten a hundred times over.
#
#   The rule follows the ServiceAccount of a DaemonSet to ClusterRoles that allow list or
#   watch on pods, nodes, endpoints, endpoint slices, events, ConfigMaps or Secrets of the
#   whole cluster.
#
#   Left alone:
#
#   - agents that know their node: `spec.nodeName` in an environment variable, or a node's
#     name or the kubelet in arguments, variables and ConfigMaps
#   - Roles, and ClusterRoles that a RoleBinding confines to a namespace
#   - rules with resourceNames
#   - network plugins, proxies, CSI drivers, storage and node managers, which are made to
#     watch, known by their images
#   - ingress controllers and gateways, which have to see all routes
#   - ClusterRoles that are not in scope
#
#   What an agent may do is not what it does, so this is worth a look, not more.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/overview/working-with-objects/field-selectors/
#     description: Field selectors, such as spec.nodeName
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/rbac/
#     description: ClusterRoles and what they allow
# custom:
#   level: note
#   level_reason: |
#     Roles tell what an agent may do, not what it does, and on a small cluster it is
#     harmless.
#   remediation: |
#     Ask for the pods of the own node only, or ask the kubelet; let a small Deployment
#     watch what concerns the whole cluster:
#
#     ```yaml
#     env:
#       - name: NODE_NAME
#         valueFrom:
#           fieldRef:
#             fieldPath: spec.nodeName
#     args: ["--field-selector=spec.nodeName=$(NODE_NAME)"]
#     ```
#   kinds: [apps/DaemonSet]
#   words: [ClusterRoleBinding]
#   since: 0.1.0
package kubegap.cases.openai_2024_telemetry.daemonset_cluster_wide_list

import data.kubegap.lib.images
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some daemonset in objects.of_kind("apps/DaemonSet")
	allowed := _allowed(daemonset)
	count(allowed) > 0
	not _made_to_watch(daemonset)
	not _knows_its_node(daemonset)
	resources := sort({resource | some grant in allowed; some resource in grant.resources})

	violation := result.at_with(
		daemonset,
		array.concat(workloads.spec_path(daemonset), ["serviceAccountName"]),
		sprintf("each node's pod may list %s of the whole cluster, so the load on the API server grows with nodes times objects", [concat(", ", resources)]),
		[result.related(grant.role, ["rules", grant.rule], "allows it") | some grant in allowed],
	)
}

# The rules of ClusterRoles by which the pods may list what grows with the cluster.
_allowed(daemonset) := [{"role": role, "rule": i, "resources": resources} |
	some role in _roles(daemonset)
	some i, rule in role.body.rules
	resources := _listed(rule)
	count(resources) > 0
]

_roles(daemonset) := [input.objects[index] |
	some e in array.concat([daemonset.environment], input.environments[daemonset.environment].sees)
	some name in _bound[e][_account(daemonset)]
	index := input.environments[e].by_name["rbac.authorization.k8s.io/ClusterRole"][name]
]

_account(daemonset) := sprintf("%s/%v", [daemonset.namespace, object.get(workloads.spec(daemonset), "serviceAccountName", "default")])

# The names of the ClusterRoles that are bound to a ServiceAccount, by environment and
# account; as a value, since it is looked up often.
_bound := _bindings

_bindings[e][account] contains role if {
	some e, environment in input.environments
	some i in environment.by_kind["rbac.authorization.k8s.io/ClusterRoleBinding"]
	body := input.objects[i].body
	role := body.roleRef.name
	some subject in body.subjects
	subject.kind == "ServiceAccount"
	account := sprintf("%v/%v", [subject.namespace, subject.name])
}

_listed(rule) := {resource |
	not rule.resourceNames
	some verb in rule.verbs
	verb in ["*", "list", "watch"]
	some resource in rule.resources
	resource in ["*", "configmaps", "endpoints", "endpointslices", "events", "nodes", "pods", "secrets"]
	some group in rule.apiGroups
	group in ["*", "", "discovery.k8s.io"]
}

_made_to_watch(daemonset) if {
	some c in workloads.long_running(daemonset)
	regex.match(
		concat("|", [
			`calico|cilium|aws-node|amazon-k8s-cni|kube-router|flannel|multus|antrea|weave|kube-ovn|ovn|canal|metallb|kube-vip|istio|ztunnel|linkerd|kube-proxy`,
			`csi|longhorn|rook|openebs|node-cache|node-local-dns|node-problem-detector|node-feature|kured|velero|falco|tetragon|system-upgrade|descheduler|spiderpool|karmada`,
			`ingress|traefik|haproxy|kong|envoy|contour|nginx|gateway|device-plugin|gpu|lb-controller|klipper`,
		]),
		images.repository(c.container.image),
	)
}

_knows_its_node(daemonset) if {
	some text in _texts(daemonset)
	regex.match(`(?i)node[._-]?name|kubelet|--node\b|hostname-override`, text)
}

_texts(daemonset) := array.concat(
	[json.marshal(object.filter(c.container, ["args", "command", "env"])) |
		some c in workloads.long_running(daemonset)
	],
	[json.marshal(object.get(used.body, "data", {})) |
		some used in objects.linked(daemonset, "uses")
		used.kind == "ConfigMap"
	],
)
