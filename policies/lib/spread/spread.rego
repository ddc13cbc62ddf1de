# METADATA
# description: |
#   What keeps the pods of a workload apart: topology spread constraints, and
#   anti-affinity to pods with their own labels.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity
package kubegap.lib.spread

import data.kubegap.lib.selectors
import data.kubegap.lib.workloads

# METADATA
# description: |
#   Whether the pod template says anything on how to place pods like it: a
#   constraint or an anti-affinity term that chooses its own pods, whatever the
#   topology is.
declared(workload) if {
	some found in terms(workload)
	chooses_own(workload, found.term)
}

# METADATA
# description: |
#   Whether the scheduler has to put the pods on different nodes, as far as it
#   has a choice.
over_nodes(workload) if {
	some found in terms(workload)
	found.hard
	found.term.topologyKey == "kubernetes.io/hostname"
	chooses_own(workload, found.term)
}

# METADATA
# description: |
#   Whether the selector of a constraint or term chooses the pods of the workload
#   itself. What cannot be told counts as a yes.
chooses_own(workload, term) if selectors.matches(term.labelSelector, workloads.labels(workload))

chooses_own(workload, term) if selectors.unknown(term.labelSelector, workloads.labels(workload))

# METADATA
# description: |
#   The constraints and anti-affinity terms of the pod template: {"term", "path",
#   "field", "hard"}, path leading from the holder of the template to the term.
terms(workload) := array.concat(constraints(workload), anti_affinity(workload))

# METADATA
# description: The topology spread constraints, as terms gives them.
constraints(workload) := [{
	"term": constraint,
	"path": array.concat(workloads.spec_path(workload), ["topologySpreadConstraints", i]),
	"field": "topologySpreadConstraint",
	"hard": object.get(constraint, "whenUnsatisfiable", "") == "DoNotSchedule",
} |
	some i, constraint in workloads.spec(workload).topologySpreadConstraints
	is_object(constraint)
]

# METADATA
# description: The anti-affinity terms, as terms gives them.
anti_affinity(workload) := array.concat(
	[{
		"term": term,
		"path": array.concat(_anti_affinity_path(workload), ["requiredDuringSchedulingIgnoredDuringExecution", i]),
		"field": "anti-affinity term",
		"hard": true,
	} |
		some i, term in workloads.spec(workload).affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution
		is_object(term)
	],
	[{
		"term": weighted.podAffinityTerm,
		"path": array.concat(
			_anti_affinity_path(workload),
			["preferredDuringSchedulingIgnoredDuringExecution", i, "podAffinityTerm"],
		),
		"field": "anti-affinity term",
		"hard": false,
	} |
		some i, weighted in workloads.spec(workload).affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution
		is_object(weighted.podAffinityTerm)
	],
)

_anti_affinity_path(workload) := array.concat(workloads.spec_path(workload), ["affinity", "podAntiAffinity"])
