package kubegap.lib.loadbalancer

import data.kubegap.lib.environment
import data.kubegap.lib.platform

# The AWS Load Balancer Controller and EKS Auto Mode make a network load balancer
# internal unless annotations say otherwise. The scheme wins over the older
# annotation.
# https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/nlb/
_network_load_balancer(service) := "public" if {
	_annotation(service, "service.beta.kubernetes.io/aws-load-balancer-scheme") == "internet-facing"
} else := "unknown" if {
	_undecided_aws(service)
} else := "public" if {
	not _annotation(service, "service.beta.kubernetes.io/aws-load-balancer-scheme")
	_annotation(service, "service.beta.kubernetes.io/aws-load-balancer-internal") == "false"
} else := "internal"

_undecided_aws(service) if _has_placeholder(service, "service.beta.kubernetes.io/aws-load-balancer-scheme")

_undecided_aws(service) if _has_placeholder(service, "service.beta.kubernetes.io/aws-load-balancer-internal")

# Where that controller, or EKS Auto Mode, runs, it takes over new LoadBalancer
# Services that name no class, and what they get depends on its settings. It may
# be declared in another directory than the Services. Where the user says what
# makes the balancers, nothing is left to guess.
_taken_over(service) if {
	not platform.load_balancer
	some e in array.concat([service.environment], input.environments[service.environment].sees)
	e in _takers
}

_taken_over(service) if {
	not platform.load_balancer
	count(environment.cloud(service) - {"aws"}) == 0
	count(_takers) > 0
}

_takers contains e if {
	some e, scope in input.environments
	some kind, _ in scope.by_kind
	split(kind, "/")[0] in {"elbv2.k8s.aws", "eks.amazonaws.com"}
}

_takers contains e if {
	some e, scope in input.environments
	some i in scope.by_kind["networking.k8s.io/IngressClass"]
	input.objects[i].body.spec.controller in {"ingress.k8s.aws/alb", "eks.amazonaws.com/alb"}
}

_takers contains e if {
	some e, scope in input.environments
	some i in scope.by_kind["apps/Deployment"]
	endswith(input.objects[i].name, "aws-load-balancer-controller")
}

_takers contains e if {
	some e, scope in input.environments
	some i in scope.by_kind["helm.toolkit.fluxcd.io/HelmRelease"]
	input.objects[i].body.spec.chart.spec.chart == "aws-load-balancer-controller"
}

_takers contains e if {
	some e, scope in input.environments
	some i in scope.by_kind["argoproj.io/Application"]
	input.objects[i].body.spec.source.chart == "aws-load-balancer-controller"
}
