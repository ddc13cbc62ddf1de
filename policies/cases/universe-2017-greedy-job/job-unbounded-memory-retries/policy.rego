# METADATA
# title: Job without any memory bound that is retried
# description: |
#   A Job is retried up to `backoffLimit` times, six by default, or as often for each
#   index as `backoffLimitPerIndex` says. Where a container sets neither a memory
#   request nor a limit, the pod may exhaust the node it runs on. With the
#   `restartPolicy` `Never` each retry is a new pod, on a node that still has room; with
#   `OnFailure` the container starts again on its node, unless the pod was evicted from
#   it. The rule looks at Jobs and CronJobs that are retried more than once and have such
#   a container.
#
#   Left alone:
#
#   - a `backoffLimit` or `backoffLimitPerIndex` of 0 or 1, and a `podFailurePolicy`, which decides on retries
#   - an `activeDeadlineSeconds` of the Job below 300, which ends the retries
#   - hooks of Helm and Argo CD
#   - suspended Jobs and CronJobs, and Jobs whose `parallelism` is 0
#   - Jobs that only call or wait: images of command-line tools, images of databases,
#     which a Job runs as a client, and scripts that start with kubectl, oc, helm, curl
#     or a loop
#   - a LimitRange in the namespace that supplies a memory request or limit
#   - `resources` of the pod as a whole, and a VerticalPodAutoscaler that is not `Off`
#   - clusters with a policy of Kyverno, of Gatekeeper or of the API server that writes
#     requests or limits into pods
#   - resources and limits that a placeholder stands for.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-backoff-failure-policy
#     description: Pod backoff failure policy of Jobs
#   - ref: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
#     description: Resource management for pods and containers
# custom:
#   level: warning
#   level_reason: |
#     Where at least three workloads of the namespace, and three in four, set memory,
#     a Job that does not was forgotten. A note where nothing shows such a custom, as
#     most Jobs are small; for what a chart renders with the values it ships; and
#     outside of production.
#   remediation: |
#     Set a memory limit, and retry only what may run twice:
#
#     ```yaml
#     spec:
#       backoffLimit: 0
#       activeDeadlineSeconds: 3600
#       template:
#         spec:
#           containers:
#             - name: reindex
#               resources:
#                 requests:
#                   memory: 2Gi
#                 limits:
#                   memory: 2Gi
#     ```
#   kinds:
#     - batch/CronJob
#     - batch/Job
#   since: 0.1.0
package kubegap.cases.universe_2017_greedy_job.job_unbounded_memory_retries

import data.kubegap.lib.charts
import data.kubegap.lib.environment
import data.kubegap.lib.images
import data.kubegap.lib.objects
import data.kubegap.lib.resources
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some job in objects.of_kinds(["batch/CronJob", "batch/Job"])
	spec := _spec(job)
	is_object(spec)
	retries := _retries(spec)
	retries > 1
	not _bounded_otherwise(spec)
	not _hook(job)
	not _idle(job, spec)
	some c in resources.unbounded(job, "memory")
	not _glue(c.container)

	violation := result.with_level(
		result.at(job, resources.path(c), _message(job, c.container, retries)),
		_level(job),
	)
}

_spec(job) := object.get(job.body, ["spec", "jobTemplate", "spec"], {}) if job.kind == "CronJob"

_spec(job) := object.get(job.body, "spec", {}) if job.kind == "Job"

# With a limit for each index there is none for the Job by default.
_retries(spec) := min([limit |
	some field in ["backoffLimit", "backoffLimitPerIndex"]
	limit := spec[field]
	is_number(limit)
]) if {
	is_number(spec.backoffLimitPerIndex)
	not is_string(object.get(spec, "backoffLimit", null))
} else := 6 if {
	object.get(spec, "backoffLimit", null) == null
	object.get(spec, "backoffLimitPerIndex", null) == null
} else := spec.backoffLimit if is_number(spec.backoffLimit)

_bounded_otherwise(spec) if spec.podFailurePolicy

_bounded_otherwise(spec) if {
	is_number(spec.activeDeadlineSeconds)
	spec.activeDeadlineSeconds < 300
}

_hook(job) if {
	some key in ["helm.sh/hook", "argocd.argoproj.io/hook"]
	job.body.metadata.annotations[key]
}

_idle(job, _) if job.body.spec.suspend == true

_idle(_, spec) if spec.suspend == true

_idle(_, spec) if spec.parallelism == 0

# Containers that only call something or wait for it.
_glue(container) if {
	name := images.basename(container.image)
	regex.match(`^(busybox|alpine|bash|k8s|mariadb|mongo|mysql|postgres|postgresql|redis|toolbox|tools|wget)$|kubectl|helm|curl|wait-for|(^|-)cli$|certgen|toolkit`, name)
}

_glue(container) if {
	words := array.concat(_list(container, "command"), _list(container, "args"))
	some i in [0, 1, 2, 3]
	word := words[i]
	is_string(word)
	regex.match(`^\s*(set\s+\S+\s+)?(#!\S+\s+)?(while|until|sleep|(/\S*/)?(kubectl|oc|helm|curl|wget|aws|az|gcloud))\b`, word)
}

_list(container, field) := list if {
	list := container[field]
	is_array(list)
} else := []

_message(job, container, retries) := sprintf(
	"container %v has no memory request or limit although %d of the %d other workloads of namespace %s have, and %s, so it may exhaust %s",
	[container.name, custom.stating, custom.all, job.namespace, _retried(job, retries), _exhausted(job)],
) if {
	custom := resources.custom(job)
} else := sprintf(
	"container %v has no memory request or limit and %s, so it may exhaust %s",
	[container.name, _retried(job, retries), _exhausted(job)],
)

_retried(job, retries) := sprintf("each index is retried %v times", [retries]) if {
	is_number(_spec(job).backoffLimitPerIndex)
} else := sprintf("the Job is retried %v times", [retries])

_exhausted(job) := "its node again and again" if {
	workloads.spec(job).restartPolicy == "OnFailure"
} else := "one node after the other"

_level(job) := "warning" if {
	resources.custom(job)
	not charts.bare(job)
	not environment.not_production(job)
} else := "note"
