# METADATA
# title: One pod behind an entrance for users
# description: |
#   Users reach a single pod through an Ingress, a route or a load balancer. A drain
#   of its node, a crash or the loss of the node interrupts the service until another
#   pod is ready.
#
#   Left alone:
#
#   - the strategy `Recreate`, StatefulSets, DaemonSets, Jobs and bare Pods
#   - pods with a persistent volume claim or a directory of the host, and databases:
#     they may not run twice
#   - host ports and the network of the host, and what only a node port leads to
#   - zero replicas, and numbers that are placeholders
#   - manifests that are not for production, and clusters that are declared to have
#     one node.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/disruptions/
#     description: Voluntary and involuntary disruptions
# custom:
#   level: note
#   level_reason: |
#     One pod may be meant, for its cost or because the program cannot run twice. No
#     name or path proves that it matters.
#   remediation: |
#     Run at least two pods, spread over nodes:
#
#     ```yaml
#     spec:
#       replicas: 2
#     ```
#   kinds: [apps/Deployment, argoproj.io/Rollout]
#   words:
#     - GRPCRoute
#     - HTTPRoute
#     - Ingress
#     - IngressRoute
#     - IngressRouteTCP
#     - LoadBalancer
#     - Route
#     - TCPRoute
#     - TLSRoute
#     - TargetGroupBinding
#     - VirtualService
#   since: 0.1.0
package kubegap.cases.charlotte_2026_gke_upgrade_no_pdb.single_replica_exposed_service

import data.kubegap.lib.environment
import data.kubegap.lib.exposure
import data.kubegap.lib.images
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.rolling
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in exposure.backends
	workload.kind in {"Deployment", "Rollout"}
	pods := replicas.effective(workload)
	pods.max == 1
	rolling.updates(workload)
	not _bound(workload)
	reached := _entrances(workload)[0]
	not environment.one_node(workload)
	not environment.not_production(workload)
	place := exposure.place(workload, ["spec", "replicas"], reached)

	violation := result.at_with(
		place.object,
		place.path,
		sprintf("one pod serves %s, so the drain or loss of its node interrupts it", [exposure.title(reached.exposure)]),
		exposure.chain(reached),
	)
}

# A node port alone tells little of who uses it.
_entrances(workload) := [reached |
	some reached in exposure.reported(workload)
	reached.exposure.class.provider != "node-port"
]

# A second pod may be in the way of the first.
_bound(workload) if {
	some volume in workloads.spec(workload).volumes
	some kind in ["persistentVolumeClaim", "hostPath"]
	volume[kind]
}

_bound(workload) if workloads.spec(workload).hostNetwork == true

_bound(workload) if {
	some c in workloads.long_running(workload)
	some port in c.container.ports
	port.hostPort > 0
}

_bound(workload) if {
	some c in workloads.long_running(workload)
	images.basename(c.container.image) in _databases
}

_databases := {
	"clickhouse-server",
	"elasticsearch",
	"etcd",
	"influxdb",
	"mariadb",
	"memcached",
	"mongo",
	"mongodb",
	"mysql",
	"neo4j",
	"opensearch",
	"postgres",
	"postgresql",
	"rabbitmq",
	"redis",
	"valkey",
}
