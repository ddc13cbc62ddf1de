# METADATA
# title: Definition that goes away with the Helm release
# description: |
#   A CustomResourceDefinition among the templates of a chart is part of the release: Helm
#   deletes it when the release is uninstalled, and on the upgrade to a chart version that
#   no longer has it. With a definition the API server deletes all resources of its kind, in
#   every namespace and whoever made them.
#
#   There is one finding for each chart or release, on the first of its definitions.
#
#   Left alone:
#
#   - definitions in the folder `crds/` of a chart, which Helm never deletes
#   - the annotation `helm.sh/resource-policy: keep`
#   - charts that hold nothing but definitions, which are kept apart on purpose
#   - charts that Argo CD renders, since there is no release then
#   - packaged charts, of which it is not known where a definition comes from
#   - hooks of Helm.
# scope: package
# related_resources:
#   - ref: https://helm.sh/docs/chart_best_practices/custom_resource_definitions/
#     description: Custom resource definitions in charts
#   - ref: https://helm.sh/docs/howto/charts_tips_and_tricks/#tell-helm-not-to-uninstall-a-resource
#     description: Resources that Helm keeps
# custom:
#   level: note
#   level_reason: |
#     Many well-kept charts do this, and most releases are never uninstalled. A warning
#     where another release or Kustomization in the same cluster has resources of the kind:
#     these would go, too.
#   remediation: |
#     Have Helm keep the definition, or move it to a release of its own:
#
#     ```yaml
#     apiVersion: apiextensions.k8s.io/v1
#     kind: CustomResourceDefinition
#     metadata:
#       annotations:
#         helm.sh/resource-policy: keep
#     ```
#   kinds: [apiextensions.k8s.io/CustomResourceDefinition]
#   since: 0.1.0
package kubegap.cases.certmanager_2019_crd_deleted.helm_managed_crd_without_keep

import data.kubegap.lib.gitops
import data.kubegap.lib.objects
import data.kubegap.lib.result

violations contains violation if {
	some unit, exposed in _exposed
	unit in _mixed
	found := sort([[min([1, count(dependants)]) * -1, name, i, dependants] |
		some [name, i] in exposed
		dependants := _dependants(input.objects[i])
	])
	definition := input.objects[found[0][2]]
	dependants := [input.objects[i] | some [_, i] in found[0][3]]

	violation := result.with_level(
		result.at_with(
			definition,
			["metadata", "annotations"],
			_message(definition, count(found) - 1, dependants),
			[result.related(dependant, ["metadata", "name"], "goes with it") |
				some i, dependant in dependants
				i < 5
			],
		),
		_level(dependants),
	)
}

_level(dependants) := "warning" if {
	count(dependants) > 0
} else := "note"

_message(definition, further, dependants) := sprintf(
	"has no %s and is no file of crds/, so Helm deletes it%s with the release, and with it %s of %s",
	[_policy, _further(further), objects.title(dependants[0]), gitops.named(gitops.deployer(dependants[0]))],
) if {
	count(dependants) > 0
} else := sprintf("has no %s and is no file of crds/, so Helm deletes it%s with the release, and every %s in the cluster", [
	_policy,
	_further(further),
	object.get(definition.body, ["spec", "names", "kind"], "resource of its kind"),
])

_policy := "helm.sh/resource-policy: keep"

_further(n) := "" if {
	n == 0
} else := " and one more definition" if {
	n == 1
} else := sprintf(" and %d more definitions", [n])

# The definitions that Helm may delete, by their units.
_exposed[obj.unit] contains [obj.name, obj.index] if {
	some obj in objects.of_kind("apiextensions.k8s.io/CustomResourceDefinition")
	regex.match(`(^|/)templates/`, obj.declared.file)
	not _kept(obj)
	not gitops.hook(obj)
}

_kept(obj) if objects.annotation(obj, "helm.sh/resource-policy") == "keep"

# Units with more than definitions.
_mixed := {obj.unit |
	some obj in input.objects
	obj.kind != "CustomResourceDefinition"
}

# The resources of the kind that others deploy to the cluster, by title.
_dependants(definition) := sort([[objects.title(obj), obj.index] |
	kind := sprintf("%s/%s", [definition.body.spec.group, definition.body.spec.names.kind])
	some obj in objects.in_scope(definition, kind)
	gitops.deployer(obj) != gitops.deployer(definition)
])
