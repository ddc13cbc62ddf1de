# METADATA
# title: Namespace that targetNamespace of Flux renames
# description: |
#   `spec.targetNamespace` of a Flux Kustomization is the `namespace` field of
#   kustomize, which does not stop at `metadata.namespace`: it also writes the name
#   of each object of kind Namespace. The Namespace that the manifest declares never
#   comes to be. The Kustomization applies the target namespace in its place, owns it
#   from then on, and deletes it with all it holds when the manifest leaves the path.
#
#   The rule builds `spec.path` and compares the name that a Namespace has in its file
#   with the one that reaches the cluster.
#
#   Left alone:
#
#   - a Namespace that has the name of the target namespace already
#   - names that say that they are meant to be replaced, such as `_` or `not-used`,
#     where Flux never deletes the namespace; else these are a note
#   - paths that cannot be built offline, names with variables
#   - suspended Kustomizations.
# scope: package
# related_resources:
#   - ref: https://fluxcd.io/flux/components/kustomize/kustomizations/#target-namespace
#     description: Target namespace of a Flux Kustomization
#   - ref: https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/namespace.go
#     description: The fields that the namespace of a kustomization sets
# custom:
#   level: error
#   level_reason: |
#     Certain, since kustomize renames every Namespace, and Flux deletes what it
#     applied before. A warning where the Kustomization does not prune, or the
#     Namespace is kept or cannot be deleted: then the declared Namespace is only
#     missing. A note for names that are placeholders.
#   remediation: |
#     Take the Namespace out of the path of the Kustomization that sets
#     `targetNamespace`, and create it from one that does not:
#
#     ```yaml
#     apiVersion: v1
#     kind: Namespace
#     metadata:
#       name: shop
#       annotations:
#         kustomize.toolkit.fluxcd.io/prune: disabled
#     ```
#
#     Where Flux has taken over the target namespace already, annotate that one with
#     `kustomize.toolkit.fluxcd.io/prune: disabled` in the cluster before the
#     manifest is moved.
#   kinds: [kustomize.toolkit.fluxcd.io/Kustomization]
#   words: [targetNamespace]
#   since: 0.1.0
package kubegap.cases.flux_2023_target_namespace.flux_target_namespace_renames_namespace

import data.kubegap.lib.gitops
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.values

violations contains violation if {
	some namespace in objects.of_kind("Namespace")
	declared := namespace.declared.name
	declared != namespace.name
	not values.unknown(declared)

	kustomization := gitops.owner(namespace)
	kustomization.body.spec.targetNamespace == namespace.name
	not kustomization.body.spec.suspend == true
	level := _level(namespace, kustomization, declared)

	violation := result.with_level(
		result.at_with(
			kustomization,
			["spec", "targetNamespace"],
			_message(namespace, kustomization, declared),
			[result.related(namespace, ["metadata", "name"], sprintf("declares the Namespace %s", [declared]))],
		),
		level,
	)
}

_level(namespace, kustomization, declared) := "note" if {
	_placeholder(declared)
	gitops.pruned_by_flux(namespace, kustomization)
} else := "warning" if {
	not _placeholder(declared)
	not gitops.pruned_by_flux(namespace, kustomization)
} else := "error" if {
	not _placeholder(declared)
}

# Names that cannot be meant: what is no name of a namespace, and words for it.
_placeholder(name) if not regex.match(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`, name)

_placeholder(name) if regex.match(`^(not-?used|unused|placeholder|.+-placeholder|replaced?|(replace|change)-?me|dummy|ignored?|overridden|name|namespace|todo)$`, name)

_message(namespace, kustomization, declared) := sprintf(
	"turns the Namespace %s into %s, so %s owns that namespace and deletes it with all it holds once the manifest leaves the path",
	[declared, namespace.name, objects.title(kustomization)],
) if {
	gitops.pruned_by_flux(namespace, kustomization)
} else := sprintf(
	"turns the Namespace %s into %s, so the namespace %s is never created and %s owns the other one",
	[declared, namespace.name, declared, objects.title(kustomization)],
)
