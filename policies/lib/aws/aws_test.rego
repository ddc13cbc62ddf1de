package kubegap.lib.aws_test

import data.kubegap.lib.aws
import data.kubegap.lib.fixture

test_the_parameters_of_the_class_win if {
	_type({"ingress": "instance", "service": "instance", "class": {"parameters": {}}, "parameters": "ip"}) == "ip"
}

test_the_service_wins_over_the_ingress if {
	_type({"ingress": "ip", "service": "instance"}) == "instance"
	_type({"ingress": "ip"}) == "ip"
}

test_nodes_are_the_default if {
	_type({}) == "instance"
}

test_a_controller_in_scope_sets_the_default if {
	_type({"more": [_controller(["--default-target-type=ip"])]}) == "ip"
	_type({"more": [_controller(["--default-target-type", "ip"])]}) == "ip"
	_type({"ingress": "instance", "more": [_controller(["--default-target-type=ip"])]}) == "instance"
}

test_controllers_that_disagree_tell_nothing if {
	not _type({"more": [_controller(["--default-target-type=ip", "--default-target-type=instance"])]})
}

test_odd_target_types_are_unknown if {
	not _type({"ingress": "${TARGET_TYPE}"})
	not _type({"ingress": "lambda"})
}

test_chart_values_set_the_default if {
	_type({"more": [_application({"values": "defaultTargetType: ip"})]}) == "ip"
	_type({"more": [_application({"valuesObject": {"defaultTargetType": "ip"}})]}) == "ip"
	_type({"more": [_application({"parameters": [{"name": "defaultTargetType", "value": "ip"}]})]}) == "ip"
	_type({"more": [_application({"values": "ingressClassParams: {spec: {targetType: ip}}"})]}) == "ip"
	_type({"more": [_application({"values": "ingressClass: other\ningressClassParams: {spec: {targetType: ip}}"})]}) == "instance"
}

test_odd_chart_values_are_ignored if {
	_type({"more": [_application({"values": "- defaultTargetType"})]}) == "instance"
	_type({"more": [_application({"values": ": ["})]}) == "instance"
	_type({"more": [_application({"values": null, "valuesObject": null})]}) == "instance"
	_type({"more": [_application(null)]}) == "instance"
}

test_later_sources_of_an_application_count if {
	application := object.union(_application({}), {"spec": {"sources": [
		{"ref": "values"},
		{"chart": "aws-load-balancer-controller", "helm": {"values": "defaultTargetType: ip"}},
	]}})
	_type({"more": [application]}) == "ip"
}

test_the_controller_that_the_user_names_serves_services_without_a_class if {
	service := _object("v1", "Service", {"service.beta.kubernetes.io/aws-load-balancer-nlb-target-type": "ip"}, {"type": "LoadBalancer"})
	document := fixture.document([service])
	entrance := {"object": document.objects[0], "class": {"provider": "load-balancer", "name": "", "assumed": false}}
	named := object.union(document, {"platform": {"load_balancer": "aws-load-balancer-controller"}})
	target := aws.target_type(entrance, document.objects[0]) with input as named
	target.type == "ip"
	not aws.target_type(entrance, document.objects[0]) with input as document
}

test_health_checks_take_thirty_seconds_by_default if {
	_seconds({}, {}) == 30
	_seconds({"healthcheck-interval-seconds": "5"}, {}) == 10
	_seconds({"healthcheck-interval-seconds": "5"}, {"healthy-threshold-count": "4"}) == 20
	_seconds({"healthcheck-interval-seconds": "${INTERVAL}"}, {}) == 30
}

test_labels_of_the_namespace if {
	_injection({"elbv2.k8s.aws/pod-readiness-gate-inject": "enabled"}, []) == "on"
	_injection({"elbv2.k8s.aws/pod-readiness-gate-inject": "disabled"}, []) == "off"
	_injection({"elbv2.k8s.aws/pod-readiness-gate-inject": "${INJECT}"}, []) == "unknown"
	_injection({}, []) == "off"
	_injection(null, []) == "off"
}

