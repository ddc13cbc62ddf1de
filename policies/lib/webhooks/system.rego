package kubegap.lib.webhooks

# METADATA
# description: |
#   The requests that keep a cluster going, the worst to lose first: each has what
#   function rule takes, the namespace unless it is of cluster scope, and the level and
#   effect of a webhook that refuses it.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/architecture/leases/
#     description: Heartbeats of nodes, and leader election
#   - ref: https://cloud.google.com/anthos/clusters/docs/multi-cloud/aws/troubleshoot/webhooks
#     description: Requests that no webhook should intercept, as Google has it
system_requests := [
	{
		"group": "coordination.k8s.io", "resource": "leases", "operation": "UPDATE",
		"scope": "Namespaced", "namespace": "kube-node-lease",
		"level": "error", "effect": "no node can renew its lease and all turn NotReady",
	},
	{
		"group": "coordination.k8s.io", "resource": "leases", "operation": "UPDATE",
		"scope": "Namespaced", "namespace": "kube-system",
		"level": "error", "effect": "scheduler and controllers lose their leadership",
	},
	{
		"group": "", "resource": "pods", "operation": "CREATE",
		"scope": "Namespaced", "namespace": "kube-system",
		"level": "warning", "effect": "no pod of the system can be replaced",
	},
	{
		"group": "", "resource": "pods/binding", "operation": "CREATE",
		"scope": "Namespaced", "namespace": "kube-system",
		"level": "warning", "effect": "no pod of the system can be scheduled",
	},
	{
		"group": "", "resource": "nodes", "operation": "CREATE", "scope": "Cluster",
		"level": "warning", "effect": "no new node can join",
	},
	{
		"group": "", "resource": "nodes/status", "operation": "UPDATE", "scope": "Cluster",
		"level": "warning", "effect": "nodes cannot report their status",
	},
	{
		"group": "discovery.k8s.io", "resource": "endpointslices", "operation": "UPDATE",
		"scope": "Namespaced", "namespace": "kube-system",
		"level": "warning", "effect": "cluster DNS keeps the addresses of pods that are gone",
	},
	{
		"group": "", "resource": "endpoints", "operation": "UPDATE",
		"scope": "Namespaced", "namespace": "kube-system",
		"level": "warning", "effect": "Services of the system keep the addresses of pods that are gone",
	},
	{
		"group": "apps", "resource": "replicasets", "operation": "CREATE",
		"scope": "Namespaced", "namespace": "kube-system",
		"level": "note", "effect": "no Deployment of the system can roll out",
	},
	{
		"group": "", "resource": "configmaps", "operation": "UPDATE",
		"scope": "Namespaced", "namespace": "kube-system",
		"level": "note", "effect": "the control plane cannot write its configuration",
	},
	{
		"group": "", "resource": "secrets", "operation": "CREATE",
		"scope": "Namespaced", "namespace": "kube-system",
		"level": "note", "effect": "the control plane cannot issue tokens for new nodes",
	},
]
