# METADATA
# title: Webhook that stops the cluster's own traffic when it is away
# description: |
#   A webhook that fails closed refuses every request it is called for while nobody
#   answers for it. Some of these requests keep the cluster alive: kubelets renew
#   leases in `kube-node-lease` and report the status of their nodes, the controllers
#   hold their leadership by leases in `kube-system`, nodes register themselves, and
#   network and DNS run as pods in `kube-system`. If the webhook runs on these nodes,
#   it cannot come back either.
#
#   The rule looks for a webhook with `failurePolicy: Fail` (the default of v1) whose
#   rules take in such requests. A `namespaceSelector` has to keep it away from
#   `kube-system`, and from `kube-node-lease` where it takes in leases; it never
#   keeps it away from nodes, which are in no namespace.
#
#   Left alone:
#
#   - `failurePolicy: Ignore`, and v1beta1 without a failurePolicy
#   - rules for other resources only, such as those of the vendor's own group
#   - webhooks for what carries a label: a term with In, Exists or matchLabels, in the
#     selector of objects or, but for nodes, in that of namespaces
#   - `matchConditions`, which are not evaluated
#   - selectors that need a label of the author's own on the namespace; whether it is
#     there is up to webhook-exemption-by-mutable-label
#   - webhooks on the machine of the API server (https://127.0.0.1 or localhost)
#   - namespaces that the platform keeps webhooks away from: AKS, and OpenShift where
#     the selector asks for its run level
#   - selectors with variables that are not filled in
#
#   A webhook is reported once, for the worst that it refuses.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/
#     description: Good practices for admission webhooks
#   - ref: https://cloud.google.com/anthos/clusters/docs/multi-cloud/aws/troubleshoot/webhooks
#     description: Webhooks that GKE takes to be unsafe
#   - ref: https://kubernetes.io/docs/concepts/architecture/leases/
#     description: What leases are for
# custom:
#   level: error
#   level_reason: |
#     Leases run out within a minute, and then all nodes are NotReady, or the
#     controllers stop. A warning where pods of kube-system, nodes, their status or
#     endpoints are refused: it takes some further event to feel that. A note for what
#     controllers write besides, and outside of production.
#   remediation: |
#     Keep the webhook away from the system's namespaces and from its own, and let the
#     rules name only what it is there for:
#
#     ```yaml
#     webhooks:
#       - name: validate.policy.example
#         timeoutSeconds: 3
#         namespaceSelector:
#           matchExpressions:
#             - key: kubernetes.io/metadata.name
#               operator: NotIn
#               values: [kube-system, kube-node-lease, policy]
#         rules:
#           - apiGroups: [apps]
#             apiVersions: [v1]
#             operations: [CREATE, UPDATE]
#             resources: [deployments, statefulsets]
#     ```
#
#     Where the webhook guards no boundary, `failurePolicy: Ignore` is the safer choice.
#   kinds:
#     - admissionregistration.k8s.io/MutatingWebhookConfiguration
#     - admissionregistration.k8s.io/ValidatingWebhookConfiguration
#   also: [moj-2020-opa-label-lost]
#   since: 0.1.0
package kubegap.cases.jetstack_2019_webhook_outage.webhook_fail_blocks_control_plane

import data.kubegap.lib.environment
import data.kubegap.lib.result
import data.kubegap.lib.webhooks

violations contains violation if {
	some hook in webhooks.declared
	webhooks.fails_closed(hook)
	not webhooks.conditional(hook)
	not webhooks.opts_in_by_object(hook)
	not webhooks.beside_api_server(hook)
	refused := [found |
		some request in webhooks.system_requests
		found := _refused(hook, request)
	]
	count(refused) > 0

	violation := result.with_level(
		result.at(
			hook.configuration,
			array.concat(refused[0].rule, ["resources"]),
			sprintf("%s fails closed on %s, so %s while %s does not answer", [
				webhooks.title(hook),
				concat(", ", [found.what | some found in refused; found.level == refused[0].level]),
				refused[0].effect,
				webhooks.backend(hook),
			]),
		),
		_level(hook, refused[0].level),
	)
}

_refused(hook, request) := object.union(request, {"rule": rule, "what": _what(request)}) if {
	rule := webhooks.rule(hook, request)
	_reached(hook, request)
}

_reached(_, request) if request.scope == "Cluster"

_reached(hook, request) if {
	webhooks.namespace_state(hook, request.namespace) == "included"
	not webhooks.platform_excludes(hook)
}

_what(request) := sprintf("%s in %s", [request.resource, request.namespace])

_what(request) := request.resource if request.scope == "Cluster"

_level(hook, _) := "note" if environment.not_production(hook.configuration)

_level(hook, level) := level if not environment.not_production(hook.configuration)
