# METADATA
# title: Small CPU limit close to the request on an exposed workload
# description: |
#   A CPU limit is enforced in periods of 100 ms: a container with a limit of 200m may
#   run for 20 ms of each and then stands still, even while the node is idle. A
#   request that needs 50 ms of CPU then takes several periods. The rule looks for
#   containers of workloads that are reached from outside of the cluster whose CPU limit
#   is below one CPU and at most twice their request. A container with a limit only
#   requests as much.
#
#   Left alone:
#
#   - workloads that neither a route nor a Service of type LoadBalancer or NodePort leads
#     to
#   - a namespace whose LimitRange or ResourceQuota speaks of CPU limits
#   - clusters with a policy of Kyverno, of Gatekeeper or of the API server about CPU
#     limits
#   - proxies of a mesh, agents of logs and metrics, and containers without ports beside
#     others
#   - `resources` of the pod as a whole, and pods on Windows
#   - quantities that placeholders stand for
#   - zero replicas.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/#how-pods-with-resource-limits-are-run
#     description: How requests and limits are enforced
# custom:
#   level: note
#   level_reason: |
#     A trade-off: limits keep tenants apart, and what a burst needs does not show in
#     manifests.
#   remediation: |
#     Keep an honest request, which is what the CPU is shared by, and drop the limit or
#     raise it well above the bursts:
#
#     ```yaml
#     resources:
#       requests:
#         cpu: 500m
#         memory: 256Mi
#       limits:
#         memory: 512Mi
#     ```
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#   words: [container-with-cpu-limit]
#   since: 0.1.0
package kubegap.cases.buffer_2020_cpu_limits.tight_cpu_limit_on_exposed_service

import data.kubegap.lib.objects
import data.kubegap.lib.quantities
import data.kubegap.lib.replicas
import data.kubegap.lib.resources
import data.kubegap.lib.result
import data.kubegap.lib.telemetry
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in objects.of_kinds(["apps/DaemonSet", "apps/Deployment", "apps/StatefulSet", "argoproj.io/Rollout"])
	_limits_cpu(workload)
	some c in workloads.long_running(workload)
	written := c.container.resources.limits.cpu
	limit := quantities.milli(written)
	limit < 1000
	limit > 0
	limit <= 2 * _request(c.container, limit)
	_serves(workload, c.container)
	entrance := _entrances(workload)[0]
	not _demanded(workload)
	not workloads.spec(workload).resources
	not workloads.windows(workload)
	not replicas.none(workload)

	violation := result.at_with(
		workloads.holder(workload),
		array.concat(resources.path(c), ["limits", "cpu"]),
		sprintf(
			"container %v may run for %v of each 100 ms and then stands still, even if the node is idle, so bursts of requests are slow",
			[c.container.name, _milliseconds(limit)],
		),
		[result.related(entrance.object, entrance.path, "takes traffic from outside of the cluster")],
	)
}

# Most workloads have no such limit: they are passed over without a closer look.
_limits_cpu(workload) if {
	some field in ["containers", "initContainers"]
	some container in workloads.holder(workload).body.spec.template.spec[field]
	container.resources.limits.cpu
}

_milliseconds(limit) := sprintf("%v ms", [limit / 10])

# A limit is the request too where there is none.
_request(container, _) := quantities.milli(container.resources.requests.cpu)

_request(container, limit) := limit if object.get(container, ["resources", "requests", "cpu"], null) == null

_serves(workload, container) if {
	not telemetry.agent(container)
	not container.name in {"istio-proxy", "linkerd-proxy"}
	_has_ports(workload, container)
}

_has_ports(_, container) if container.ports[0]

_has_ports(workload, _) if count(workloads.long_running(workload)) == 1

# What opens the workload to the outside: a route, or the type of a Service.
_entrances(workload) := [entrance |
	some service in objects.linking(workload, "selects")
	service.kind == "Service"
	some entrance in array.concat(
		[{"object": route, "path": ["spec"]} | some route in objects.linking(service, "routes_to")],
		[{"object": service, "path": ["spec", "type"]} | service.body.spec.type in {"LoadBalancer", "NodePort"}],
	)
]

# Whether somebody asks for CPU limits.
_demanded(workload) if {
	some ranged in resources.ranges(workload)
	some field in ["default", "maxLimitRequestRatio"]
	ranged.item[field].cpu
}

_demanded(workload) if {
	some quota in objects.in_scope(workload, "ResourceQuota")
	quota.namespace == workload.namespace
	quota.body.spec.hard["limits.cpu"]
}

_demanded(workload) if {
	some e in array.concat([workload.environment], input.environments[workload.environment].sees)
	e in _policed
}

_policed contains e if {
	some e, environment in input.environments
	some kind, indices in environment.by_kind
	_policy(kind)
	some i in indices
	text := json.marshal(input.objects[i].body)
	regex.match(`(?i)limit`, text)
	contains(text, "cpu")
}

_policy(kind) if {
	kind in {
		"admissionregistration.k8s.io/ValidatingAdmissionPolicy",
		"kyverno.io/ClusterPolicy",
		"kyverno.io/Policy",
		"policies.kyverno.io/ValidatingPolicy",
	}
}

_policy(kind) if startswith(kind, "constraints.gatekeeper.sh/")
