# METADATA
# title: Webhook that has to admit its own pods
# description: |
#   A webhook that fails closed on the creation of pods, its own among them, works as
#   long as one of its pods is there to answer. Once all of them are gone, after the
#   loss of a node or a bad rollout, nobody answers for the new ones: they are refused,
#   and so is every other pod, until someone deletes the configuration by hand.
#
#   The rule follows the Service of the webhook to the workload behind it, and holds
#   the selectors of the webhook against the labels of its namespace and of its pods.
#
#   Of several workloads behind the Service, all have to be matched.
#
#   Left alone:
#
#   - `failurePolicy: Ignore`, and v1beta1 without a failurePolicy
#   - backends that are not in scope: a URL, a Service that is not there or has no
#     selector, pods that are declared elsewhere
#   - a `namespaceSelector` or `objectSelector` that does not match the backend, or
#     needs a label on a namespace that is not in sight
#   - `matchConditions`, which are not evaluated
#   - exclusions by name where the namespace is not known: a chart that is rendered
#     without one
#   - workloads with zero replicas
#
#   Webhooks that a controller registers at run time are not in the manifests.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/cluster-administration/admission-webhooks-good-practices/
#     description: Good practices for admission webhooks, dependency loops among them
# custom:
#   level: error
#   level_reason: |
#     By the semantics of the API no pod of the backend can be created once none runs.
#     A note where a label of the author's own, on a namespace that is not in sight,
#     may keep the webhook away, and outside of production.
#   remediation: |
#     Exclude the namespace of the webhook by the label that the API server sets itself:
#
#     ```yaml
#     webhooks:
#       - name: inject.policy.example
#         namespaceSelector:
#           matchExpressions:
#             - key: kubernetes.io/metadata.name
#               operator: NotIn
#               values: [policy, kube-system]
#     ```
#   kinds:
#     - admissionregistration.k8s.io/MutatingWebhookConfiguration
#     - admissionregistration.k8s.io/ValidatingWebhookConfiguration
#   since: 0.1.0
package kubegap.cases.jetstack_2019_webhook_outage.webhook_blocks_its_own_pods

import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.webhooks
import data.kubegap.lib.workloads

violations contains violation if {
	some hook in webhooks.declared
	webhooks.fails_closed(hook)
	not webhooks.conditional(hook)
	webhooks.rule(hook, {"group": "", "resource": "pods", "operation": "CREATE", "scope": "Namespaced"})
	service := webhooks.service(hook)
	backends := [workload |
		some workload in objects.linked(service, "selects")
		not replicas.none(workload)
	]
	count(backends) > 0
	every workload in backends {
		_matched(hook, workload)
	}

	violation := result.with_level(
		result.at_with(
			hook.configuration,
			array.concat(hook.path, ["namespaceSelector"]),
			_message(hook, backends[0]),
			[
				result.related(service, ["metadata", "name"], "is what the webhook calls"),
				result.related(workloads.holder(backends[0]), ["metadata", "name"], "makes the pods"),
			],
		),
		_level(hook, backends[0]),
	)
}

_matched(hook, workload) if {
	webhooks.selects_object(hook, workloads.labels(workload))
	webhooks.namespace_state(hook, workload.namespace) in {"included", "by label"}
	not _unplaced(hook, workload)
}

# Charts that are rendered without a namespace end up in default. By what name they
# are kept away then tells nothing.
_unplaced(hook, workload) if {
	workload.namespace == "default"
	some term in webhooks.selector(hook.webhook, "namespaceSelector")
	term.key == webhooks.name_label
}

_by_label(hook, workload) if {
	webhooks.namespace_state(hook, workload.namespace) == "by label"
	not webhooks.namespace(hook.configuration, workload.namespace)
}

_level(hook, workload) := "note" if {
	_by_label(hook, workload)
} else := "note" if {
	environment.not_production(workload)
} else := "error"

_message(hook, workload) := sprintf("%s fails closed on pods of %s too unless namespace %s is labelled %s, so once all are gone none can be created", [
	webhooks.title(hook),
	objects.title(workload),
	workload.namespace,
	concat(" or ", webhooks.opt_out_labels(hook)),
]) if {
	_by_label(hook, workload)
} else := sprintf("%s fails closed on pods, those of its own %s included, so once all are gone none can be created", [
	webhooks.title(hook),
	objects.title(workload),
])
