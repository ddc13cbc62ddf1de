# METADATA
# title: Namespace or volume that Flux may delete with its data
# description: |
#   A Flux Kustomization with `prune: true` deletes what it once applied and what is
#   no longer in its path: after a file was moved, a line of a kustomization was lost
#   or an overlay came out empty. For most objects the next commit puts that right.
#   A Namespace takes all its volume claims along, and a claim its volume.
#
#   The rule reports Namespaces and PersistentVolumeClaims that a pruning Kustomization
#   deploys and that nothing keeps.
#
#   Left alone:
#
#   - the label or annotation `kustomize.toolkit.fluxcd.io/prune: disabled`
#   - a Namespace in which nothing in sight keeps data, and those that cannot be deleted,
#     such as kube-system
#   - claims whose StorageClass in sight has `reclaimPolicy: Retain`, and claims that
#     are filled from a snapshot, a backup or another claim (`spec.dataSourceRef`)
#   - previews, development and test environments
#   - suspended Kustomizations, and what nothing in sight deploys.
# scope: package
# related_resources:
#   - ref: https://fluxcd.io/flux/components/kustomize/kustomizations/#prune
#     description: Pruning of a Flux Kustomization
#   - ref: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reclaiming
#     description: What becomes of a volume when its claim is deleted
# custom:
#   level: note
#   level_reason: |
#     To delete what has left the repository is what Flux is for, and whether data is at
#     stake depends on backups. A warning for a Namespace in which another Kustomization
#     keeps its data: who edits the one does not see the other.
#   remediation: |
#     Tell Flux to leave the object alone when its manifest is gone:
#
#     ```yaml
#     metadata:
#       annotations:
#         kustomize.toolkit.fluxcd.io/prune: disabled
#     ```
#   kinds: [kustomize.toolkit.fluxcd.io/Kustomization]
#   words: [prune]
#   since: 0.1.0
package kubegap.cases.flux_2023_target_namespace.flux_prunes_stateful_objects

import data.kubegap.lib.environment
import data.kubegap.lib.gitops
import data.kubegap.lib.objects
import data.kubegap.lib.result

violations contains violation if {
	some namespace in objects.of_kind("Namespace")
	kustomization := gitops.owner(namespace)
	kustomization.kind == "Kustomization"
	gitops.pruned_by_flux(namespace, kustomization)
	not environment.not_production(namespace)
	stateful := gitops.stateful_in(namespace)
	count(stateful) > 0
	foreign := [obj | some obj in stateful; _foreign(obj, kustomization)]

	violation := _of_namespace(namespace, kustomization, stateful, foreign)
}

violations contains violation if {
	some claim in objects.of_kind("PersistentVolumeClaim")
	kustomization := gitops.owner(claim)
	kustomization.kind == "Kustomization"
	gitops.pruned_by_flux(claim, kustomization)
	not environment.not_production(claim)
	not claim.body.spec.dataSourceRef
	not claim.body.spec.dataSource
	not _retained(claim)

	violation := result.at_with(
		claim,
		["metadata", "annotations"],
		sprintf("lacks %s, so %s deletes the claim and its data once the manifest leaves the path", [
			_setting,
			objects.title(kustomization),
		]),
		[_pruning(kustomization)],
	)
}

_setting := "kustomize.toolkit.fluxcd.io/prune: disabled"

_pruning(kustomization) := result.related(kustomization, ["spec", "prune"], "deletes what has left the path")

# Whether another Kustomization deploys the object.
_foreign(obj, kustomization) if gitops.kustomization(obj).index != kustomization.index

_retained(claim) if {
	some class in objects.linked(claim, "class")
	class.body.reclaimPolicy == "Retain"
}

_of_namespace(namespace, kustomization, stateful, foreign) := result.with_level(
	result.at_with(
		namespace,
		["metadata", "annotations"],
		sprintf("lacks %s, so %s deletes the namespace once the manifest leaves the path, with %s that %s keeps in it", [
			_setting,
			objects.title(kustomization),
			objects.title(foreign[0]),
			objects.title(gitops.kustomization(foreign[0])),
		]),
		[_pruning(kustomization), result.related(foreign[0], ["metadata", "name"], "keeps data in the namespace")],
	),
	"warning",
) if {
	count(foreign) > 0
} else := result.at_with(
	namespace,
	["metadata", "annotations"],
	sprintf("lacks %s, so %s deletes the namespace once the manifest leaves the path, with the data of %s", [
		_setting,
		objects.title(kustomization),
		objects.title(stateful[0]),
	]),
	[_pruning(kustomization), result.related(stateful[0], ["metadata", "name"], "keeps data in the namespace")],
)
