# METADATA
# title: Pods that the LimitRange of their namespace refuses
# description: |
#   A LimitRange is checked when a pod is made, not when the workload is applied: the
#   Deployment looks fine, and the pods never come. After the defaults are filled in,
#   as the API server does it, the rule compares each container with the entries of
#   type Container, and the sums with those of type Pod:
#
#   - a request or limit above `max` or below `min`
#   - a request above the default limit, which a container without a limit of its own
#     gets
#   - a limit that is more than `maxLimitRequestRatio` times the request, or a missing
#     one where a ratio is demanded
#
#   Left alone:
#
#   - LimitRanges of other namespaces, and manifests without a namespace that do not
#     stand together
#   - pods with `resources` for the pod as a whole
#   - a VerticalPodAutoscaler that is not `Off`, which changes the requests
#   - clusters with a policy of Kyverno, of Gatekeeper or of the API server that writes
#     requests or limits into pods
#   - defaults on which several LimitRanges of the namespace differ
#   - a LimitRange that contradicts itself, which the API server refuses
#   - quantities, resources and containers that placeholders stand for
#   - zero replicas.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/policy/limit-range/
#     description: Limit ranges
#   - ref: https://github.com/kubernetes/kubernetes/blob/master/plugin/pkg/admission/limitranger/admission.go
#     description: The admission plugin LimitRanger
# custom:
#   level: error
#   level_reason: Arithmetic, which the API server does for each pod; it refuses the pod.
#   remediation: |
#     Bring the resources of the container within the bounds of the LimitRange, or
#     widen these. State the limit with each request that is above the default limit:
#
#     ```yaml
#     resources:
#       requests:
#         memory: 1Gi
#       limits:
#         memory: 2Gi
#     ```
#   kinds:
#     - LimitRange
#   since: 0.1.0
package kubegap.cases.dfds_2024_agent_oom_limitrange.limitrange_rejects_workload

import data.kubegap.lib.quantities
import data.kubegap.lib.replicas
import data.kubegap.lib.resources
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some pod in _pods
	some c in array.concat(workloads.long_running(pod), workloads.initialising(pod))
	some ranged in resources.ranges(pod)
	some resource in _resources(ranged.item)
	not _contradicts(ranged.item, resource)
	clash := _clash(ranged.item, resource, _side(pod, c, "requests", resource), _side(pod, c, "limits", resource))

	violation := result.at_with(
		workloads.holder(pod),
		array.concat(c.path, ["resources", clash.side, resource]),
		sprintf("container %v %s of LimitRange %s, so the API server refuses the pods", [c.container.name, clash.text, ranged.object.name]),
		[result.related(ranged.object, array.concat(ranged.path, [clash.field, resource]), "sets the bound")],
	)
}

violations contains violation if {
	some pod in _pods
	some entry in resources.entries(pod)
	entry.item.type == "Pod"
	some field, side in {"max": "limits", "min": "requests"}
	some resource, bound in entry.item[field]
	_all_known(pod)
	containers := _summed(pod, field)
	text := _sum(field, resource, bound, [_side(pod, c, side, resource) | some c in containers])

	violation := result.at_with(
		workloads.holder(pod),
		array.concat(workloads.spec_path(pod), ["containers"]),
		sprintf("%s of LimitRange %s, so the API server refuses the pods", [text, entry.object.name]),
		[result.related(entry.object, array.concat(entry.path, [field, resource]), "sets the bound")],
	)
}

# The workloads that a LimitRange is there for.
_pods := [workload |
	some workload in workloads.all
	workload.group != "serving.knative.dev"
	count(resources.entries(workload)) > 0
	not workloads.spec(workload).resources
	not resources.autosized(workload)
	not resources.rewritten(workload)
	not replicas.none(workload)
]

_resources(item) := {resource |
	some field in ["default", "max", "maxLimitRequestRatio", "min"]
	some resource, _ in item[field]
}

_contradicts(item, resource) if {
	some pair in [["min", "default"], ["min", "max"], ["default", "max"], ["defaultRequest", "default"]]
	quantities.milli(item[pair[0]][resource]) > quantities.milli(item[pair[1]][resource])
}

# What a container requests or limits: {"state", "written", "milli"}, state telling
# whether that is its "own", a "default", "none" or "unknown". A limit is the request
# too where there is none.
_side(pod, c, side, resource) := _known(amount, "own") if {
	amount := _amount(c.container, side, resource)
} else := _known(amount, "own") if {
	side == "requests"
	amount := _amount(c.container, "limits", resource)
} else := {"state": "unknown"} if {
	some path in _sources[side]
	_opaque(object.get(c.container, path, null))
} else := _known(found.value, "default") if {
	found := resources.range_default(pod, _default[side], resource)
} else := {"state": "unknown"} if {
	some ranged in resources.ranges(pod)
	ranged.item[_default[side]][resource]
} else := {"state": "none"}

