# METADATA
# title: Configuration that changes without a rollout
# description: |
#   Variables from a ConfigMap or a Secret, and files mounted with `subPath`, are read when
#   the container starts and never refreshed. If nothing in the pod template changes with
#   the configuration, an edit does nothing at first: it takes effect pod by pod, at
#   restarts that have other reasons, far away from the commit that would explain it.
#
#   The rule looks at ConfigMaps and Secrets that are rendered beside the workload.
#
#   Left alone:
#
#   - names with a hash (the generators of kustomize) and immutable objects
#   - templates with an annotation that looks like a checksum, hash or version
#   - Reloader and Wave, by an annotation of the workload or its pods, or Reloader told to
#     watch everything
#   - files mounted as a whole volume, which are refreshed
#   - Jobs, CronJobs and Pods, which start anew with each run
#   - objects without data, and trust bundles of OpenShift and cert-manager, which others fill
#   - workloads with zero replicas
#
#   A workload is reported once.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/configmap/#mounted-configmaps-are-updated-automatically
#     description: When ConfigMaps are refreshed
#   - ref: https://kubernetes.io/docs/tasks/manage-kubernetes-objects/kustomization/#configmapgenerator
#     description: Generated ConfigMaps with a hash in the name
# custom:
#   level: note
#   level_reason: |
#     Very common, and teams that restart by hand or by their pipeline live with it.
#   remediation: |
#     Generate the ConfigMap with a hash in its name (kustomize), or let the template carry a
#     checksum (Helm):
#
#     ```yaml
#     template:
#       metadata:
#         annotations:
#           checksum/config: '{{ include (print $.Template.BasePath "/config.yaml") . | sha256sum }}'
#     ```
#
#     Reloader does it from outside, by the annotation `reloader.stakater.com/auto: "true"`.
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#   words: [configMapKeyRef, configMapRef, secretKeyRef, secretRef, subPath, subPathExpr]
#   since: 0.1.0
package kubegap.cases.pusher_2019_config_changed.config_without_rollout_trigger

import data.kubegap.lib.images
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in workloads.all
	workload.kind in {"DaemonSet", "Deployment", "Rollout", "StatefulSet"}
	found := [reference |
		some reference in objects.references(workload, "uses")
		_changes(reference.object)
		_frozen(workload, reference.path)
	]
	count(found) > 0
	not _triggered(workload)
	not _watched
	not replicas.none(workload)
	names := _names(found)

	violation := result.at_with(
		workload,
		found[0].path,
		sprintf(
			"reads %s when it starts, and nothing in the pod template changes with that, so an edit takes effect at some later restart",
			[concat(" and ", names)],
		),
		[result.related(found[0].object, ["metadata", "name"], "holds the configuration")],
	)
}

_names(found) := list if {
	list := {sprintf("%s %s", [reference.object.kind, reference.object.name]) | some reference in found}
	count(list) < 3
} else := [
	sprintf("%s %s", [found[0].object.kind, found[0].object.name]),
	"others",
]

_changes(config) if {
	config.kind in {"ConfigMap", "Secret"}
	not config.body.immutable == true
	not regex.match(`-([bcdfghkmt2456789]{10}|[0-9a-f]{7,64})$`, config.name)
	not _filled_by_others(config)
	some field in ["binaryData", "data", "stringData"]
	entries := object.get(config.body, field, {})
	is_object(entries)
	count(entries) > 0
}

_filled_by_others(config) if {
	some key in ["config.openshift.io/inject-trusted-cabundle", "service.beta.openshift.io/inject-cabundle", "trust.cert-manager.io/bundle"]
	_marked(config, key)
}

_marked(config, key) if objects.label(config, key)

_marked(config, key) if objects.annotation(config, key)

# A reference by a variable, or by a volume that is mounted file by file.
_frozen(_, path) if {
	some segment in path
	segment in {"env", "envFrom"}
}

_frozen(workload, path) if {
	some i, segment in path
	segment == "volumes"
	volume := workloads.spec(workload).volumes[path[i + 1]]
	some c in workloads.long_running(workload)
	some mount in c.container.volumeMounts
	mount.name == volume.name
	some field in ["subPath", "subPathExpr"]
	object.get(mount, field, "") != ""
}

_triggered(workload) if {
	some key, _ in workloads.annotations(workload)
	regex.match(`(?i)checksum|hash|sha256|digest|version|revision|reloader|wave\.pusher\.com`, key)
}

_triggered(workload) if {
	some key, _ in workload.body.metadata.annotations
	regex.match(`reloader|wave\.pusher\.com`, key)
}

# Reloader can be told to watch all workloads.
_watched if {
	some reloader in objects.of_kind("apps/Deployment")
	some c in workloads.long_running(reloader)
	images.basename(c.container.image) == "reloader"
	some argument in c.container.args
	argument in {"--auto-reload-all", "--auto-reload-all=true"}
}

_watched if {
	some release in objects.of_kind("helm.toolkit.fluxcd.io/HelmRelease")
	release.body.spec.values.reloader.autoReloadAll == true
}
