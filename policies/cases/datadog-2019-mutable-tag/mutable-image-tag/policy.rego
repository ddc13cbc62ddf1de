# METADATA
# title: Image whose tag is moved from version to version
# description: |
#   An image without a tag, or with the tag `latest`, is whatever was pushed last.
#   Kubernetes pulls it again at each start unless told otherwise, so that a restart,
#   a drained node or a scale-out brings in code that nobody rolled out, and a
#   rollback has nothing to go back to. Tags that follow a branch or a channel
#   (`main`, `master`, `trunk`, `develop`, `dev`, `edge`, `nightly`, `canary`,
#   `unstable`) are not even pulled again: each node keeps what it has, and pods of
#   one workload run different code.
#
#   The rule looks at containers, init containers and image volumes.
#
#   Left alone:
#
#   - references by digest, and tags that name a version, however short
#   - names without a registry and an organisation that are no official image of Docker
#     Hub: builds and overlays replace them (Skaffold, Kubebuilder, kustomize), as they do
#     placeholders
#   - images that a configuration of Skaffold builds, which deploys them by digest
#   - images that a controller keeps up to date: Flux image automation, Argo CD Image
#     Updater, Keel, image triggers of OpenShift
#   - registries on the node or within the cluster (localhost, kind, the image streams of
#     OpenShift), and `imagePullPolicy: Never`
#   - Knative Services, whose revisions keep the digest
#   - workloads with zero replicas, and suspended CronJobs and Jobs
#
#   Each image that moves is reported.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/containers/images/
#     description: Image names and pull policies
# custom:
#   level: warning
#   level_reason: |
#     Which code runs is decided by a restart. A note where that hardly matters or is
#     meant: the tag `stable`, tools such as busybox, curl or kubectl in init containers
#     and Jobs, and manifests that are not for production. Also for images of the
#     Container Registry of Azure without a tag, for which its pipelines fill one in.
#   remediation: |
#     Name the version, best with its digest, and let Renovate, Flux or Argo CD Image
#     Updater raise it by a commit:
#
#     ```yaml
#     containers:
#       - name: web
#         image: registry.example/web:2.3.0@sha256:4f0c…
#     ```
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - batch/CronJob
#     - batch/Job
#     - Pod
#   words: [image-without-version]
#   since: 0.1.0
package kubegap.cases.datadog_2019_mutable_tag.mutable_image_tag

import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.imageupdates
import data.kubegap.lib.objects
import data.kubegap.lib.podimages
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in workloads.all
	_suspicious(workload)
	workload.group != "serving.knative.dev"
	some pulled in podimages.of(workload)
	_moves(pulled)
	not imageupdates.updated(workload, pulled.image)
	not replicas.none(workload)
	not workload.body.spec.suspend == true

	violation := result.with_level(
		result.at(
			workloads.holder(workload),
			pulled.path,
			sprintf("%s runs %s, %s", [pulled.name, _named(pulled.image), _consequence(pulled)]),
		),
		_level(workload, pulled),
	)
}

# Most images name a version: a look at the end of the reference saves a closer one.
_suspicious(workload) if {
	spec := workloads.spec(workload)
	some field in ["containers", "initContainers", "volumes"]
	some item in spec[field]
	item.image
	not _numbered(item)
}

_numbered(item) if {
	is_string(item.image)
	regex.match(`[:@][^/]*[0-9][^/]*$`, item.image)
}

_moves(pulled) if {
	_moving_tag(pulled.image)
	pulled.policy != "Never"
	not _replaced(pulled.image)
}

_moving_tag(image) if {
	tag := lower(images.tag(image))
	_tags[tag]
	not images.digested(image)
}

_tags := {tag: true |
	some tag in [
		"", "canary", "dev", "devel", "develop", "development", "edge", "head", "latest", "main",
		"master", "nightly", "stable", "trunk", "unstable",
	]
}

# What something else is to name: a bare name is one of Docker's own images, or
# nobody can pull it. The registry of OpenShift serves its image streams.
_replaced(image) if {
	full := images.full(image)
	startswith(full, "docker.io/library/")
	not _official[images.basename(image)]
}

_replaced(image) if {
	regex.match(`^(localhost|127\.0\.0\.1|(kind|ko|dev)\.local|[a-z0-9.-]+\.svc(\.cluster\.local)?)(:|$)`, images.registry(image))
}

_replaced(image) if regex.match(`example\.(com|net|org)|placeholder|change-?me|(^|/)your-`, image)

_replaced(image) if _built[images.full(image)]

# https://skaffold.dev/docs/taggers/
_built[name] := true if {
	some config in objects.of_kind("skaffold/Config")
	some build in array.concat([config.body.build], [profile.build | some profile in config.body.profiles])
	some artifact in build.artifacts
	name := images.full(artifact.image)
}

_official := {name: true |
	some name in split("adminer alpine almalinux amazoncorretto archlinux bash buildpack-deps busybox caddy cassandra chronograf couchbase couchdb debian docker drupal eclipse-mosquitto eclipse-temurin elasticsearch elixir erlang fedora flink fluentd gcc ghost golang gradle groovy haproxy haskell httpd influxdb jetty joomla jruby julia kapacitor kibana kong logstash mariadb maven mediawiki memcached mongo mongo-express mysql nats nats-streaming neo4j nextcloud nginx node odoo openjdk oraclelinux percona perl php postgres pypy python rabbitmq redis redmine registry rethinkdb rockylinux ruby rust solr sonarqube spark storm swift telegraf tomcat traefik ubuntu varnish vault wordpress zookeeper", " ")
}

_level(workload, pulled) := "note" if {
	environment.not_production(workload)
} else := "note" if {
	images.tag(pulled.image) == "stable"
} else := "note" if {
	images.tag(pulled.image) == ""
	endswith(images.registry(pulled.image), ".azurecr.io")
} else := "note" if {
	_short_lived(workload, pulled)
	regex.match(
		`^(alpine|bash|busybox|cli|curl.*|.*kubectl.*|.*helm.*|.*-cli|git|jq|.*toolkit.*|tools|wait-for.*|wget|yq)$`,
		images.basename(pulled.image),
	)
} else := "warning"

_short_lived(workload, _) if workload.group == "batch"

_short_lived(_, pulled) if pulled.initialising

_named(image) := sprintf("%s without a tag", [image]) if {
	images.tag(image) == ""
} else := image

_consequence(pulled) := "which is pulled anew at each start, so a restart can change the code" if {
	pulled.policy == "Always"
} else := "of which each node keeps the build that it pulled first, so pods can run different code"
