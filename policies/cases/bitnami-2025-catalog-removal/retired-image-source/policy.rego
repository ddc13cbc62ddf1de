# METADATA
# title: Image from a registry path that was withdrawn or frozen
# description: |
#   A node that does not have the image yet cannot get it, so that pods run until they
#   are moved. The rule knows these paths, and completes the short names of Docker Hub:
#
#   - `docker.io/bitnami`: emptied in September 2025, but for some images under the tag
#     `latest`, which are meant for development
#   - `docker.io/bitnamilegacy`: where those images went, without updates
#   - `gcr.io/kubebuilder`: announced to go in 2025; pulls fail since March 2026
#   - `k8s.gcr.io` and `gcr.io/google_containers` (or `google-containers`): frozen since
#     2023 and 2020
#   - the controller in `registry.k8s.io/ingress-nginx`, a project that ended in March 2026
#
#   It looks at the images of pods, and at images in the values of Flux HelmReleases and
#   Argo CD Applications whose charts are out of reach.
#
#   Left alone:
#
#   - the same names in any other registry, such as `public.ecr.aws/bitnami`
#   - Sealed Secrets and minideb, which are published below `docker.io/bitnami` as before
#   - a registry for which the repository declares a mirror (Talos, OpenShift), and
#     repositories with a policy or a webhook that writes other images into pods
#   - values below `enabled: false`, beside `global.imageRegistry`, or without a tag
#   - `imagePullPolicy: Never`
#   - workloads with zero replicas, and suspended CronJobs and Jobs
#
#   Each such image of a workload, and of the values of a release, is reported.
# scope: package
# related_resources:
#   - ref: https://github.com/bitnami/containers/issues/83267
#     description: The changes of the Bitnami catalog
#   - ref: https://github.com/kubernetes-sigs/kubebuilder/discussions/3907
#     description: The end of gcr.io/kubebuilder
#   - ref: https://kubernetes.io/blog/2023/02/06/k8s-gcr-io-freeze-announcement/
#     description: The freeze of k8s.gcr.io
# custom:
#   level: warning
#   level_reason: |
#     The next node may not get the image. An error where pulls are known to fail: versions
#     below `docker.io/bitnami` and all of `gcr.io/kubebuilder` in a pod. A note for
#     ingress-nginx, whose images are still there.
#   remediation: |
#     Move to an image that is maintained, or mirror the one you have:
#
#     ```yaml
#     containers:
#       - name: kubectl
#         image: registry.example/mirror/kubectl:1.31.4
#     ```
#
#     With charts of Bitnami, set `global.imageRegistry` or the repository of each image.
#     `docker.io/bitnamilegacy` gains time and nothing else.
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Application
#     - argoproj.io/Rollout
#     - batch/CronJob
#     - batch/Job
#     - helm.toolkit.fluxcd.io/HelmRelease
#     - Pod
#     - serving.knative.dev/Service
#   words: [bitnami, bitnamilegacy, gcr, google_containers, ingress]
#   since: 0.1.0
package kubegap.cases.bitnami_2025_catalog_removal.retired_image_source

import data.kubegap.lib.images
import data.kubegap.lib.mirrors
import data.kubegap.lib.objects
import data.kubegap.lib.podimages
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.values
import data.kubegap.lib.workloads

violations contains violation if {
	some i, found in _of_pods
	workload := input.objects[i]
	not replicas.none(workload)
	not workload.body.spec.suspend == true
	some pulled in found
	violation := result.with_level(
		result.at(
			workloads.holder(workload),
			pulled.path,
			sprintf("%s pulls %s, %s", [pulled.name, pulled.image, pulled.fate.says]),
		),
		pulled.fate.level,
	)
}

