package kubegap.lib.exposure

import data.kubegap.lib.workloads

# METADATA
# description: |
#   The workloads that something exposes, in input order, whether they are judged
#   or context only: reported tells what a rule may say of them. Made from the
#   Services, most of which nothing exposes, so that no rule has to follow the
#   links of every workload.
backends := [input.objects[i] | some i, _ in _services]

# METADATA
# description: |
#   The exposures of the pods of a workload: {"service", "exposure"} for each
#   exposure of each Service that selects them.
of_workload(workload) := [{"service": service, "exposure": exposure} |
	some i, _ in _services[workload.index]
	service := input.objects[i]
	some exposure in of_service(service)
]

# The exposed Services by the workload that they select: {workload: {Service:
# true}}. An overlay may expose a Service, as it sees it, that lies outside of it
# beside its pods; then only the link from the Service tells.
_services := object.union_n([{link.object: {service.index: true}} |
	some service in input.objects
	service.kind == "Service"
	_entered(service)
	some link in service.links.selects
])

_entered(service) if service.linked_by.routes_to

_entered(service) if service.body.spec.type in {"LoadBalancer", "NodePort"}

# METADATA
# description: |
#   What of of_workload a rule about backends may report: all of it where the
#   finding can be placed on the workload, else what leads through a Service or a
#   route that is judged.
reported(workload) := [reached |
	some reached in of_workload(workload)
	_reported(workload, reached)
]

_reported(workload, _) if judged(workload)

_reported(_, reached) if judged(reached.service)

_reported(_, reached) if judged(reached.exposure.object)

# METADATA
# description: |
#   Where a violation on a pod template belongs: {"object", "path"}, path within
#   the holder of the template if that is judged, else what leads to the pods.
place(workload, path, reached) := {"object": workloads.holder(workload), "path": path} if {
	judged(workloads.holder(workload))
} else := {"object": workload, "path": ["spec", "workloadRef"]} if {
	judged(workload)
} else := {"object": reached.exposure.object, "path": reached.exposure.path} if {
	judged(reached.exposure.object)
} else := {"object": reached.service, "path": ["spec", "selector"]} if {
	judged(reached.service)
}

# METADATA
# description: |
#   Whether a violation on obj is reported: obj is judged, or is what an overlay
#   or a chart sees of an object that is judged in an environment of its own.
judged(obj) if obj.judged

judged(obj) if {
	not obj.judged
	_identity(obj) in _judged
}

_judged := {_identity(input.objects[i]) |
	some indices in input.by_kind
	some i in indices
}

_identity(obj) := [obj.unit, obj.group, obj.kind, obj.namespace, obj.name]
