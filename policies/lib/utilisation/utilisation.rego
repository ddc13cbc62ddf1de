# METADATA
# description: |
#   The utilisation of CPU or memory by which pods are scaled, a percentage of what
#   their containers request.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/
package kubegap.lib.utilisation

import data.kubegap.lib.objects
import data.kubegap.lib.workloads

# METADATA
# description: |
#   The utilisations that a HorizontalPodAutoscaler asks for: {"resource",
#   "container", "path"}, container "" where it means all containers.
asked_for(hpa) := [{"resource": source.name, "container": object.get(source, "container", ""), "path": path} |
	some i, metric in hpa.body.spec.metrics
	field := {"Resource": "resource", "ContainerResource": "containerResource"}[metric.type]
	source := metric[field]
	_of_requests(source)
	path := ["spec", "metrics", i, field]
] if {
	hpa.body.spec.metrics[0]
} else := [{"resource": "cpu", "container": "", "path": ["spec", _default_field(hpa)]}]

_of_requests(source) if source.target.averageUtilization

_of_requests(source) if source.targetAverageUtilization

# Without metrics it asks for the utilisation of CPU.
_default_field(hpa) := "targetCPUUtilizationPercentage" if {
	hpa.body.spec.targetCPUUtilizationPercentage
} else := "metrics"

# METADATA
# description: |
#   The containers that a utilisation concerns and that request none of it.
without_requests(workload, metric) := [c |
	some c in workloads.long_running(workload)
	metric.container in {"", c.container.name}
	not _requests(object.get(c.container, "resources", {}), metric.resource)
	not _opaque(c.container)
]

# What placeholders stand for, and what Istio fills in when it injects its proxy.
_opaque(container) if {
	some path in [["resources"], ["resources", "limits"], ["resources", "requests"]]
	is_string(object.get(container, path, null))
}

_opaque(container) if container.image == "auto"

_requests(resources, resource) if resources.requests[resource]

_requests(resources, resource) if resources.limits[resource]

# METADATA
# description: |
#   Whether something else makes up for containers without requests: requests of the
#   pod, a LimitRange, a VerticalPodAutoscaler or a policy.
requests_supplied(workload, resource) if _requests(object.get(workloads.spec(workload), "resources", {}), resource)

requests_supplied(workload, resource) if {
	some limits in objects.in_scope(workload, "LimitRange")
	limits.namespace == workload.namespace
	some limit in limits.body.spec.limits
	limit.type == "Container"
	some field in ["default", "defaultRequest", "max", "min"]
	limit[field][resource]
}

requests_supplied(workload, _) if {
	some scaler in objects.linking(workload, "scales")
	scaler.kind == "VerticalPodAutoscaler"
	object.get(scaler.body, ["spec", "updatePolicy", "updateMode"], "Auto") != "Off"
}

requests_supplied(workload, _) if {
	some kind in [
		"kyverno.io/ClusterPolicy",
		"kyverno.io/Policy",
		"policies.kyverno.io/MutatingPolicy",
		"mutations.gatekeeper.sh/Assign",
		"admissionregistration.k8s.io/MutatingAdmissionPolicy",
	]
	some policy in objects.in_scope(workload, kind)
	regex.match(`"mutate"|"mutations"|"assign"|"location"`, json.marshal(policy.body.spec))
	contains(json.marshal(policy.body.spec), "requests")
}
