# METADATA
# title: Fail-closed policy engine that runs as a single pod
# description: |
#   A policy engine answers for the writes of a whole cluster. If its policies fail
#   closed, as those of Kyverno do by default, and it runs as one pod, then every write
#   that they match is refused while that pod crashes, moves to another node or waits for
#   one.
#
#   The rule looks for Kyverno's admission controller, as a Deployment or as a Helm
#   release, together with a policy in scope whose failure policy is Fail or not set; and
#   for Gatekeeper or the Open Policy Agent behind a webhook that fails closed.
#
#   Left alone:
#
#   - two pods or more, an autoscaler, and zero replicas
#   - clusters without a policy in sight, and policies that say Ignore
#   - policies without a rule that validates, mutates or verifies images on admission:
#     those that only generate, clean up or change what exists, and `admission: false`
#   - Kyverno with `forceFailurePolicyIgnore`
#   - releases with values from elsewhere: ConfigMaps, files, parameters, placeholders;
#     and those that Flux has suspended or post-renders
#   - webhooks for Namespaces only, such as Gatekeeper's check of its own label
#
#   Of a Deployment and its release only one is reported.
# scope: package
# related_resources:
#   - ref: https://kyverno.io/docs/high-availability/
#     description: High availability of Kyverno
#   - ref: https://kyverno.io/docs/policy-types/cluster-policy/policy-settings
#     description: failurePolicy and admission of Kyverno's policies
#   - ref: https://www.kyverno.io/docs/troubleshooting/
#     description: What to do when the API server is blocked
# custom:
#   level: warning
#   level_reason: |
#     One pod decides over all writes. Not an error, because a rolling update starts the
#     new pod first, and the charts leave out kube-system. A note on a cluster of one node,
#     and outside of production.
#   remediation: |
#     Run three pods of the admission controller, and let policies that guard no boundary
#     fail open:
#
#     ```yaml
#     # values of the chart
#     admissionController:
#       replicas: 3
#     ---
#     apiVersion: kyverno.io/v1
#     kind: ClusterPolicy
#     spec:
#       webhookConfiguration:
#         failurePolicy: Ignore # before Kyverno 1.13: spec.failurePolicy
#     ```
#   kinds:
#     - apps/Deployment
#     - argoproj.io/Application
#     - helm.toolkit.fluxcd.io/HelmRelease
#   words: [kyverno, gatekeeper, openpolicyagent]
#   since: 0.1.0
package kubegap.cases.dfds_2022_kyverno_fail.policy_engine_fail_closed_single_replica

import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.kyverno
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.webhooks
import data.kubegap.lib.workloads

violations contains violation if {
	some deployment in objects.of_kind("apps/Deployment")
	_is_kyverno(deployment)
	number := replicas.effective(deployment)
	number.max == 1
	policy := kyverno.fail_closed_policies(deployment)[0]
	violation := _violation(deployment, number.object, number.path, "Kyverno runs one pod", _policy_reason(policy))
}

violations contains violation if {
	some chart in kyverno.installed
	chart.replicas == 1
	not chart.forced_open
	policy := kyverno.fail_closed_policies(chart.object)[0]
	not _rendered(chart.object)
	violation := _violation(chart.object, chart.object, chart.path, "Kyverno is released with one pod", _policy_reason(policy))
}

violations contains violation if {
	some hook in webhooks.declared
	webhooks.fails_closed(hook)
	_decides_on_workloads(hook)
	some workload in objects.linked(webhooks.service(hook), "selects")
	workload.judged
	_is_opa(workload)
	number := replicas.effective(workload)
	number.max == 1
	hook == _first(hook)

	violation := _violation(workload, number.object, number.path, "the policy engine runs one pod", {
		"text": sprintf("webhook %s fails closed", [webhooks.title(hook)]),
		"related": result.related(hook.configuration, array.concat(hook.path, ["failurePolicy"]), "refuses what it cannot check"),
	})
}

_violation(engine, obj, path, state, reason) := result.with_level(
	result.at_with(
		obj,
		path,
		sprintf("%s and %s, so every write that it matches is refused while that pod is away", [state, reason.text]),
		[reason.related],
	),
	_level(engine),
)

_level(engine) := "note" if {
	environment.one_node(engine)
} else := "note" if {
	environment.not_production(engine)
} else := "warning"

_is_kyverno(deployment) if {
	_runs(deployment, {"kyverno"})
	not _told_to_ignore(deployment)
}

_is_opa(workload) if _runs(workload, {"gatekeeper", "opa"})

_runs(workload, names) if {
	some c in workloads.long_running(workload)
	images.basename(c.container.image) in names
}

_told_to_ignore(deployment) if {
	some c in workloads.long_running(deployment)
	"--forceFailurePolicyIgnore=true" in c.container.args
}

_policy_reason(policy) := {
	"text": sprintf("%s fails closed", [objects.title(policy)]),
	"related": result.related(policy, ["spec", "failurePolicy"], "refuses what it cannot check"),
}

# Where the chart is at hand, its Deployment is what is judged.
_rendered(release) if {
	some deployment in objects.in_scope(release, "apps/Deployment")
	_runs(deployment, {"kyverno"})
}

_decides_on_workloads(hook) if {
	some rule in hook.webhook.rules
	some group in rule.apiGroups
	group in ["*", "", "apps", "batch", "networking.k8s.io"]
	some resource in rule.resources
	resource != "namespaces"
}

# Of several webhooks of one engine the first counts.
_first(hook) := [other |
	some other in webhooks.declared
	webhooks.fails_closed(other)
	_decides_on_workloads(other)
	webhooks.service(other).index == webhooks.service(hook).index
][0]
