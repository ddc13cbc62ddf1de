# METADATA
# description: Who makes disruption budgets besides the manifests.
package kubegap.lib.budgets

import data.kubegap.lib.images
import data.kubegap.lib.workloads

# METADATA
# description: |
#   Whether something in the cluster of obj makes PodDisruptionBudgets for workloads:
#   a policy of Kyverno that generates them, or pdb-controller.
# related_resources:
#   - ref: https://kyverno.io/docs/policy-types/cluster-policy/generate/
#   - ref: https://github.com/mikkeloscar/pdb-controller
made_by_cluster(obj) if {
	some environment in array.concat([obj.environment], input.environments[obj.environment].sees)
	_makers[environment]
}

# The environments in which something makes budgets.
_makers := {e: true |
	some e, environment in input.environments
	_makes_budgets(environment)
}

_makes_budgets(environment) if {
	some kind in ["kyverno.io/ClusterPolicy", "kyverno.io/Policy", "policies.kyverno.io/GeneratingPolicy"]
	some i in environment.by_kind[kind]
	contains(json.marshal(input.objects[i].body.spec), "PodDisruptionBudget")
}

_makes_budgets(environment) if {
	some i in environment.by_kind["apps/Deployment"]
	some c in workloads.long_running(input.objects[i])
	images.basename(c.container.image) == "pdb-controller"
}
