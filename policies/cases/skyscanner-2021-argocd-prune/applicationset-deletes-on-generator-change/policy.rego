# METADATA
# title: ApplicationSet that deletes workloads when a generator loses an entry
# description: |
#   An ApplicationSet deletes the Applications that its generators no longer give, and each
#   Application that it makes carries the finalizer that deletes all it has deployed. So a
#   renamed directory, a label that is taken from a cluster Secret or an answer of a source
#   code host that lacks a repository removes workloads.
#
#   Left alone:
#
#   - `preserveResourcesOnDeletion`, whatever its value: who writes it has decided
#   - `applicationsSync: create-only` or `create-update`, and the same as the policy of the
#     controller in `argocd-cmd-params-cm`
#   - templates with finalizers of their own that do not delete resources
#   - sets whose entries all stand in the ApplicationSet itself (list generators)
#   - previews (the pullRequest generator), development and test environments.
# scope: package
# related_resources:
#   - ref: https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Application-Deletion/
#     description: Deletion of Applications and their resources
#   - ref: https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Controlling-Resource-Modification/
#     description: Policies of the ApplicationSet controller
# custom:
#   level: note
#   level_reason: |
#     To remove what has left the generator is the default of Argo CD and often what is
#     wanted.
#   remediation: |
#     Keep the resources when an Application goes, or keep the Applications altogether:
#
#     ```yaml
#     spec:
#       syncPolicy:
#         preserveResourcesOnDeletion: true
#         applicationsSync: create-update # needs the policy override in the controller
#     ```
#   kinds: [argoproj.io/ApplicationSet]
#   since: 0.1.0
package kubegap.cases.skyscanner_2021_argocd_prune.applicationset_deletes_on_generator_change

import data.kubegap.lib.environment
import data.kubegap.lib.gitops
import data.kubegap.lib.objects
import data.kubegap.lib.result

violations contains violation if {
	some set in objects.of_kind("argoproj.io/ApplicationSet")
	_deletes(object.get(set.body, ["spec", "syncPolicy"], {}))
	not _kept_by_controller(set)
	not _kept_by_finalizers(set)
	not environment.not_production(set)

	generators := gitops.generators(set)
	not "pullRequest" in generators
	outside := generators - {"list", "matrix", "merge"}
	count(outside) > 0

	violation := result.at(
		set,
		["spec", "syncPolicy"],
		sprintf("does not set preserveResourcesOnDeletion, so each entry that the %s generator no longer gives takes its Application and all its resources with it", [concat(" or ", sort(outside))]),
	)
}

_deletes(policy) if policy == null

_deletes(policy) if {
	is_object(policy)
	not "preserveResourcesOnDeletion" in object.keys(policy)
	object.get(policy, "applicationsSync", "sync") in {"create-delete", "sync"}
}

_kept_by_controller(set) if {
	some config in objects.in_scope(set, "ConfigMap")
	config.name == "argocd-cmd-params-cm"
	config.body.data["applicationsetcontroller.policy"] in {"create-only", "create-update"}
}

# The controller adds its finalizer only where the template has none.
_kept_by_finalizers(set) if {
	finalizers := set.body.spec.template.metadata.finalizers
	is_array(finalizers)
	count(finalizers) > 0
	every finalizer in finalizers {
		not _deleting(finalizer)
	}
}

_deleting(finalizer) if {
	is_string(finalizer)
	startswith(finalizer, "resources-finalizer.argocd.argoproj.io")
}
