# METADATA
# title: Webhook that calls a Service nobody serves
# description: |
#   A webhook names the Service that answers for it, by name, namespace and port. If
#   there is none of that name, or it has another port, every call fails, and a webhook
#   that fails closed refuses every request it matches.
#
#   The rule looks for a Service that is not rendered while the same chart, overlay or
#   file renders other Services into that namespace, as after a release was renamed; and
#   for a Service in scope that lacks the port (443 unless the webhook says otherwise).
#
#   Left alone:
#
#   - namespaces into which the same source renders no Service
#   - sources and clusters of which a part could not be rendered
#   - clusters with a ClusterServiceVersion or a Subscription, since OLM creates Services
#   - Services in kube-system, and the Service kubernetes of the API server itself
#   - Services of type ExternalName, or with ports that are not filled in yet
#   - names with variables that are not filled in
#   - charts that nothing here deploys, since the name of the release may be what is
#     missing
#
#   What only a controller creates or registers at run time is not seen.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#service-reference
#     description: How a webhook refers to a Service
#   - ref: https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apiserver/pkg/util/proxy/proxy.go
#     description: How the API server looks up the port
# custom:
#   level: warning
#   level_reason: |
#     The Service may still come from elsewhere. An error where the Service is there and
#     lacks the port, since the API server then has nothing to call. A note where the
#     webhook fails open.
#   remediation: |
#     Let the reference and the Service agree:
#
#     ```yaml
#     webhooks:
#       - name: validate.policy.example
#         clientConfig:
#           service:
#             name: policy-admission # metadata.name of the Service
#             namespace: policy
#             port: 443 # a port of the Service, not of its pods
#     ```
#   kinds:
#     - admissionregistration.k8s.io/MutatingWebhookConfiguration
#     - admissionregistration.k8s.io/ValidatingWebhookConfiguration
#   since: 0.1.0
package kubegap.cases.moj_2020_webhook_single_point.webhook_service_missing

import data.kubegap.lib.charts
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.values
import data.kubegap.lib.webhooks

violations contains violation if {
	some configuration in objects.of_kinds(webhooks.kinds)
	missing := objects.unresolved(configuration, "calls")
	count(missing) > 0
	not objects.partial(configuration)
	not input.environments[configuration.environment].partial
	not _created_by_olm(configuration)
	not charts.undeployed(configuration)
	some hook in webhooks.hooks(configuration)
	some reference in missing
	array.slice(reference.path, 0, 2) == hook.path
	not values.unknown(reference.name)
	not values.unknown(reference.namespace)
	not reference.namespace == "kube-system"
	not [reference.namespace, reference.name] == ["default", "kubernetes"]
	beside := [service |
		some service in objects.in_scope(configuration, "Service")
		service.namespace == reference.namespace
		service.unit == configuration.unit
	]
	count(beside) > 0

	violation := result.with_level(
		result.at_with(
			configuration,
			reference.path,
			sprintf("%s calls Service %s/%s, which is not there, so %s", [
				webhooks.title(hook),
				reference.namespace,
				reference.name,
				_consequence(hook),
			]),
			[result.related(beside[0], ["metadata", "name"], "is there instead")],
		),
		_level(hook, "warning"),
	)
}

violations contains violation if {
	some hook in webhooks.declared
	service := webhooks.service(hook)
	port := object.get(hook.webhook, ["clientConfig", "service", "port"], 443)
	is_number(port)
	ports := [declared.port | some declared in service.body.spec.ports]
	count(ports) > 0
	every known in ports {
		is_number(known)
		known != port
	}
	not service.body.spec.type == "ExternalName"

	violation := result.with_level(
		result.at_with(
			hook.configuration,
			array.concat(hook.path, ["clientConfig", "service", "port"]),
			sprintf("%s calls port %d of %s, which has port %s only, so %s", [
				webhooks.title(hook),
				port,
				objects.title(service),
				concat(", ", [sprintf("%v", [known]) | some known in ports]),
				_consequence(hook),
			]),
			[result.related(service, ["spec", "ports"], "are the ports of the Service")],
		),
		_level(hook, "error"),
	)
}

_created_by_olm(configuration) if {
	some kind in ["operators.coreos.com/ClusterServiceVersion", "operators.coreos.com/Subscription"]
	count(objects.in_scope(configuration, kind)) > 0
}

_consequence(hook) := "every request that it matches is refused" if {
	webhooks.fails_closed(hook)
} else := "it is never called"

_level(hook, level) := level if {
	webhooks.fails_closed(hook)
} else := "note"
