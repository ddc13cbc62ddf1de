# METADATA
# title: Pod without a controller
# description: |
#   A pod that nothing owns is not started again. Pods named debug are left alone.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/
#     description: Pods
# custom:
#   level: warning
#   level_reason: |
#     The pod may be short-lived on purpose: a note when a Service selects none.
#   remediation: |
#     Use a Deployment.
#   kinds: [Pod]
#   also: [example-2021-other]
#   since: 0.1.0
package kubegap.cases.example_2020_bare_pods.bare_pod

import data.kubegap.lib.names

violations contains {"object": pod.index, "path": ["kind"], "message": message, "related": services} if {
	some i in input.by_kind.Pod
	pod := input.objects[i]
	not names.debug(pod)
	services := _services(pod)
	count(services) > 0
	message := sprintf("%s has no owner", [names.title(pod)])
}

violations contains {"object": pod.index, "path": ["kind"], "message": "has no owner", "level": "note"} if {
	some i in input.by_kind.Pod
	pod := input.objects[i]
	not names.debug(pod)
	count(_services(pod)) == 0
}

_services(pod) := [{"object": i, "path": ["spec", "selector"], "message": "selects the pod"} |
	some i in pod.linked_by.selects
]
