# METADATA
# title: Slow webhook in the path of all workloads
# description: |
#   The API server waits for a webhook up to `timeoutSeconds`, and the request waits with
#   it, whatever the `failurePolicy`. A webhook that takes in the writes of several API
#   groups makes every deployment of everyone as slow as itself, and several mutating
#   webhooks are called one after the other, so their waits add up.
#
#   The rule looks for a timeout of more than 10 seconds on a webhook that is called for
#   updates in at least two of the groups core, apps and batch.
#
#   Left alone:
#
#   - webhooks for some objects or namespaces only: a term with In, Exists or matchLabels
#     in either selector
#   - `matchConditions`, which are not evaluated
#   - rules for CREATE, DELETE or CONNECT only, and rules for subresources
#   - a timeout of at most 5 seconds
#   - timeouts and selectors that are not filled in yet
#
#   A timeout of 6 to 10 seconds, and the default of 10, is worth a note.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#timeouts
#     description: Timeouts of webhooks
#   - ref: https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/
#     description: "Good practices for admission webhooks: use a small timeout"
# custom:
#   level: warning
#   level_reason: |
#     More than the default of the API, on most of what people deploy. A note up to the
#     default, since the backend may be fast, and outside of production.
#   remediation: |
#     Give up early, and take in only what the webhook is there for:
#
#     ```yaml
#     webhooks:
#       - name: check.policy.example
#         timeoutSeconds: 3
#         rules:
#           - apiGroups: [apps]
#             apiVersions: [v1]
#             operations: [CREATE]
#             resources: [deployments]
#     ```
#   kinds:
#     - admissionregistration.k8s.io/MutatingWebhookConfiguration
#     - admissionregistration.k8s.io/ValidatingWebhookConfiguration
#   since: 0.1.0
package kubegap.cases.dfds_2020_alcide_webhook.webhook_long_timeout_broad_rules

import data.kubegap.lib.environment
import data.kubegap.lib.result
import data.kubegap.lib.webhooks

violations contains violation if {
	some hook in webhooks.declared
	timeout := _timeout(hook)
	timeout > 5
	not webhooks.conditional(hook)
	not _narrowed(hook)
	groups := [name |
		some group, name in {"": "core", "apps": "apps", "batch": "batch"}
		_updates(hook, group)
	]
	count(groups) > 1

	violation := result.with_level(
		result.at(
			hook.configuration,
			array.concat(hook.path, ["timeoutSeconds"]),
			sprintf("%s holds up each update in the API groups %s for up to %d s, so when %s is slow so is every deployment", [
				webhooks.title(hook),
				concat(", ", groups),
				timeout,
				webhooks.backend(hook),
			]),
		),
		_level(hook, timeout),
	)
}

_timeout(hook) := timeout if {
	timeout := hook.webhook.timeoutSeconds
	is_number(timeout)
}

_timeout(hook) := 10 if {
	object.get(hook.webhook, "timeoutSeconds", null) == null
	hook.configuration.version == "v1"
}

_narrowed(hook) if webhooks.opts_in_by_object(hook)

_narrowed(hook) if is_string(object.get(hook.webhook, "namespaceSelector", null))

_narrowed(hook) if {
	some term in webhooks.selector(hook.webhook, "namespaceSelector")
	not term.operator in {"NotIn", "DoesNotExist"}
}

_updates(hook, group) if {
	some rule in hook.webhook.rules
	some given in rule.apiGroups
	given in ["*", group]
	some operation in rule.operations
	operation in ["*", "UPDATE"]
	some resource in rule.resources
	is_string(resource)
	is_string(resource)
	not contains(trim_suffix(resource, "/*"), "/")
}

_level(hook, timeout) := "warning" if {
	timeout > 10
	not environment.not_production(hook.configuration)
} else := "note"
