# METADATA
# title: Several fail-closed webhooks for the same Ingresses
# description: |
#   Each installation of an ingress controller brings a webhook that checks Ingresses,
#   and unless told otherwise it checks those of all classes in the cluster. With two of
#   them, every change of an Ingress needs both: if one controller is down, or its
#   certificate does not fit, no team can change any Ingress, whichever controller it
#   uses.
#
#   The rule looks for two or more webhooks in one cluster that fail closed on the
#   creation or update of Ingresses, and that no selector separates.
#
#   Left alone:
#
#   - a single webhook for Ingresses
#   - `failurePolicy: Ignore`, and v1beta1 without a failurePolicy
#   - webhooks with an `objectSelector` or `matchConditions`, and with a
#     `namespaceSelector` that does more than leave out namespaces by name
#   - webhooks of one configuration, and copies of it in other environments
#
#   Webhooks that stand together are reported once, on the first.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#matching-requests-matchconditions
#     description: Match conditions
#   - ref: https://github.com/kubernetes/ingress-nginx/blob/main/charts/ingress-nginx/values.yaml
#     description: "Values of the ingress-nginx chart: controller.admissionWebhooks"
# custom:
#   level: warning
#   level_reason: |
#     Two installations of one controller each stop the other's users. A note where the
#     webhooks belong to different products, which is hard to avoid, and outside of
#     production.
#   remediation: |
#     Let each webhook see the Ingresses of its own class only:
#
#     ```yaml
#     webhooks:
#       - name: validate.nginx.ingress.kubernetes.io
#         matchConditions: # Kubernetes 1.30 or later
#           - name: class
#             expression: object.spec.?ingressClassName.orValue('') == 'internal'
#     ```
#
#     The ingress-nginx chart has values for the two selectors
#     (`controller.admissionWebhooks.objectSelector` and `namespaceSelector`), and for
#     `failurePolicy: Ignore`.
#   kinds:
#     - admissionregistration.k8s.io/MutatingWebhookConfiguration
#     - admissionregistration.k8s.io/ValidatingWebhookConfiguration
#   words: [ingresses]
#   since: 0.1.0
package kubegap.cases.moj_2020_webhook_single_point.several_fail_closed_ingress_webhooks

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.scope
import data.kubegap.lib.webhooks

violations contains violation if {
	some first in _catching
	_rank(first.configuration) == _lowest[first.configuration.environment]
	others := _others(first)
	count(others) > 0
	places := [result.related(other.configuration, array.concat(other.rule, ["resources"]), "catches the same Ingresses") |
		some other in others
	]

	violation := result.with_peers(
		result.with_level(
			result.at_with(
				first.configuration,
				array.concat(first.rule, ["resources"]),
				sprintf("%s and %s both fail closed on all Ingresses, so while either does not answer no Ingress can be changed", [
					_title(first),
					_listed(others),
				]),
				places,
			),
			_level(first, others),
		),
		places,
	)
}

# The first hook of each configuration, judged or not, that catches Ingresses.
_catching := {configuration.index: caught |
	some kind in webhooks.kinds
	some configuration in scope.all_of_kind(kind)
	caught := [found |
		some hook in webhooks.hooks(configuration)
		found := _caught(hook)
	][0]
}

# Of the configurations with such a hook, the rank of the first in each environment.
_lowest := {e: min(ranks) | some e, ranks in _ranks}

_ranks[hook.configuration.environment] contains _rank(hook.configuration) if {
	some hook in _catching
}

_rank(configuration) := [configuration.name, configuration.kind]

_caught(hook) := object.union(hook, {"rule": rules[0]}) if {
	webhooks.fails_closed(hook)
	not webhooks.conditional(hook)
	count(webhooks.selector(hook.webhook, "objectSelector")) == 0
	not is_string(object.get(hook.webhook, "objectSelector", null))
	not _narrowed(hook)
	rules := [rule |
		some operation in ["CREATE", "UPDATE"]
		rule := webhooks.rule(hook, {
			"group": "networking.k8s.io", "resource": "ingresses", "operation": operation,
			"scope": "Namespaced",
		})
	]
	count(rules) > 0
}

_narrowed(hook) if is_string(object.get(hook.webhook, "namespaceSelector", null))

_narrowed(hook) if {
	some term in webhooks.selector(hook.webhook, "namespaceSelector")
	[term.key, term.operator] != [webhooks.name_label, "NotIn"]
}

# The first hook of each other configuration that reaches the same cluster.
_others(first) := [caught |
	some kind in webhooks.kinds
	some configuration in objects.in_scope(first.configuration, kind)
	_rank(configuration) != _rank(first.configuration)
	caught := _catching[configuration.index]
]

_title(hook) := sprintf("%s of %s", [webhooks.title(hook), objects.title(hook.configuration)])

_listed(others) := _title(others[0]) if {
	count(others) == 1
} else := sprintf("%s and %d more", [_title(others[0]), count(others) - 1])

_level(first, others) := "warning" if {
	some other in others
	webhooks.title(other) == webhooks.title(first)
	not environment.not_production(first.configuration)
} else := "note"
