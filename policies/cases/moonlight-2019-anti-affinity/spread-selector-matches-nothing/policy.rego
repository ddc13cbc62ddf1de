# METADATA
# title: Spread selector that misses the pods it stands in
# description: |
#   A topology spread constraint counts the pods that its selector chooses. Where
#   that leaves out the pods of the template itself, placing them changes no count,
#   and the constraint does not keep them apart; the same goes for an anti-affinity
#   term. A constraint or term without `labelSelector` chooses no pods at all.
#
#   Left alone:
#
#   - a selector that chooses pods of another workload in scope, if it is that of an
#     anti-affinity term: these may be meant to keep away from it
#   - terms with `namespaces` or `namespaceSelector`
#   - placeholders in selectors or labels
#   - labels that controllers add to pods, such as `pod-template-hash`,
#     `statefulset.kubernetes.io/pod-name`, `job-name` or those of Istio
#   - zero replicas.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/topology-spread-constraints/#implicit-conventions
#     description: A selector that does not match the pod's own labels
#   - ref: https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#scheduling
#     description: Fields of affinity terms and spread constraints
# custom:
#   level: warning
#   level_reason: |
#     The protection is written down and does nothing. A note for a constraint that
#     counts the pods of another workload in scope, which may be meant; for labels that
#     hold the name of a release, where nothing tells that name; and for an
#     anti-affinity term whose selector speaks of labels that these pods do not have, or
#     of values that have nothing in common with theirs: the pods it means may come from
#     elsewhere.
#   remediation: |
#     Give the selector the labels of the pod template:
#
#     ```yaml
#     template:
#       metadata:
#         labels:
#           app: web
#       spec:
#         topologySpreadConstraints:
#           - maxSkew: 1
#             topologyKey: kubernetes.io/hostname
#             whenUnsatisfiable: ScheduleAnyway
#             labelSelector:
#               matchLabels:
#                 app: web
#     ```
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#   words: [podAntiAffinity, topologySpreadConstraints]
#   since: 0.1.0
package kubegap.cases.moonlight_2019_anti_affinity.spread_selector_matches_nothing

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.selectors
import data.kubegap.lib.spread
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in objects.of_kinds(_kinds)
	some found in spread.terms(workload)
	not spread.chooses_own(workload, found.term)
	not replicas.none(workload)
	selector := object.get(found.term, "labelSelector", null)
	not _added_later(selector)
	not is_string(selector)
	level := _level(workload, found, selector)

	violation := result.with_level(
		result.at_with(
			workloads.holder(workload),
			array.concat(found.path, ["labelSelector"]),
			_message(workload, found, selector),
			[result.related(
				workloads.holder(workload),
				array.concat(workload.pod_template.path, ["metadata", "labels"]),
				"labels the pods",
			)],
		),
		level,
	)
}

_kinds := ["apps/DaemonSet", "apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet", "argoproj.io/Rollout"]

_message(workload, found, selector) := sprintf(
	"this %s selects %s, which the pods of %s are not, so it does not keep them apart",
	[found.field, selectors.text(selector), objects.title(workload)],
) if {
	is_object(selector)
} else := sprintf("this %s has no labelSelector and selects no pods, so it does not keep those of %s apart", [
	found.field,
	objects.title(workload),
])

_level(workload, found, selector) := "warning" if {
	not is_object(selector)
	not _elsewhere(found.term)
	not environment.not_production(workload)
} else := _constraint_level(workload, selector) if {
	found.field == "topologySpreadConstraint"
} else := _term_level(workload, selector) if {
	is_object(selector)
	not _elsewhere(found.term)
	not _other(workload, selector)
}

_constraint_level(workload, selector) := "warning" if {
	not _other(workload, selector)
	not _made_up(workload, selector)
	not environment.not_production(workload)
} else := "note"

_term_level(workload, selector) := "warning" if {
	every key in selectors.keys(selector) {
		key in object.keys(workloads.labels(workload))
	}
	_mistaken(workload, selector)
	not _made_up(workload, selector)
	not environment.not_production(workload)
} else := "note"

# Whether each value that the pods do not have looks like the one they have. Another
# name is that of pods to keep away from.
_mistaken(workload, selector) if {
	differing := [{"asked": values, "label": label} |
		some [key, values] in _asked(selector)
		label := workloads.labels(workload)[key]
		not label in values
	]
	count(differing) > 0
	every difference in differing {
		some value in difference.asked
		_alike(sprintf("%v", [value]), sprintf("%v", [difference.label]))
	}
}

_asked(selector) := array.concat(
	[[key, [value]] | some key, value in selectors.pairs(selector)],
	[[expression.key, expression.values] |
		some expression in selectors.expressions(selector)
		expression.operator == "In"
	],
)

_alike(one, other) if contains(one, other)

_alike(one, other) if contains(other, one)

_alike(one, other) if substring(one, 0, 3) == substring(other, 0, 3)

# The name of a release that nobody has named may be what makes the difference.
_made_up(workload, selector) if {
	some key in selectors.keys(selector)
	some value in [workloads.labels(workload)[key], selectors.pairs(selector)[key]]
	contains(sprintf("%v", [value]), "release-name")
}

# Pods in other namespaces.
_elsewhere(term) if term.namespaces[0]

_elsewhere(term) if is_object(term.namespaceSelector)

_other(workload, selector) if {
	is_object(selector)
	some labels in workloads.labelled_beside(workload, selectors.pairs(selector))
	selectors.matches(selector, labels)
}

_added_later(selector) if {
	some key in selectors.keys(selector)
	regex.match(_controller_labels, key)
}

_controller_labels := concat("|", [
	`^(pod-template-hash|rollouts-pod-template-hash|controller-revision-hash|pod-template-generation)$`,
	`^statefulset\.kubernetes\.io/`,
	`^apps\.kubernetes\.io/pod-index$`,
	`^(job-name|controller-uid)$`,
	`^batch\.kubernetes\.io/`,
	`istio\.io/`,
	`^linkerd\.io/`,
])
