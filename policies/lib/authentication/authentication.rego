# METADATA
# description: |
#   Authentication in front of a web page: what the route to it, the proxy of
#   the route or the mesh around the pods asks for before a request gets through.
#   What is asked for is not judged.
package kubegap.lib.authentication

import data.kubegap.lib.objects
import data.kubegap.lib.workloads

# METADATA
# description: |
#   Whether something in front of the workload asks who is there, when it is
#   reached through the exposure of the Service.
in_front(exposure, _, _) if _annotated(exposure.object)

in_front(exposure, _, _) if {
	some name in _middlewares(exposure.object)
	_middleware_asks(exposure.object, name)
}

in_front(exposure, _, _) if _filtered(exposure.object)

in_front(exposure, _, _) if _policed(exposure.object)

in_front(_, service, _) if _identity_aware(service)

in_front(_, _, workload) if _meshed(workload)

# METADATA
# description: |
#   Whether the route names a middleware that is not in scope and whose name
#   tells nothing, so that it may or may not ask.
unclear(exposure) if {
	some name in _middlewares(exposure.object)
	not _middleware_asks(exposure.object, name)
	not _middleware(exposure.object, name)
}

# Annotations of ingress-nginx, of the HAProxy controllers and of the AWS and
# Alibaba load balancer controllers share the names after the prefix.
_annotated(obj) if {
	some key, value in obj.body.metadata.annotations
	is_string(key)
	parts := split(key, "/")
	count(parts) == 2
	parts[1] in _authentication_names
	not value in {"", "none"}
}

_annotated(obj) if {
	some key, value in obj.body.metadata.annotations
	key in {"konghq.com/plugins", "plugins.konghq.com"}
	is_string(value)
	regex.match(`auth|oidc|jwt|acl|ip-restriction|introspection`, value)
}

# ngrok checks OAuth in the policy or module that the annotation names.
_annotated(obj) if {
	some key, value in obj.body.metadata.annotations
	key in {"k8s.ngrok.com/modules", "k8s.ngrok.com/traffic-policy"}
	value != ""
}

_authentication_names := {
	"auth-external",
	"auth-keystone-url",
	"auth-realm",
	"auth-secret",
	"auth-signin",
	"auth-tls-secret",
	"auth-tls-strict",
	"auth-type",
	"auth-url",
	"jwt-validation",
	"oauth",
}

# A policy of a gateway controller that names the route or its Gateway.
_policed(route) if {
	some kind in ["gateway.envoyproxy.io/SecurityPolicy", "networking.gke.io/GCPBackendPolicy"]
	some policy in objects.in_scope(route, kind)
	some ref in _target_refs(policy)
	some target in _policy_targets(route)
	target.namespace == policy.namespace
	target.kind == ref.kind
	target.name == ref.name
	_asks(policy.body.spec)
}

_target_refs(policy) := {ref | ref := policy.body.spec.targetRef} | {ref | some ref in policy.body.spec.targetRefs}

_policy_targets(route) := array.concat(
	array.concat([route], objects.linked(route, "attaches_to")),
	objects.linked(route, "routes_to"),
)

_asks(spec) if {
	some field in ["apiKeyAuth", "authorization", "basicAuth", "extAuth", "jwt", "oidc"]
	spec[field]
}

_asks(spec) if spec["default"].iap.enabled == true

# A filter of an HTTPRoute that stands for a plugin: what it does is not known.
_filtered(route) if {
	some rule in route.body.spec.rules
	some filter in rule.filters
	filter.type in {"ExtensionRef", "ExternalAuth"}
}

# Identity-Aware Proxy, or a security policy of Cloud Armor.
# https://cloud.google.com/kubernetes-engine/docs/how-to/ingress-configuration
_identity_aware(service) if {
	some config in objects.linked(service, "uses_backend_config")
	config.body.spec.iap.enabled == true
}

_identity_aware(service) if {
	some config in objects.linked(service, "uses_backend_config")
	config.body.spec.securityPolicy.name
}

_identity_aware(service) if count(objects.unresolved(service, "uses_backend_config")) > 0

# Policies of Istio on the workload, its namespace, or the whole mesh.
_meshed(workload) if {
	some kind in ["security.istio.io/AuthorizationPolicy", "security.istio.io/RequestAuthentication"]
	some policy in objects.in_scope(workload, kind)
	_covers(policy, workload)
}

_covers(policy, _) if startswith(policy.namespace, "istio-")

_covers(policy, workload) if {
	policy.namespace == workload.namespace
	every key, value in object.get(policy.body, ["spec", "selector", "matchLabels"], {}) {
		workloads.labels(workload)[key] == value
	}
}
