# METADATA
# description: Quotas that limit how many pods or Jobs a namespace can hold.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/policy/resource-quotas/
package kubegap.lib.quota

import data.kubegap.lib.scope

# METADATA
# description: |
#   Whether a ResourceQuota in the namespace limits the pods or the Jobs, in the
#   cluster of obj.
limits_pods(obj, namespace) if {
	some e in scope.of(obj)
	namespace in _limited[e]
}

# METADATA
# description: |
#   Whether something in the repository makes quotas, so that their absence means
#   nothing: a ClusterResourceQuota, Capsule, the Hierarchical Namespace Controller,
#   or a Kyverno policy that generates ResourceQuotas.
made_elsewhere if {
	some kind in scope.all_kinds
	kind in {
		"capsule.clastix.io/Tenant",
		"hnc.x-k8s.io/HierarchicalResourceQuota",
		"quota.openshift.io/ClusterResourceQuota",
	}
}

made_elsewhere if {
	some kind in ["kyverno.io/ClusterPolicy", "policies.kyverno.io/GeneratingPolicy"]
	some policy in scope.all_of_kind(kind)
	contains(json.marshal(policy.body.spec), "ResourceQuota")
}

# The namespaces with such a quota, by environment; as a value, since it is looked up
# often.
_limited := _with_quota

_with_quota[quota.environment] contains quota.namespace if {
	some quota in scope.all_of_kind("ResourceQuota")
	some resource, _ in quota.body.spec.hard
	resource in {"count/jobs.batch", "count/pods", "pods"}
}
