package kubegap.lib.aws

import data.kubegap.lib.objects
import data.kubegap.lib.values

# METADATA
# description: |
#   The seconds that a new target needs to pass its health checks: the interval
#   times the number of passes, 15 x 2 for a load balancer of an Ingress, 10 x 3
#   for one of a Service, and as much where it is not known.
# related_resources:
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/ingress/annotations/#health-check
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/#health-check
seconds_to_healthy(exposure, service) := interval * passes if {
	exposure.object.kind == "Ingress"
	sources := [service, exposure.object]
	interval := _annotated(sources, "alb.ingress.kubernetes.io/healthcheck-interval-seconds", 15)
	passes := _annotated(sources, "alb.ingress.kubernetes.io/healthy-threshold-count", 2)
} else := interval * passes if {
	exposure.object.index == service.index
	interval := _annotated([service], "service.beta.kubernetes.io/aws-load-balancer-healthcheck-interval", 10)
	passes := _annotated([service], "service.beta.kubernetes.io/aws-load-balancer-healthcheck-healthy-threshold", 3)
} else := 30

_annotated(sources, key, otherwise) := array.concat(
	[seconds |
		some source in sources
		seconds := values.seconds(objects.annotation(source, key))
	],
	[otherwise],
)[0]
