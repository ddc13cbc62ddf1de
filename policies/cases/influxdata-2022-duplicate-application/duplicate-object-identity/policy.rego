# METADATA
# title: One name for two objects
# description: |
#   Two manifests that share group, kind, namespace and name are one object to the
#   cluster: the one that is applied last wins, and nobody is told. For an Application
#   or a Kustomization that is grave: the object now points elsewhere, so what it
#   deployed before is no longer part of it and is pruned.
#
#   The rule reports an Application, ApplicationSet, Kustomization of Flux or
#   HelmRelease that is declared twice with different content in one file, chart or
#   overlay, or by two units that are deployed to one cluster; and any other object
#   that one Application, HelmRelease or Kustomization renders twice.
#
#   Left alone:
#
#   - the same name in different clusters, overlays, charts or variants of a chart
#   - files side by side that nothing in sight deploys together, which may be
#     alternatives, and a bootstrap copy of an object that is deployed later
#   - hooks of Helm and of Argo CD, and names that the API server generates
#   - names and namespaces with variables, and objects that name no namespace next to
#     ones that do
#   - copies with equal content.
#
#   Different versions of one API count as the same kind. Objects of other kinds that two
#   Applications or Kustomizations deploy belong to the rule `object-owned-by-two-apps`.
# scope: package
# related_resources:
#   - ref: https://github.com/argoproj/argo-cd/blob/master/controller/state.go
#     description: Argo CD keeps the last of the objects that share a key
#   - ref: https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
#     description: Names of objects
# custom:
#   level: error
#   level_reason: |
#     Certain: only one of the two can exist, and which one depends on the order.
#   remediation: |
#     Give the object that was added later a name of its own, or take one of the two
#     away. Have a look at the diff of the names in a pull request: a name that is
#     changed by mistake shows as a changed object, not as a new one.
#   kinds:
#     - argoproj.io/Application
#     - argoproj.io/ApplicationSet
#     - helm.toolkit.fluxcd.io/HelmRelease
#     - kustomize.toolkit.fluxcd.io/Kustomization
#   since: 0.1.0
package kubegap.cases.influxdata_2022_duplicate_application.duplicate_object_identity

import data.kubegap.lib.gitops
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.values

# Which of the two was meant to be there no manifest tells, so their order is that of
# their content.
violations contains violation if {
	some members in input.repeated
	ordered := sort([[_key(obj), obj.unit, obj.body, obj.index] |
		some i in members
		obj := input.objects[i]
	])
	before := array.concat([[null, "", {}, 0]], ordered)
	some k, entry in ordered
	before[k][0] == entry[0]
	before[k][2] != entry[2]
	obj := input.objects[entry[3]]
	other := input.objects[before[k][3]]
	place := result.related(other, ["metadata", "name"], "has the same name")

	violation := result.with_peers(
		result.at_with(obj, ["metadata", "name"], _message(obj, other), [place]),
		[place],
	)
}

# What is known to meet in the cluster: the deployed ones where the name decides what
# is deployed, else what one unit renders. Where only one of two names its namespace,
# they need not be in the same.
_key(obj) := [_unit(obj), object.get(obj.body, ["metadata", "namespace"], "") != ""] if {
	not values.unknown(obj.name)
	not values.unknown(obj.namespace)
	not gitops.hook(obj)
}

_unit(obj) := "" if {
	gitops.deploys(obj)
	gitops.deployer(obj)
} else := obj.unit if {
	gitops.deploys(obj)
} else := obj.unit if {
	gitops.deployer(obj)
}

_message(obj, other) := sprintf(
	"has the name of another %s, so only one of the two exists and what the other deploys is pruned or left behind",
	[obj.kind],
) if {
	gitops.deploys(obj)
	other.unit == obj.unit
} else := sprintf(
	"has the name of the %s that %s deploys, so only one of the two exists and what the other deploys is pruned or left behind",
	[obj.kind, gitops.named(gitops.deployer(other))],
) if {
	gitops.deploys(obj)
} else := sprintf(
	"is rendered twice by %s with different content, so only one %s is applied and the other is lost",
	[gitops.named(gitops.deployer(obj)), objects.title(obj)],
)
