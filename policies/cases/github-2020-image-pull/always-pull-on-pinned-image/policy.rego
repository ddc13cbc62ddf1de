# METADATA
# title: Pull at each start of an image that cannot change
# description: |
#   With `imagePullPolicy: Always` the kubelet asks the registry before each start of a
#   container, even if the node has the image. For a digest, or a tag that names a full
#   version, the answer is always the same, so the pull only makes a restart depend on the
#   registry and its name. And a pod is ready only while all of its containers are: a
#   helper that cannot restart takes the pod out of service with it.
#
#   A tag names a full version if it has three numbers, or is the hash of a commit or a
#   date. The rule looks at containers that run as long as the pod.
#
#   Left alone:
#
#   - tags that move, such as `latest`, `main`, `1` or `1.2`, for which pulling is the point
#   - init containers that end, Jobs and CronJobs, and Knative Services
#   - repositories that turn on the admission plugin AlwaysPullImages, or have a policy about
#     `imagePullPolicy` (Kyverno, Gatekeeper, admission policies)
#   - workloads with zero replicas, and manifests that are not for production
#
#   Each such container is reported.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/containers/images/#image-pull-policy
#     description: Image pull policy
#   - ref: https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-conditions
#     description: When a pod is ready
# custom:
#   level: note
#   level_reason: |
#     Some pull on purpose, so that the registry checks the credentials of each pod. A warning
#     for what brought the pods down in the incident: behind a Service, a helper pulls at
#     each start while the containers that serve do not.
#   remediation: |
#     Let nodes use the image that they have:
#
#     ```yaml
#     containers:
#       - name: log
#         image: registry.example/log:2.0.1
#         imagePullPolicy: IfNotPresent
#     ```
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - Pod
#   words: [imagePullPolicy]
#   since: 0.1.0
package kubegap.cases.github_2020_image_pull.always_pull_on_pinned_image

import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.values
import data.kubegap.lib.workloads

violations contains violation if {
	not _wanted
	some workload in workloads.all
	not workload.group in {"batch", "serving.knative.dev"}
	some c in workloads.long_running(workload)
	c.container.imagePullPolicy == "Always"
	_pinned(c.container.image)
	not replicas.none(workload)
	not environment.not_production(workload)
	role := _role(workload, c)

	violation := result.with_level(
		result.at(
			workloads.holder(workload),
			array.concat(c.path, ["imagePullPolicy"]),
			sprintf(
				"container %s pulls %s at each start, so it cannot restart without the registry%s",
				[c.container.name, c.container.image, role.consequence],
			),
		),
		role.level,
	)
}

_pinned(image) if {
	images.digested(image)
	not values.unknown(image)
}

_pinned(image) if {
	tag := images.tag(image)
	not values.unknown(image)
	regex.match(`^([a-z]+-)?v?[0-9]+\.[0-9]+\.[0-9]+|^[0-9a-f]{7,40}$|[0-9]{4}-?[0-9]{2}-?[0-9]{2}`, tag)
}

_role(workload, c) := {"level": "warning", "consequence": ", and the pod is not ready until it does"} if {
	_helper(workload, c)
} else := {"level": "note", "consequence": ""}

# A container beside those that the Services of the pod send traffic to, none of
# which pulls at each start. Undefined unless all ports are known.
_helper(workload, c) if {
	serving := {name |
		some port in _ports(workload)
		name := _container_of(workload, port)
	}
	count(serving) > 0
	every port in _ports(workload) {
		_container_of(workload, port)
	}
	not c.container.name in serving
	every other in workloads.long_running(workload) {
		_ours(other.container, serving)
	}
}

_ours(container, serving) if not container.name in serving

_ours(container, _) if object.get(container, "imagePullPolicy", "IfNotPresent") != "Always"

_ports(workload) := {target |
	some service in objects.linking(workload, "selects")
	service.kind == "Service"
	some port in service.body.spec.ports
	target := object.get(port, "targetPort", object.get(port, "port", null))
}

_container_of(workload, target) := [c.container.name |
	some c in workloads.long_running(workload)
	some port in c.container.ports
	target in {object.get(port, "name", ""), object.get(port, "containerPort", "")}
][0]

# Whether somebody asks for it for all pods.
_wanted if {
	some kind in [
		"config/kubespray",
		"config/talos",
		"controlplane.cluster.x-k8s.io/KubeadmControlPlane",
		"controlplane.cluster.x-k8s.io/TalosControlPlane",
		"kops.k8s.io/Cluster",
		"kubeadm.k8s.io/ClusterConfiguration",
		"provisioning.cattle.io/Cluster",
	]
	some obj in objects.of_kind(kind)
	contains(json.marshal(obj.body), "AlwaysPullImages")
}

_wanted if {
	some kind in [
		"admissionregistration.k8s.io/MutatingAdmissionPolicy",
		"admissionregistration.k8s.io/ValidatingAdmissionPolicy",
		"kyverno.io/ClusterPolicy",
		"kyverno.io/Policy",
		"mutations.gatekeeper.sh/Assign",
		"policies.kyverno.io/MutatingPolicy",
		"policies.kyverno.io/ValidatingPolicy",
		"templates.gatekeeper.sh/ConstraintTemplate",
	]
	some obj in objects.of_kind(kind)
	contains(json.marshal(obj.body.spec), "imagePullPolicy")
}
