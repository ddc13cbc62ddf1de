# METADATA
# description: |
#   Workloads of whatever kind, seen through their effective pod template. A
#   workload is an input object that has a pod_template.
package kubegap.lib.workloads

import data.kubegap.lib.objects

# METADATA
# description: The kinds that have a pod template of their own.
kinds := {
	"Pod",
	"apps/DaemonSet",
	"apps/Deployment",
	"apps/ReplicaSet",
	"apps/StatefulSet",
	"argoproj.io/Rollout",
	"batch/CronJob",
	"batch/Job",
	"serving.knative.dev/Service",
}

# METADATA
# description: Every judged workload.
all := [obj |
	some obj in objects.of_kinds(kinds)
	obj.pod_template
]

# METADATA
# description: |
#   The object that holds the pod template: the workload itself, or what the
#   workloadRef of a Rollout names. Violations on the template belong on it.
holder(workload) := input.objects[workload.pod_template.object]

# METADATA
# description: The effective pod template, {} where the manifest has no mapping there.
template(workload) := _mapping(_at(holder(workload).body, workload.pod_template.path))

# METADATA
# description: The pod spec of the effective pod template.
spec(workload) := _mapping(object.get(template(workload), "spec", {}))

# METADATA
# description: The path from the holder to the pod spec.
spec_path(workload) := array.concat(workload.pod_template.path, ["spec"])

# METADATA
# description: The labels that the pods carry.
labels(workload) := _mapping(object.get(template(workload), ["metadata", "labels"], {}))

# METADATA
# description: |
#   The labels of the pods of each workload in the namespace of obj, judged or
#   not, as the environment of obj knows them.
labels_beside(obj) := object.get(_labels_of_namespaces, [[obj.environment, obj.namespace]], set())

# METADATA
# description: |
#   Those of labels_beside that hold each of the pairs, an object of label keys and
#   values.
labelled_beside(obj, pairs) := intersection({object.get(_labels_of_pairs, [[obj.environment, obj.namespace, key, value]], set()) |
	some key, value in pairs
}) if {
	count(pairs) > 0
} else := labels_beside(obj)

_labels_of_namespaces := {place: found | some place, found in _labels_in}

_labels_in[[obj.environment, obj.namespace]] contains labels(obj) if {
	some obj in input.objects
	obj.pod_template
}

_labels_of_pairs := {place: found | some place, found in _labels_with}

_labels_with[[place[0], place[1], key, value]] contains found if {
	some place, beside in _labels_of_namespaces
	some found in beside
	some key, value in found
}

# METADATA
# description: The annotations that the pods carry.
annotations(workload) := _mapping(object.get(template(workload), ["metadata", "annotations"], {}))

# METADATA
# description: |
#   Containers that run as long as the pod: the containers, and init containers
#   that are native sidecars (restartPolicy Always). Each is {"container",
#   "path"}, path leading from the holder to the container.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/
long_running(workload) := array.concat(
	_containers(workload, "containers"),
	[c |
		some c in _containers(workload, "initContainers")
		c.container.restartPolicy == "Always"
	],
)

# METADATA
# description: Init containers that end before the containers start.
initialising(workload) := [c |
	some c in _containers(workload, "initContainers")
	object.get(c.container, "restartPolicy", "") != "Always"
]

_containers(workload, field) := [{"container": container, "path": path} |
	some i, container in object.get(spec(workload), field, [])
	is_object(container)
	path := array.concat(spec_path(workload), [field, i])
]

# METADATA
# description: Whether the pods run on Windows, where Linux-only fields mean nothing.
windows(workload) if spec(workload).os.name == "windows"

windows(workload) if spec(workload).nodeSelector["kubernetes.io/os"] == "windows"

_mapping(value) := value if {
	is_object(value)
} else := {}

# object.get with an empty path is undefined in Rego.
_at(body, []) := body

_at(body, path) := object.get(body, path, {}) if count(path) > 0
