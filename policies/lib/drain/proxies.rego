package kubegap.lib.drain

import data.kubegap.lib.objects
import data.kubegap.lib.workloads

# METADATA
# description: |
#   Whether the pods, or the objects that make them, say that the application
#   waits on SIGTERM by itself: the annotation kubegap/drain with the value app.
by_application(workload) if objects.annotation(workload, "kubegap/drain") == "app"

by_application(workload) if workloads.annotations(workload)["kubegap/drain"] == "app"

# METADATA
# description: |
#   Whether the proxy that a service mesh puts into the pods is told to wait
#   before it ends.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig
#   - ref: https://linkerd.io/2/tasks/graceful-shutdown/
by_mesh(workload) if {
	config := workloads.annotations(workload)["proxy.istio.io/config"]
	is_string(config)
	regex.match(`terminationDrainDuration|EXIT_ON_ZERO_ACTIVE_CONNECTIONS`, config)
}

by_mesh(workload) if {
	wait := workloads.annotations(workload)["config.alpha.linkerd.io/proxy-wait-before-exit-seconds"]
	not wait in {0, "0", ""}
}

# METADATA
# description: |
#   Whether the pods are a proxy that goes on serving for a while after SIGTERM,
#   on its own or by its arguments.
by_data_plane(workload) if {
	some c in workloads.long_running(workload)
	_drains(c.container)
}

by_data_plane(workload) if {
	some c in workloads.long_running(workload)
	regex.match(`haproxy`, _image(c.container))
	some config in _configuration(workload)
	some key, value in config.body.data
	regex.match(`hard-stop-after`, sprintf("%s %v", [key, value]))
}

by_data_plane(workload) if {
	workload.group == "serving.knative.dev"
}

by_data_plane(workload) if workloads.labels(workload)["serving.knative.dev/revision"]

# The controllers of HAProxy are named their ConfigMap by an argument, so any of
# their namespace counts.
_configuration(workload) := [config |
	some config in objects.in_scope(workload, "ConfigMap")
	config.namespace == workload.namespace
]

_drains(container) if {
	regex.match(`(^|/)(ingress-nginx/controller|ingress-nginx-controller|nginx-ingress-controller)(-chroot)?([:@]|$)`, _image(container))
}

_drains(container) if regex.match(`(^|/)(kong|kong-gateway|kong/kong)([:@]|$)`, _image(container))

# Istio replaces the image "auto" of a gateway by its proxy.
_drains(container) if _image(container) == "auto"

_drains(container) if regex.match(`(^|/)proxyv2([:@]|$)`, _image(container))

# Contour and Envoy Gateway put a manager beside Envoy that drains it.
_drains(container) if contains(_words(container), "shutdown-manager")

_drains(container) if {
	regex.match(`(^|/)traefik([:@]|$)`, _image(container))
	regex.match(`(?i)--entrypoints\.[^=\s]*\.transport\.lifecycle\.requestacceptgracetimeout`, _words(container))
}

_image(container) := image if {
	image := container.image
	is_string(image)
} else := ""

_words(container) := concat(" ", [sprintf("%v", [word]) |
	some field in ["command", "args"]
	some word in object.get(container, field, [])
])
