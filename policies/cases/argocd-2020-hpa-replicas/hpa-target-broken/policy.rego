# METADATA
# title: Autoscaler that cannot work
# description: |
#   A HorizontalPodAutoscaler whose target it cannot find or measure leaves the number
#   of pods as it is, and says so in its status only. The rule looks for
#
#   - a target without the API group `apps`, or in the group `extensions`, in which
#     there are no Deployments any more
#   - a target that is not there, while the unit of the autoscaler has workloads in
#     that namespace
#   - a utilisation of CPU or memory, which is a percentage of requests, over pods with
#     a container that requests none
#   - two autoscalers with the same target: each then refuses to scale it
#   - a minimum that equals the maximum
#
#   Left alone:
#
#   - targets of other API groups, and targets that are not there while objects may be
#     missing, or whose name starts with that of a Gateway or of another object from
#     which a controller makes workloads
#   - metrics with an average value, and those that do not come from the pods' resources
#   - a limit, which is the request as well, requests of the pod, a LimitRange of the
#     namespace that sets requests, a policy that writes them, a
#     VerticalPodAutoscaler for the target, a proxy whose image Istio sets (`auto`), and
#     resources that placeholders stand for
#   - a ScaledObject that takes over the HorizontalPodAutoscaler, and one that KEDA made.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#algorithm-details
#     description: How the controller computes the number of pods
#   - ref: https://github.com/kubernetes/kubernetes/blob/master/pkg/controller/podautoscaler/horizontal.go
#     description: The controller
#   - ref: https://keda.sh/docs/latest/concepts/admission-webhooks/
#     description: What KEDA refuses
# custom:
#   level: warning
#   level_reason: |
#     It never scales by that metric, or not at all. An error where the API leaves no
#     doubt: a target in a group without that kind, and two autoscalers with one target.
#     A note for a minimum that equals the maximum, and outside of production.
#   remediation: |
#     Name the target as it is, one autoscaler for each, and give every container a
#     request for what is measured:
#
#     ```yaml
#     scaleTargetRef:
#       apiVersion: apps/v1
#       kind: Deployment
#       name: web
#     ```
#   kinds: [autoscaling/HorizontalPodAutoscaler, keda.sh/ScaledObject]
#   words: [HorizontalPodAutoscaler]
#   since: 0.1.0
package kubegap.cases.argocd_2020_hpa_replicas.hpa_target_broken

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.scope
import data.kubegap.lib.services
import data.kubegap.lib.utilisation
import data.kubegap.lib.values
import data.kubegap.lib.workloads

violations contains violation if {
	some hpa in objects.of_kind("autoscaling/HorizontalPodAutoscaler")
	some found in _faults(hpa)

	violation := result.with_level(
		result.at_with(hpa, found.path, found.message, found.related),
		_level(hpa, found.level),
	)
}

violations contains violation if {
	some hpa in scope.all_of_kind("autoscaling/HorizontalPodAutoscaler")
	some [other, workload] in _rivals(hpa)
	place := result.related(other, ["spec", "scaleTargetRef"], "names the same target")

	violation := result.with_peers(
		result.with_level(
			result.at_with(
				hpa,
				["spec", "scaleTargetRef"],
				sprintf("%s scales %s as well, so both stop scaling it", [
					objects.title(other),
					objects.title(workload),
				]),
				[place],
			),
			_level(hpa, "error"),
		),
		[place],
	)
}

_level(hpa, level) := level if {
	not environment.not_production(hpa)
} else := "note"

# The target comes first: without it nothing else matters.
_faults(hpa) := _group_faults(hpa) if {
	count(_group_faults(hpa)) > 0
} else := _missing_faults(hpa) if {
	count(_missing_faults(hpa)) > 0
} else := array.concat(_unmeasured(hpa), _fixed(hpa))

_group_faults(hpa) := [{
	"path": ["spec", "scaleTargetRef"],
	"level": "error",
	"message": sprintf("names a %s of %s, where the API has none, so it never finds its target", [target.kind, group]),
	"related": [],
} |
	target := hpa.body.spec.scaleTargetRef
	target.kind in {"Deployment", "ReplicaSet", "StatefulSet"}
	group := _wrong_group(object.get(target, "apiVersion", ""))
]

