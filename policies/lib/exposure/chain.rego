package kubegap.lib.exposure

import data.kubegap.lib.objects
import data.kubegap.lib.result

# METADATA
# description: How messages name an exposure, such as "Ingress shop/web (an AWS ALB)".
title(exposure) := sprintf("%s (%s)", [objects.title(exposure.object), _balancers[exposure.class.provider]])

_balancers := {
	"alibaba-alb": "an Alibaba Cloud ALB",
	"aws-alb": "an AWS ALB",
	"aws-gateway": "an AWS load balancer",
	"azure-appgw": "an Azure Application Gateway",
	"eks-auto-alb": "an AWS ALB",
	"gce": "a Google Cloud load balancer",
	"gce-internal": "a Google Cloud load balancer",
	"gke-gateway": "a Google Cloud load balancer",
	"in-cluster": "a proxy in the cluster",
	"load-balancer": "a load balancer",
	"node-port": "a node port",
	"target-group": "an AWS target group",
	"tunnel": "a tunnel",
	"unknown": "a balancer of unknown class",
}

# METADATA
# description: |
#   The places that lead from an exposure to the pods: the field that names the
#   Service, and the selector of the Service.
chain(reached) := array.concat(
	_entrance(reached),
	[result.related(reached.service, ["spec", "selector"], "selects the pods")],
)

_entrance(reached) := [result.related(reached.service, ["spec", "type"], "takes traffic from outside of the cluster")] if {
	reached.exposure.object.index == reached.service.index
} else := [result.related(
	reached.exposure.object,
	reached.exposure.path,
	sprintf("sends traffic to %s", [objects.title(reached.service)]),
)]
