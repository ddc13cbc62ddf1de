# METADATA
# title: Default limit of a LimitRange on an infrastructure pod
# description: |
#   A container without a limit of its own gets the default limit of the LimitRange in
#   its namespace, or its maximum where no default is named. The manifest of the
#   workload shows nothing of that, and a limit that is meant for small applications
#   kills what carries the traffic, the name resolution or the metrics of all. The rule
#   looks for such containers without a memory limit:
#
#   - ingress controllers and gateways: Traefik, ingress-nginx, HAProxy, Kong, Contour
#     or Envoy
#   - CoreDNS and NodeLocal DNSCache
#   - stores of metrics or logs, such as Prometheus or Loki
#   - as a note, agents of logs and metrics, network plugins and drivers of storage;
#     and a default limit of less than one CPU on ingress controllers and DNS
#
#   Left alone:
#
#   - containers with a limit of their own, and LimitRanges without a default or a
#     maximum of the resource
#   - a default limit of 2Gi of memory or more
#   - defaults on which several LimitRanges of the namespace differ
#   - a request above the default limit, which the API server refuses; another rule is
#     about that
#   - `resources` of the pod as a whole, and a VerticalPodAutoscaler that is not `Off`
#   - clusters with a policy of Kyverno, of Gatekeeper or of the API server that writes
#     requests or limits into pods
#   - limits and defaults that placeholders stand for
#   - zero replicas.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/policy/limit-range/
#     description: Limit ranges
#   - ref: https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/core/v1/defaults.go
#     description: Where the default limit comes from
# custom:
#   level: warning
#   level_reason: |
#     A limit that nobody chose for this pod, on what everything else depends on. A note
#     for a default above 512Mi, which most of these pods stay below; for the other kinds
#     of pods and for CPU; and outside of production.
#   remediation: |
#     Give the container limits of its own, or keep the LimitRange out of the namespaces
#     of infrastructure:
#
#     ```yaml
#     resources:
#       requests:
#         memory: 256Mi
#       limits:
#         memory: 1Gi
#     ```
#   kinds:
#     - LimitRange
#   since: 0.1.0
package kubegap.cases.dfds_2022_limitrange_traefik.limitrange_default_hits_infra

import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.quantities
import data.kubegap.lib.replicas
import data.kubegap.lib.resources
import data.kubegap.lib.result
import data.kubegap.lib.telemetry
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in _workloads
	found := resources.range_default(workload, "default", "memory")
	limit := quantities.milli(found.value)
	limit < quantities.milli("2Gi")
	some c in workloads.long_running(workload)
	part := _part(c.container)
	not _limits(c.container, "memory")
	not _above(c.container, limit)

	violation := result.with_level(
		result.at_with(
			workloads.holder(workload),
			array.concat(resources.path(c), ["limits"]),
			sprintf("container %v, %s, has no memory limit of its own, so LimitRange %s has it killed at %v", [
				c.container.name,
				part.text,
				found.object.name,
				found.value,
			]),
			[result.related(found.object, found.path, "is the limit of containers without one")],
		),
		_level(workload, part, limit),
	)
}

violations contains violation if {
	some workload in _workloads
	found := resources.range_default(workload, "default", "cpu")
	quantities.milli(found.value) < 1000
	some c in workloads.long_running(workload)
	part := _part(c.container)
	part.carries in {"dns", "traffic"}
	not _limits(c.container, "cpu")

	violation := result.with_level(
		result.at_with(
			workloads.holder(workload),
			array.concat(resources.path(c), ["limits"]),
			sprintf("container %v, %s, has no CPU limit of its own, so LimitRange %s has it throttled at %v CPU", [
				c.container.name,
				part.text,
				found.object.name,
				found.value,
			]),
			[result.related(found.object, found.path, "is the limit of containers without one")],
		),
		"note",
	)
}

_workloads := [workload |
	some workload in workloads.all
	count(resources.ranges(workload)) > 0
	not workloads.spec(workload).resources
	not resources.autosized(workload)
	not resources.rewritten(workload)
	not replicas.none(workload)
]

_limits(container, resource) if {
	amount := container.resources.limits[resource]
	not is_null(amount)
}

_limits(container, _) if {
	container.resources
	not is_object(container.resources)
	not is_null(container.resources)
}

_above(container, limit) if quantities.milli(container.resources.requests.memory) > limit

# What the container is for, by its image.
_part(container) := {"carries": "traffic", "text": "an ingress controller or gateway"} if {
	some name in _proxies
	images.is(container.image, name)
} else := {"carries": "dns", "text": "a DNS server"} if {
	images.basename(container.image) in {"coredns", "k8s-dns-node-cache"}
} else := {"carries": "metrics", "text": "a store of metrics or logs"} if {
	telemetry.store(container)
} else := {"carries": "agents", "text": "an agent of logs or metrics"} if {
	telemetry.agent(container)
} else := {"carries": "nodes", "text": "which every node needs"} if {
	some name in ["amazon-k8s-cni", "calico/node", "cilium/cilium", "flannel/flannel", "kube-proxy"]
	images.is(container.image, name)
} else := {"carries": "nodes", "text": "a driver of storage"} if {
	regex.match(`(^|-)csi-(driver|plugin)|-csi(-driver)?$|^cephcsi$`, images.basename(container.image))
}

_proxies := [
	"contour",
	"envoy",
	"haproxy-ingress",
	"ingress-nginx/controller",
	"kong",
	"kong-gateway",
	"kubernetes-ingress",
	"nginx-ingress-controller",
	"traefik",
]

_level(workload, part, limit) := "warning" if {
	part.carries in {"dns", "metrics", "traffic"}
	limit <= quantities.milli("512Mi")
	not environment.not_production(workload)
} else := "note"
