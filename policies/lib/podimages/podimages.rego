# METADATA
# description: The images that a pod pulls, and when it pulls them.
package kubegap.lib.podimages

import data.kubegap.lib.images
import data.kubegap.lib.values
import data.kubegap.lib.workloads

# METADATA
# description: |
#   The images of the pods of a workload, in the order of containers, init
#   containers and image volumes. Each is
#
#       {"image": the reference,
#        "path": from the holder of the pod template to the reference,
#        "name": how messages name who pulls it, such as "container web",
#        "policy": the imagePullPolicy,
#        "initialising": whether the container ends before the pod starts}
#
#   Left out are references that are no text, that hold placeholders, or that no
#   runtime accepts, since something is to replace them.
of(workload) := array.concat(
	array.concat(
		[found |
			some c in workloads.long_running(workload)
			found := _container(c, false)
		],
		[found |
			some c in workloads.initialising(workload)
			found := _container(c, true)
		],
	),
	[{"image": image, "path": path, "name": name, "policy": policy, "initialising": false} |
		some i, volume in object.get(workloads.spec(workload), "volumes", [])
		image := volume.image.reference
		_usable(image)
		path := array.concat(workloads.spec_path(workload), ["volumes", i, "image", "reference"])
		name := sprintf("volume %v", [object.get(volume, "name", i)])
		policy := object.get(volume.image, "pullPolicy", _default_policy(image))
	],
)

_container(c, initialising) := {
	"image": c.container.image,
	"path": array.concat(c.path, ["image"]),
	"name": sprintf("container %v", [object.get(c.container, "name", "without a name")]),
	"policy": object.get(c.container, "imagePullPolicy", _default_policy(c.container.image)),
	"initialising": initialising,
} if {
	_usable(c.container.image)
}

# https://kubernetes.io/docs/concepts/containers/images/#imagepullpolicy-defaulting
_default_policy(image) := "Always" if {
	not images.digested(image)
	images.tag(image) in {"", "latest"}
} else := "IfNotPresent"

_usable(image) if {
	is_string(image)
	regex.match(`^[a-z0-9][a-z0-9._:/@-]*(:[A-Za-z0-9_.-]+)?(@sha256:[0-9a-f]+)?$`, image)
	not contains(image, "//")
	not values.unknown(image)
}