_wrong_group("") := "no API group"

_wrong_group("v1") := "the core API group"

_wrong_group(version) := "the API group extensions" if regex.match(`^extensions/`, sprintf("%v", [version]))

_missing_faults(hpa) := [{
	"path": ["spec", "scaleTargetRef", "name"],
	"level": "warning",
	"message": sprintf("targets the %s %s, %s, so it never scales anything", [
		hpa.body.spec.scaleTargetRef.kind,
		missing.name,
		_instead(hpa, missing.name),
	]),
	"related": [],
} |
	some missing in objects.unresolved(hpa, "scales")
	missing.kind in {"apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet"}
	not values.unknown(missing.name)
	not environment.partial(hpa)
	not services.named_after_maker(hpa, missing.name)
	count(_neighbours[[hpa.unit, hpa.namespace]]) > 0
]

_instead(hpa, name) := sprintf("which is a %s", [found[0].kind]) if {
	found := [workload |
		some workload in _neighbours[[hpa.unit, hpa.namespace]]
		workload.name == name
	]
	count(found) > 0
} else := sprintf("which is not among the workloads of its namespace (%s)", [concat(", ", array.slice(names, 0, 3))]) if {
	names := sort([workload.name | some workload in _neighbours[[hpa.unit, hpa.namespace]]])
}

# The workloads of each namespace of a unit that an autoscaler may scale.
_neighbours[[workload.unit, workload.namespace]] contains workload if {
	some workload in objects.of_kinds(["apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet", "argoproj.io/Rollout"])
}

# The autoscalers of the environment before which the autoscaler gives way, each with
# the workload that both scale. Those that the environment only sees, and which are
# views of others, do not count.
_rivals(hpa) := [[other, workload] |
	count(_group_faults(hpa)) + count(_missing_faults(hpa)) == 0
	some workload in objects.linked(hpa, "scales")
	some other in objects.linking(workload, "scales")
	other.index in _autoscalers
	_precedes(other, hpa, workload)
	not _takes_over(other, hpa)
]

_autoscalers := {obj.index |
	some kind in ["autoscaling/HorizontalPodAutoscaler", "keda.sh/ScaledObject"]
	some obj in scope.all_of_kind(kind)
}

# Of two autoscalers the one with another name than the workload is reported, or
# else the later one by name; a ScaledObject never is.
_precedes(other, hpa, workload) if {
	other.kind == "HorizontalPodAutoscaler"
	[other.name != workload.name, other.name] < [hpa.name != workload.name, hpa.name]
}

_precedes(other, _, _) if other.kind == "ScaledObject"

_takes_over(scaled_object, hpa) if {
	scaled_object.kind == "ScaledObject"
	hpa.name in {
		sprintf("keda-hpa-%s", [scaled_object.name]),
		object.get(scaled_object.body, ["spec", "advanced", "horizontalPodAutoscalerConfig", "name"], ""),
	}
}

_unmeasured(hpa) := [{
	"path": metric.path,
	"level": "warning",
	"message": sprintf("container %s of %s requests no %s, so its utilisation is unknown and nothing is scaled by it", [
		bare.container.name,
		objects.title(workload),
		metric.resource,
	]),
	"related": [result.related(workloads.holder(workload), array.concat(bare.path, ["resources"]), "requests too little")],
} |
	some metric in utilisation.asked_for(hpa)
	some workload in objects.linked(hpa, "scales")
	bare := utilisation.without_requests(workload, metric)[0]
	not utilisation.requests_supplied(workload, metric.resource)
]

_fixed(hpa) := [{
	"path": ["spec", "maxReplicas"],
	"level": "note",
	"message": sprintf("minimum and maximum are both %d, so it never changes the number of pods", [hpa.body.spec.maxReplicas]),
	"related": [],
} |
	is_number(hpa.body.spec.maxReplicas)
	object.get(hpa.body, ["spec", "minReplicas"], 1) == hpa.body.spec.maxReplicas
]