# Where an amount may stand: a limit is the request too where there is none.
_sources := {
	"limits": [["resources"], ["resources", "limits"]],
	"requests": [["resources"], ["resources", "requests"], ["resources", "limits"]],
}

# What a placeholder stands for.
_opaque(value) if {
	not is_null(value)
	not is_object(value)
}

_default := {"limits": "default", "requests": "defaultRequest"}

_known(amount, state) := {"state": state, "written": amount, "milli": quantities.milli(amount)} if {
	quantities.milli(amount)
} else := {"state": "unknown"}

_amount(container, side, resource) := amount if {
	amount := container.resources[side][resource]
	not is_null(amount)
}

# The first of a container's amounts that does not fit.
_clash(item, resource, request, limit) := {"side": "limits", "field": "max", "text": text} if {
	limit.state == "own"
	limit.milli > quantities.milli(item.max[resource])
	text := sprintf("limits %s to %v, above the maximum of %v", [resource, limit.written, item.max[resource]])
} else := {"side": "requests", "field": "max", "text": text} if {
	request.state == "own"
	request.milli > quantities.milli(item.max[resource])
	text := sprintf("requests %v of %s, above the maximum of %v", [request.written, resource, item.max[resource]])
} else := {"side": "requests", "field": "default", "text": text} if {
	request.state == "own"
	limit.state == "default"
	request.milli > limit.milli
	text := sprintf("requests %v of %s, above the default limit of %v", [request.written, resource, limit.written])
} else := {"side": "limits", "field": "min", "text": text} if {
	limit.state == "own"
	limit.milli < quantities.milli(item.min[resource])
	text := sprintf("limits %s to %v, below the minimum of %v", [resource, limit.written, item.min[resource]])
} else := {"side": "requests", "field": "min", "text": text} if {
	request.state == "own"
	request.milli < quantities.milli(item.min[resource])
	text := sprintf("requests %v of %s, below the minimum of %v", [request.written, resource, item.min[resource]])
} else := {"side": "limits", "field": "maxLimitRequestRatio", "text": text} if {
	ratio := item.maxLimitRequestRatio[resource]
	quantities.milli(ratio)
	limit.state == "none"
	text := sprintf("has no limit of %s, as the maximum ratio to the request demands,", [resource])
} else := {"side": "limits", "field": "maxLimitRequestRatio", "text": text} if {
	ratio := item.maxLimitRequestRatio[resource]
	request.milli > 0
	limit.milli * 1000 > request.milli * quantities.milli(ratio)
	text := sprintf("limits %s to %v with a request of %v, above the maximum ratio of %v", [resource, limit.written, request.written, ratio])
}

# Whether the containers are written out, with no placeholder for some or all.
_all_known(pod) if {
	spec := workloads.spec(pod)
	is_array(spec.containers)
	count(spec.containers) > 0
	every field in ["containers", "initContainers"] {
		every container in object.get(spec, field, []) {
			is_object(container)
		}
	}
}

# The containers whose amounts add up. What an init container requests may lift the
# sum above the minimum, so a pod with one is passed over there.
_summed(pod, "max") := workloads.long_running(pod)

_summed(pod, "min") := workloads.long_running(pod) if count(workloads.initialising(pod)) == 0

_sum("max", resource, bound, amounts) := sprintf("no container limits %s, as the maximum of %v for a pod demands,", [resource, bound]) if {
	quantities.milli(bound)
	every amount in amounts {
		amount.state == "none"
	}
} else := sprintf("the containers limit %s to %s, above the maximum of %v for a pod", [resource, _added(amounts), bound]) if {
	not _unknown(amounts)
	sum([amount.milli | some amount in amounts]) > quantities.milli(bound)
}

_sum("min", resource, bound, amounts) := sprintf("no container requests %s, as the minimum of %v for a pod demands,", [resource, bound]) if {
	quantities.milli(bound)
	every amount in amounts {
		amount.state == "none"
	}
} else := sprintf("the containers request %s of %s, below the minimum of %v for a pod", [_added(amounts), resource, bound]) if {
	not _unknown(amounts)
	sum([amount.milli | some amount in amounts]) < quantities.milli(bound)
}

_unknown(amounts) if {
	some amount in amounts
	amount.state == "unknown"
}

_added(amounts) := concat(" + ", [sprintf("%v", [amount.written]) | some amount in amounts])
