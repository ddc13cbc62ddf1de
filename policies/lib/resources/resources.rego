# METADATA
# description: |
#   What containers may use of a resource ("memory", "cpu"), from wherever it is
#   said: the container, its pod, a LimitRange of the namespace, an autoscaler.
package kubegap.lib.resources

import data.kubegap.lib.objects
import data.kubegap.lib.workloads

# METADATA
# description: |
#   Whether the container sets a request or a limit of the resource itself. What is
#   not written as resources, such as a placeholder for all of them, counts.
states(container, resource) if {
	some side in ["requests", "limits"]
	amount := container.resources[side][resource]
	not is_null(amount)
}

states(container, _) if {
	container.resources
	not is_object(container.resources)
	not is_null(container.resources)
}

# METADATA
# description: |
#   Whether something sets a request or a limit of the resource for all containers
#   of the workload, or may do so: the pod as a whole, a LimitRange, a
#   VerticalPodAutoscaler, a policy that changes pods as they are made.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
#   - ref: https://kubernetes.io/docs/concepts/policy/limit-range/
provided(workload, resource) if states(workloads.spec(workload), resource)

provided(workload, resource) if supplied(workload, resource)

provided(workload, _) if autosized(workload)

# METADATA
# description: |
#   Whether the cluster sets a request or a limit of the resource, or may do so, for
#   containers without one in pods that are made in the namespace of obj: a LimitRange
#   or a policy that changes pods as they are made.
supplied(obj, resource) if {
	some ranged in ranges(obj)
	ranged.item.defaultRequest[resource]
}

supplied(obj, _) if rewritten(obj)

# METADATA
# description: |
#   Whether a policy in the cluster of obj writes requests or limits into pods as
#   they are made.
rewritten(obj) if {
	some e in array.concat([obj.environment], input.environments[obj.environment].sees)
	e in _mutating
}

# METADATA
# description: Whether a VerticalPodAutoscaler sets the requests of the workload.
# related_resources:
#   - ref: https://github.com/kubernetes/autoscaler/blob/master/vertical-pod-autoscaler/docs/quickstart.md
autosized(workload) if {
	some scaler in objects.linking(workload, "scales")
	scaler.kind == "VerticalPodAutoscaler"
	object.get(scaler.body, ["spec", "updatePolicy", "updateMode"], "") != "Off"
}

# METADATA
# description: |
#   The containers that run as long as the pod for which nobody sets a request or a
#   limit of the resource, as workloads.long_running gives them.
unbounded(workload, resource) := list if {
	list := [c |
		some c in workloads.long_running(workload)
		not states(c.container, resource)
	]
	count(list) > 0
	not provided(workload, resource)
} else := []

# METADATA
# description: The path to the resources of a container of workloads.long_running.
path(c) := array.concat(c.path, ["resources"])

# METADATA
# description: |
#   The custom of the namespace, where there is one: {"stating", "all"} count its
#   workloads other than Jobs, of which stating set memory of a container and are at
#   least three, and three in four. Undefined elsewhere.
custom(workload) := _customs[workload.environment][workload.namespace]

_customs[e] := customs if {
	some e, namespaces in _by_namespace
	customs := {namespace: {"stating": stating, "all": all} |
		some namespace, members in namespaces
		all := count(members)
		all >= 3
		stating := count([1 | some i in members; _states_memory(input.objects[i])])
		stating >= 3
		stating * 4 >= all * 3
	}
}

_by_namespace[input.objects[i].environment][input.objects[i].namespace] contains i if {
	some kind in ["apps/DaemonSet", "apps/Deployment", "apps/StatefulSet", "argoproj.io/Rollout"]
	some i in input.by_kind[kind]
}

_states_memory(workload) if {
	some container in workloads.spec(workload).containers
	states(container, "memory")
}

# The environments with a policy that writes requests or limits into pods.
_mutating contains e if {
	some e, environment in input.environments
	some kind in ["kyverno.io/ClusterPolicy", "kyverno.io/Policy"]
	some i in environment.by_kind[kind]
	some rule in input.objects[i].body.spec.rules
	_speaks_of_resources(rule.mutate)
}

_mutating contains e if {
	some e, environment in input.environments
	some kind in [
		"admissionregistration.k8s.io/MutatingAdmissionPolicy",
		"mutations.gatekeeper.sh/Assign",
		"mutations.gatekeeper.sh/ModifySet",
		"policies.kyverno.io/MutatingPolicy",
	]
	some i in environment.by_kind[kind]
	_speaks_of_resources(input.objects[i].body.spec)
}

_speaks_of_resources(value) if regex.match(`\b(requests|limits|resources)\b`, json.marshal(value))
