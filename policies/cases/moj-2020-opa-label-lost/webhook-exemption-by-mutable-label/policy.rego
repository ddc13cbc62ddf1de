# METADATA
# title: Webhook that only a label of one's own keeps away from the system
# description: |
#   A webhook may be kept away from `kube-system` by a label that someone puts on the
#   namespace, such as `policy.example/ignore`. The exemption is gone as soon as the
#   label is: when the namespace is edited, created anew, or when the tool that set the
#   label is no longer run. Nothing tells of that until the webhook is away and the
#   system needs what it refuses.
#
#   The rule looks for webhooks that fail closed on requests that keep a cluster going,
#   and whose `namespaceSelector` leaves out the namespaces of the system by a term with
#   NotIn or DoesNotExist on such a label only.
#
#   Left alone:
#
#   - the label `kubernetes.io/metadata.name`, which the API server sets itself
#   - a Namespace in scope that carries the label
#   - webhooks for what carries a label: a term with In, Exists or matchLabels
#   - `failurePolicy: Ignore`, and v1beta1 without a failurePolicy
#   - rules for other resources only, such as those of the vendor's own group
#   - `matchConditions`, which are not evaluated
#   - namespaces that the platform keeps webhooks away from: AKS, and OpenShift where
#     the selector asks for its run level
#
#   A webhook that nothing keeps away is up to webhook-fail-blocks-control-plane.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/#automatic-labelling
#     description: The label that every namespace has
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-namespaceselector
#     description: How the selector of namespaces works
# custom:
#   level: warning
#   level_reason: |
#     The manifest of the namespace lacks the label, so that the next one who applies it
#     to a new cluster has no exemption. A note where the namespace is not in sight, since
#     a tool may set the label, and outside of production.
#   remediation: |
#     Leave the namespaces out by their names, which nobody can take off:
#
#     ```yaml
#     namespaceSelector:
#       matchExpressions:
#         - key: kubernetes.io/metadata.name
#           operator: NotIn
#           values: [kube-system, kube-node-lease, policy]
#     ```
#   kinds:
#     - admissionregistration.k8s.io/MutatingWebhookConfiguration
#     - admissionregistration.k8s.io/ValidatingWebhookConfiguration
#   words: [NotIn, DoesNotExist]
#   since: 0.1.0
package kubegap.cases.moj_2020_opa_label_lost.webhook_exemption_by_mutable_label

import data.kubegap.lib.environment
import data.kubegap.lib.result
import data.kubegap.lib.webhooks

violations contains violation if {
	some hook in webhooks.declared
	webhooks.fails_closed(hook)
	not webhooks.conditional(hook)
	not webhooks.opts_in_by_object(hook)
	not webhooks.beside_api_server(hook)
	not webhooks.platform_excludes(hook)
	exempt := [request |
		some request in webhooks.system_requests
		request.level != "note"
		webhooks.rule(hook, request)
		webhooks.namespace_state(hook, request.namespace) == "by label"
	]
	count(exempt) > 0
	decisive := _in_sight_first(hook, exempt)

	violation := result.with_level(
		result.at_with(
			hook.configuration,
			_term_path(hook),
			sprintf("only the label %s keeps %s away from %s%s, so without it %s while %s does not answer", [
				concat(" or ", webhooks.opt_out_labels(hook)),
				webhooks.title(hook),
				decisive.namespace,
				_lacking(hook, decisive.namespace),
				decisive.effect,
				webhooks.backend(hook),
			]),
			[result.related(namespace, ["metadata", "labels"], "labels the namespace") |
				namespace := webhooks.namespace(hook.configuration, decisive.namespace)
			],
		),
		_level(hook, decisive.namespace),
	)
}

# What is known is worth more than what is worst.
_in_sight_first(hook, requests) := array.concat(
	[request | some request in requests; webhooks.namespace(hook.configuration, request.namespace)],
	requests,
)[0]

_lacking(hook, name) := ", which does not have it" if {
	webhooks.namespace(hook.configuration, name)
} else := ""

_level(hook, name) := "warning" if {
	webhooks.namespace(hook.configuration, name)
	not environment.not_production(hook.configuration)
} else := "note"

_term_path(hook) := array.concat(hook.path, ["namespaceSelector", "matchExpressions", min(terms)]) if {
	terms := {i |
		some i, term in hook.webhook.namespaceSelector.matchExpressions
		term.operator in {"NotIn", "DoesNotExist"}
		term.key != webhooks.name_label
	}
}
