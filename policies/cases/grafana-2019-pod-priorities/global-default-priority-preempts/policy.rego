# METADATA
# title: Default priority class that lets any pod evict others
# description: |
#   The class with `globalDefault: true` gives its value to every new pod that names
#   no class; pods that exist already keep what they have, which is 0 if there was no
#   default before. With a value above 0, and unless `preemptionPolicy` is Never, each
#   of these new pods may evict any pod of lower priority when it finds no room: those
#   from before the class, and those of lower classes.
#
#   A second default class in one cluster is refused by the API server.
#
#   Left alone:
#
#   - a value of 0 or less, or one that a placeholder fills in
#   - `preemptionPolicy: Never`
#   - default classes of different environments
#
#   A class has one finding of each kind, which leads to ten StatefulSets at most.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/pod-priority-preemption/
#     description: Pod priority and preemption
#   - ref: https://github.com/kubernetes/kubernetes/blob/master/plugin/pkg/admission/priority/admission.go
#     description: Admission of priority classes and pods
# custom:
#   level: warning
#   level_reason: |
#     A StatefulSet was given a lower class, so that any pod of anybody takes its place.
#     A note where none is in sight, since a default that was there from the beginning
#     does no harm, and where the manifests are not for production. An error for a second
#     default class.
#   remediation: |
#     Keep the default from evicting anything, and give the workloads that matter a class
#     of their own before the default comes:
#
#     ```yaml
#     apiVersion: scheduling.k8s.io/v1
#     kind: PriorityClass
#     metadata:
#       name: usual
#     value: 1000
#     globalDefault: true
#     preemptionPolicy: Never
#     ```
#   kinds: [scheduling.k8s.io/PriorityClass]
#   words: [globalDefault]
#   since: 0.1.0
package kubegap.cases.grafana_2019_pod_priorities.global_default_priority_preempts

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.priority
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.scope
import data.kubegap.lib.workloads

violations contains violation if {
	some class in _defaults
	is_number(class.body.value)
	class.body.value > 0
	priority.preempts(class)

	violation := result.with_level(
		result.at_with(class, ["globalDefault"], _message(class), [place | some place in _lower_of(class).places]),
		_level(class),
	)
}

violations contains violation if {
	some e, classes in priority.default_classes
	first := _first[e]
	place := result.related(first, ["globalDefault"], "is a default class already")
	some class in classes
	first.name != class.name

	violation := result.with_peers(
		result.with_level(
			result.at_with(
				class,
				["globalDefault"],
				sprintf("is a default class beside %s, so the API server refuses it", [first.name]),
				[place],
			),
			"error",
		),
		[place],
	)
}

_defaults := [class |
	some class in objects.of_kind("scheduling.k8s.io/PriorityClass")
	priority.is_default(class)
]

_first := {e: first |
	some e, classes in priority.default_classes
	first := sort([[class.name, class] | some class in classes])[0][1]
}

_lower_of(class) := _lower[class.environment][class.body.value]

# For each environment and each value of a default class in it, the StatefulSets
# of lower classes.
_lower := {e: by_value |
	some e, sorted in _stateful
	by_value := {value: lower |
		some value in {class.body.value | some class in priority.default_classes[e]}
		found := [one[1] | some one in sorted; one[1].value < value]
		lower := {
			"title": _listed(found),
			"value": found[0].value,
			"places": [place |
				some one in array.slice(found, 0, 10)
				place := result.related(one.workload, ["metadata", "name"], sprintf("has priority %v of the class %s", [one.value, one.class]))
			],
		}
	}
}

# The StatefulSets of any class, by the environment of a default class and by title.
_stateful[e] contains [objects.title(workload), {"workload": workload, "value": own.value, "class": own.class}] if {
	some workload in objects.of_kind("apps/StatefulSet")
	workloads.spec(workload).priorityClassName != ""
	not replicas.none(workload)
	own := priority.of(workload)
	some e in scope.of(workload)
	priority.default_classes[e]
}

_listed(lower) := objects.title(lower[0].workload) if {
	count(lower) == 1
} else := sprintf("%s and %d more", [objects.title(lower[0].workload), count(lower) - 1])

_message(class) := sprintf(
	"gives every pod without a class the priority %v, so any of them may evict the pods of %s, which have %v",
	[class.body.value, _lower_of(class).title, _lower_of(class).value],
) if {
	_lower_of(class)
} else := sprintf(
	"gives every new pod without a class the priority %v, so any of them may evict pods from before the class, which have 0",
	[class.body.value],
)

_level(class) := "warning" if {
	_lower_of(class)
	not environment.not_production(class)
} else := "note"
