# METADATA
# title: Namespace of CronJobs without a quota for pods or Jobs
# description: |
#   A namespace with three or more CronJobs whose runs may overlap, and no ResourceQuota
#   that says how many pods or Jobs it may hold. A quota is the last bound when one of
#   them makes pods without end, and keeps the others, the nodes and the API server out
#   of it.
#
#   Left alone:
#
#   - quotas with `pods`, `count/pods` or `count/jobs.batch`, whatever the number
#   - CronJobs with `concurrencyPolicy: Forbid` or `Replace`, with
#     `activeDeadlineSeconds`, or suspended: they are not counted
#   - namespaces that are not among the manifests, of which parts could not be rendered,
#     or whose quotas something else makes: a ClusterResourceQuota, Capsule, the
#     Hierarchical Namespace Controller or Kyverno
#   - kube-system
#
#   A Namespace has one finding.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/policy/resource-quotas/#quota-on-object-count
#     description: Quotas on the number of objects
# custom:
#   level: note
#   level_reason: |
#     A bound for the day on which something else goes wrong, not a fault in itself.
#   remediation: |
#     Allow as many pods and Jobs as the namespace needs on a bad day:
#
#     ```yaml
#     apiVersion: v1
#     kind: ResourceQuota
#     metadata:
#       name: objects
#       namespace: batch
#     spec:
#       hard:
#         pods: "200"
#         count/jobs.batch: "100"
#     ```
#   kinds: [batch/CronJob]
#   words: [Namespace]
#   since: 0.1.0
package kubegap.cases.zalando_2019_cronjob_apiserver.batch_namespace_without_quota

import data.kubegap.lib.objects
import data.kubegap.lib.quota
import data.kubegap.lib.result
import data.kubegap.lib.scope
import data.kubegap.lib.workloads

violations contains violation if {
	some namespace in objects.of_kind("Namespace")
	namespace.name != "kube-system"
	jobs := _jobs[namespace.environment][namespace.name]
	count(jobs) > 2
	not quota.limits_pods(namespace, namespace.name)
	not quota.made_elsewhere
	not scope.partial(namespace)

	violation := result.at_with(
		namespace,
		["metadata", "name"],
		sprintf("has %d CronJobs whose runs may overlap and no quota for pods or Jobs, so one of them can fill the nodes and the API server", [count(jobs)]),
		[result.related(job, ["metadata", "name"], "may overlap") | some job in jobs],
	)
}

# The CronJobs whose runs may overlap, by environment and namespace;
# as a value, since it is looked up often.
_jobs := _unbounded

_unbounded[job.environment][job.namespace][job.index] := job if {
	some job in objects.of_kind("batch/CronJob")
	object.get(job.body, ["spec", "concurrencyPolicy"], "Allow") == "Allow"
	object.get(job.body, ["spec", "suspend"], false) == false
	not job.body.spec.jobTemplate.spec.activeDeadlineSeconds
	not workloads.spec(job).activeDeadlineSeconds
}