violations contains violation if {
	some kind, path in {
		"argoproj.io/Application": ["spec", "source", "helm", "valuesObject"],
		"helm.toolkit.fluxcd.io/HelmRelease": ["spec", "values"],
	}
	some release in objects.of_kind(kind)
	not release.body.spec.suspend == true
	some named in _in_values(release, path)
	not images.full(named.image) in _reported
	violation := result.with_level(
		result.at(
			release,
			named.path,
			sprintf("the values name %s, %s", [named.image, named.fate.says]),
		),
		{"error": "warning", "warning": "warning", "note": "note"}[named.fate.level],
	)
}

# The images of the pods of each workload, by its index.
_of_pods := {workload.index: found |
	some workload in workloads.all
	found := [object.union(pulled, {"fate": fate}) |
		some pulled in podimages.of(workload)
		pulled.policy != "Never"
		fate := _fate(pulled.image)
		not mirrors.mirrored(images.registry(pulled.image))
	]
	count(found) > 0
}

# A chart that is rendered is reported for its pods.
_reported := {images.full(pulled.image) |
	some found in _of_pods
	some pulled in found
}

_in_values(release, path) := [{"image": image, "path": array.concat(path, array.concat(where, [key])), "fate": fate} |
	all := object.get(release.body, path, {})
	is_object(all)
	not all.global.imageRegistry
	regex.match(`bitnami|gcr\.io`, json.marshal(all))
	walk(all, [where, value])
	some key, image in _images(value)
	not values.unknown(image)
	fate := _fate(image)
	not mirrors.mirrored(images.registry(image))
	not _disabled(all, where)
]

_images(value) := {"repository": sprintf("%s%s:%v", [_with_slash(object.get(value, "registry", "")), value.repository, value.tag])} if {
	is_string(value.repository)
	not value.tag in {"", null}
}

_images(value) := {"image": value.image} if {
	is_string(value.image)
	images.tag(value.image) != ""
	object.get(value, "repository", null) == null
}

_with_slash(registry) := "" if registry in {"", null}

_with_slash(registry) := sprintf("%v/", [registry]) if not registry in {"", null}

_disabled(all, where) if {
	some i, _ in where
	object.get(all, array.concat(array.slice(where, 0, i + 1), ["enabled"]), true) == false
}

# What became of an image, if anything.
_fate(image) := {"level": "error", "says": "which was moved to docker.io/bitnamilegacy in 2025, so a node without it cannot pull it"} if {
	_below(image, "docker.io/bitnami/")
	not images.tag(image) in {"", "latest"}
	not images.digested(image)
} else := {"level": "warning", "says": "of which Bitnami serves the newest development build at most, so the next pull may fail or bring a new major version"} if {
	_below(image, "docker.io/bitnami/")
} else := {"level": "warning", "says": "a path of withdrawn images that gets no updates, so its flaws stay and it may go next"} if {
	_below(image, "docker.io/bitnamilegacy/")
} else := {"level": "error", "says": "which was removed in 2026, so a node without it cannot pull it"} if {
	_below(image, "gcr.io/kubebuilder/")
} else := {"level": "warning", "says": "a registry frozen since April 2023 that lives by a redirect, so there are no updates and pulls may end"} if {
	_below(image, "k8s.gcr.io/")
} else := {"level": "warning", "says": "a path frozen since 2020, so there are no updates and pulls may end"} if {
	some path in ["gcr.io/google_containers/", "gcr.io/google-containers/"]
	_below(image, path)
} else := {"level": "note", "says": "a project that ended in March 2026, so its flaws stay open to the internet"} if {
	_below(image, "registry.k8s.io/ingress-nginx/controller")
}

_below(image, path) if {
	startswith(images.full(image), path)
	not images.full(image) in _still_published
}

# Both projects go on publishing below docker.io/bitnami, with versions.
# https://github.com/bitnami/sealed-secrets/issues/1785
_still_published := {
	"docker.io/bitnami/minideb",
	"docker.io/bitnami/sealed-secrets-controller",
	"docker.io/bitnami/sealed-secrets-kubeseal",
}
