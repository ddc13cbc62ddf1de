# METADATA
# title: Object that two Applications or Kustomizations deploy
# description: |
#   Argo CD and Flux take what they deploy for their own. Of two owners each marks the
#   object for itself and undoes what the other has set, over and over; and when one of
#   them no longer renders the object, or is removed itself, it may delete what the other
#   still needs. Helm refuses to install what another release owns.
#
#   The rule compares what the Applications, Kustomizations and HelmReleases in sight
#   deploy to one cluster, after namespaces, prefixes and patches are applied. There is
#   one finding for each pair of owners.
#
#   Left alone:
#
#   - objects in different clusters, and what nothing in sight deploys
#   - objects that are annotated for shared use: `kustomize.toolkit.fluxcd.io/ssa` with
#     Merge, IfNotPresent or Ignore, `ServerSideApply=true` in the sync options, or
#     `reconcile: disabled`
#   - owners that are suspended, which may be alternatives
#   - hooks of Helm and of Argo CD, and names or namespaces with variables
#   - objects without a namespace in their manifest, whose place is not certain.
#
#   Namespaces, CustomResourceDefinitions and sources of Flux with equal content are a
#   note, since many owners bring them along.
# scope: package
# related_resources:
#   - ref: https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#fail-the-sync-if-a-shared-resource-is-found
#     description: Shared resources in Argo CD
#   - ref: https://fluxcd.io/flux/components/kustomize/kustomizations/#prune
#     description: Pruning of a Flux Kustomization
# custom:
#   level: warning
#   level_reason: |
#     The owners fight over the object now, and one of them deletes it some day. A note for
#     what is often brought along by several, and outside of production.
#   remediation: |
#     Let one owner deploy the object, and have the others depend on it: with
#     `spec.dependsOn` of a Kustomization or a HelmRelease, or a sync wave of the
#     Applications. Where the object is shared on purpose, take it out of both into an
#     Application or Kustomization of its own.
#   kinds:
#     - argoproj.io/Application
#     - argoproj.io/ApplicationSet
#     - helm.toolkit.fluxcd.io/HelmRelease
#     - kustomize.toolkit.fluxcd.io/Kustomization
#   since: 0.1.0
package kubegap.cases.influxdata_2022_duplicate_application.object_owned_by_two_apps

import data.kubegap.lib.environment
import data.kubegap.lib.gitops
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.values

violations contains violation if {
	some owners, lists in _shared
	decisive := sort([[_soft(k), objects.title(_first(owners[0], k)), k] | some k in lists])[0]
	obj := _first(owners[0], decisive[2])
	others := [_first(owner, decisive[2]) | some owner in array.slice(owners, 1, count(owners))]
	places := [result.related(other, ["metadata", "name"], sprintf("%s deploys it, too", [gitops.named(gitops.deployer(other))])) |
		some other in others
	]

	violation := result.with_peers(
		result.with_level(
			result.at_with(
				obj,
				["metadata", "name"],
				sprintf("is deployed by %s as well as %s%s, so they undo each other's changes and one may delete what the other needs", [
					gitops.named(gitops.deployer(obj)),
					gitops.named(gitops.deployer(others[0])),
					_further(count(lists) - 1),
				]),
				array.slice(places, 0, 5),
			),
			_level(decisive[0], obj),
		),
		places,
	)
}

_level(soft, obj) := "warning" if {
	soft == 0
	not environment.not_production(obj)
} else := "note"

_further(n) := "" if {
	n == 0
} else := " (and one more object with it)" if {
	n == 1
} else := sprintf(" (and %d more objects with it)", [n])

# By the units that deploy them: lists of objects of one identity, as indices into
# input.repeated.
_shared[owners] contains k if {
	some k, _ in input.repeated
	owners := sort(object.keys(_members[k]))
	count({gitops.named(gitops.deployer(input.objects[i])) | some i in _members[k]}) > 1
}

# The first object of an identity that the unit deploys.
_first(unit, k) := input.objects[_members[k][unit]]

_members[k] := {entry[0]: entry[1] | some n, entry in entries; before[n][0] != entry[0]} if {
	some k, members in input.repeated
	entries := sort([[input.objects[i].unit, i] | some i in members; _owned(input.objects[i])])
	before := array.concat([[""]], entries)
}

_owned(obj) if {
	gitops.deployer(obj)
	_placed(obj)
	not gitops.deploys(obj)
	not gitops.hook(obj)
	not _optional(obj)
	not _suspended(obj)
}

_suspended(obj) if gitops.owner(obj).body.spec.suspend == true

# Whether it is certain where the object goes.
_placed(obj) if {
	not values.unknown(obj.name)
	not values.unknown(obj.namespace)
	obj.namespace in {"", object.get(obj.body, ["metadata", "namespace"], null)}
}

# Owners of an object that is annotated so leave alone what others have set.
_optional(obj) if gitops.text_annotation(obj, "kustomize.toolkit.fluxcd.io/ssa") in {"ifnotpresent", "ignore", "merge"}

_optional(obj) if gitops.text_annotation(obj, "kustomize.toolkit.fluxcd.io/reconcile") == "disabled"

_optional(obj) if contains(gitops.text_annotation(obj, "argocd.argoproj.io/sync-options"), "serversideapply=true")

# 1 where the objects of an identity are what several owners often bring along.
_soft(k) := 1 if {
	some index in _members[k]
	obj := input.objects[index]
	concat("/", [obj.group, obj.kind]) in {"/Namespace", "apiextensions.k8s.io/CustomResourceDefinition"}
} else := 1 if {
	count({input.objects[index].body | some index in _members[k]}) == 1
	some index in _members[k]
	endswith(input.objects[index].group, "source.toolkit.fluxcd.io")
} else := 0
