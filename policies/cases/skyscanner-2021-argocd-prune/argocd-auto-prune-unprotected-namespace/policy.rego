# METADATA
# title: Automated pruning that nothing holds back
# description: |
#   With `automated.prune` Argo CD deletes whatever a commit no longer renders, without
#   asking. Two things make a wrong template fatal:
#
#   - `allowEmpty: true` takes away the check that refuses to sync an Application to
#     nothing at all. One empty render then deletes everything that it deploys.
#   - A Namespace goes with all that lives in it, a CustomResourceDefinition with all
#     resources of its kind, and a PersistentVolumeClaim with its volume. Where these
#     belong to other Applications, a mistake in one takes the others down.
#
#   The rule reports `prune` together with `allowEmpty` in Applications and ApplicationSets,
#   and Applications that may delete a Namespace or a definition on which the objects of
#   another one in sight depend, once for each Application.
#
#   Left alone:
#
#   - `automated.enabled: false`, and `allowEmpty` without `prune`
#   - objects with the sync option `Prune=false` or `Prune=confirm`, set on them or on
#     the Application
#   - namespaces that `CreateNamespace=true` makes, which Argo CD never prunes, and those
#     that cannot be deleted, such as kube-system
#   - previews (the pullRequest generator), development and test environments
#   - claims whose StorageClass in sight retains the volume
#   - Applications that are not in sight, as those which an ApplicationSet makes.
# scope: package
# related_resources:
#   - ref: https://argo-cd.readthedocs.io/en/stable/user-guide/auto_sync/#automatic-pruning-with-allow-empty-v18
#     description: Automatic pruning and allowEmpty
#   - ref: https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#resource-pruning-with-confirmation
#     description: Pruning with confirmation
# custom:
#   level: warning
#   level_reason: |
#     The check against an empty render is off, or one Application can delete what others
#     run in. A note for an Application that deploys only Applications and projects in
#     sight, which often starts empty, and for a claim.
#   remediation: |
#     Leave `allowEmpty` out, and have Argo CD ask before it deletes what others need:
#
#     ```yaml
#     apiVersion: v1
#     kind: Namespace
#     metadata:
#       name: shop
#       annotations:
#         argocd.argoproj.io/sync-options: Prune=confirm
#     ```
#   kinds: [argoproj.io/Application, argoproj.io/ApplicationSet]
#   words: [prune]
#   since: 0.1.0
package kubegap.cases.skyscanner_2021_argocd_prune.argocd_auto_prune_unprotected_namespace

import data.kubegap.lib.environment
import data.kubegap.lib.gitops
import data.kubegap.lib.objects
import data.kubegap.lib.result

violations contains violation if {
	some app in objects.of_kinds(["argoproj.io/Application", "argoproj.io/ApplicationSet"])
	gitops.prunes(app)
	gitops.application(app).syncPolicy.automated.allowEmpty == true
	not _passing(app)

	violation := result.with_level(
		result.at(
			app,
			array.concat(gitops.application_path(app), ["syncPolicy", "automated", "allowEmpty"]),
			"is set together with prune, so one commit that renders nothing deletes everything the Application deploys",
		),
		_level(app),
	)
}

_level(app) := "note" if {
	name := sprintf("%s/%s", [object.get(app.body, ["metadata", "namespace"], ""), app.name])
	name in _deploying
	not name in _deploying_more
} else := "warning"

_deploying := {name | some [name, _] in _deployed}

_deploying_more := {name |
	some [name, kind] in _deployed
	not kind in {"AppProject", "Application", "ApplicationSet"}
}

# What the Applications in sight deploy, by their names.
_deployed := {[name, obj.kind] |
	some obj in input.objects
	by := gitops.deployer(obj)
	by.kind == "Application"
	name := sprintf("%s/%s", [by.namespace, by.name])
}

# One violation for each Application whose pruning reaches what others depend on.
violations contains violation if {
	some i, reached in _reached
	app := input.objects[i]
	held := sort(reached)
	dependant := input.objects[held[0][2]]

	violation := result.at_with(
		app,
		array.concat(gitops.application_path(app), ["syncPolicy", "automated", "prune"]),
		sprintf("deletes %s as soon as it is no longer rendered, and with it %s of %s%s", [
			held[0][0],
			objects.title(dependant),
			gitops.named(gitops.deployer(dependant)),
			_further(count(held) - 1),
		]),
		[result.related(input.objects[obj], ["metadata", "annotations"], "has no sync option Prune=false or Prune=confirm") |
			some k, [_, obj, _] in held
			k < 10
		],
	)
}

_further(n) := "" if {
	n == 0
} else := " (and another object like it)" if {
	n == 1
} else := sprintf(" (and %d more objects like it)", [n])

# By the Application: what it may delete though others depend on it, each with a
# dependant.
_reached[app.index] contains [objects.title(obj), obj.index, dependant.index] if {
	some obj in objects.of_kinds(["Namespace", "apiextensions.k8s.io/CustomResourceDefinition"])
	app := _pruning(obj)
	dependant := _dependant(obj)
}

# The Application in sight that deletes the object when it is no longer rendered.
_pruning(obj) := app if {
	app := gitops.owner(obj)
	app.kind == "Application"
	gitops.pruned_by_argocd(obj, app)
	not environment.not_production(app)
	not environment.not_production(obj)
}

# What another Application keeps in the namespace, or makes of the definition; the
# first by name.
_dependant(obj) := input.objects[sort([[objects.title(other), other.index] |
	some other in _dependants(obj)
	gitops.deployer(other) != gitops.deployer(obj)
])[0][1]]

_dependants(obj) := [other |
	some other in objects.linking(obj, "lives_in")
	_runs(other)
] if {
	obj.kind == "Namespace"
} else := objects.in_scope(obj, concat("/", [obj.body.spec.group, obj.body.spec.names.kind]))

_runs(obj) if obj.pod_template

_runs(obj) if gitops.stateful(obj)

violations contains violation if {
	some claim in objects.of_kind("PersistentVolumeClaim")
	app := _pruning(claim)
	not _retained(claim)

	violation := result.with_level(
		result.at_with(
			claim,
			["metadata", "annotations"],
			sprintf("has no sync option Prune=false, so %s deletes the claim and its data as soon as it is no longer rendered", [objects.title(app)]),
			[result.related(app, ["spec", "syncPolicy", "automated", "prune"], "deletes what is no longer rendered")],
		),
		"note",
	)
}

_retained(claim) if {
	some class in objects.linked(claim, "class")
	class.body.reclaimPolicy == "Retain"
}

_passing(app) if environment.not_production(app)

_passing(app) if {
	app.kind == "ApplicationSet"
	"pullRequest" in gitops.generators(app)
}