test_selectors_of_the_webhook if {
	_injection({}, [_webhook({"matchLabels": {"kubernetes.io/metadata.name": "shop"}})]) == "on"
	_injection({}, [_webhook({"matchExpressions": [{"key": "team", "operator": "DoesNotExist"}]})]) == "on"
	_injection({}, [_webhook({"matchExpressions": [{"key": "team", "operator": "NotIn", "values": ["web"]}]})]) == "on"
	_injection({"team": "web"}, [_webhook({"matchExpressions": [{"key": "team", "operator": "Exists"}]})]) == "on"
	_injection({"team": "web"}, [_webhook({"matchExpressions": [{"key": "team", "operator": "NotIn", "values": ["web"]}]})]) == "off"
	_injection({"team": "web"}, [_webhook({"matchExpressions": [{"key": "team", "operator": "In", "values": ["api"]}]})]) == "off"
	_injection({}, [_webhook(null)]) == "off"
}

test_a_namespace_out_of_sight_is_unknown if {
	document := fixture.document([_pod])
	aws.injection(document.objects[0]) == {"state": "unknown"} with input as document
}

_type(given) := target.type if {
	document := _document(given)
	target := aws.target_type(_entrance(document), document.objects[1]) with input as document
}

_seconds(ingress, service) := seconds if {
	document := fixture.linked(
		[
			_object("networking.k8s.io/v1", "Ingress", _prefixed(ingress), {}),
			_object("v1", "Service", _prefixed(service), {}),
		],
		[],
	)
	seconds := aws.seconds_to_healthy(_entrance(document), document.objects[1]) with input as document
}

_entrance(document) := {
	"object": document.objects[0],
	"path": [],
	"class": {"provider": "aws-alb", "name": "alb", "cloud": true, "assumed": false},
}

# An Ingress, its Service, its class and the parameters of that, then more.
_document(given) := fixture.linked(
	array.concat(
		[
			_object("networking.k8s.io/v1", "Ingress", _target_type(given, "ingress"), {}),
			_object("v1", "Service", _target_type(given, "service"), {}),
			_object("networking.k8s.io/v1", "IngressClass", {}, object.get(given, "class", {})),
			_object("elbv2.k8s.aws/v1beta1", "IngressClassParams", {}, {"targetType": object.get(given, "parameters", "")}),
		],
		object.get(given, "more", []),
	),
	[link |
		some link in [{"from": 0, "relation": "class", "to": 2}, {"from": 2, "relation": "parameters", "to": 3}]
		given.parameters
	],
)

_target_type(given, source) := {"alb.ingress.kubernetes.io/target-type": given[source]} if given[source]

_target_type(given, source) := {} if not given[source]

_prefixed(annotations) := {concat("", ["alb.ingress.kubernetes.io/", key]): value | some key, value in annotations}

_object(version, kind, annotations, spec) := {
	"apiVersion": version,
	"kind": kind,
	"metadata": {"name": "web", "annotations": annotations},
	"spec": spec,
}

_controller(arguments) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "aws-load-balancer-controller", "namespace": "kube-system"},
	"spec": {"template": {"spec": {"containers": [{"name": "controller", "args": arguments}]}}},
}

_application(helm) := {
	"apiVersion": "argoproj.io/v1alpha1",
	"kind": "Application",
	"metadata": {"name": "balancers", "namespace": "argocd"},
	"spec": {"source": {"chart": "aws-load-balancer-controller", "helm": helm}},
}

_injection(labels, more) := injection.state if {
	document := fixture.linked(
		array.concat(
			[_pod, {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "shop", "labels": labels}}],
			more,
		),
		[{"from": 0, "relation": "lives_in", "to": 1}],
	)
	injection := aws.injection(document.objects[0]) with input as document
}

_pod := {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web", "namespace": "shop"}, "spec": {}}

_webhook(selector) := {
	"apiVersion": "admissionregistration.k8s.io/v1",
	"kind": "MutatingWebhookConfiguration",
	"metadata": {"name": "aws-load-balancer-webhook"},
	"webhooks": [{"name": "mpod.elbv2.k8s.aws", "namespaceSelector": selector}],
}
