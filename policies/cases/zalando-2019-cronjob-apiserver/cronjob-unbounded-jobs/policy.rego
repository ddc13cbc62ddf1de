# METADATA
# title: CronJob whose runs can pile up
# description: |
#   A frequent CronJob that starts its next Job whether or not the last one is over,
#   and gives none a deadline. A pod that never starts or never ends, for an image that
#   cannot be pulled, a volume that does not mount or a call that hangs, is then joined
#   by another at every turn: limits of the history and of retries count finished Jobs
#   and failed pods only. The pods fill the nodes, and their objects the API server.
#
#   Left alone:
#
#   - `concurrencyPolicy: Forbid` or `Replace`
#   - `activeDeadlineSeconds` on the Job or its pods
#   - schedules of more than an hour between two starts or of fewer than twelve starts a
#     day, and what is no schedule, such as a placeholder
#   - suspended CronJobs
#   - namespaces with a ResourceQuota for pods or Jobs, and repositories with something
#     that makes quotas
#
#   A CronJob has one finding.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#concurrency-policy
#     description: Concurrency policy of CronJobs
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/job/#job-termination-and-cleanup
#     description: Termination of Jobs
# custom:
#   level: warning
#   level_reason: |
#     Nothing bounds the pile, and a quarter of an hour or less between starts makes it
#     grow by a hundred pods a day. A note for longer intervals up to an hour, for fewer
#     than 48 starts a day, and where the manifests are not for production.
#   remediation: |
#     Let runs wait for each other, and end those that hang:
#
#     ```yaml
#     spec:
#       schedule: "*/15 * * * *"
#       concurrencyPolicy: Forbid
#       startingDeadlineSeconds: 300
#       jobTemplate:
#         spec:
#           activeDeadlineSeconds: 600
#     ```
#   kinds: [batch/CronJob]
#   since: 0.1.0
package kubegap.cases.zalando_2019_cronjob_apiserver.cronjob_unbounded_jobs

import data.kubegap.lib.cron
import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.quota
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some job in objects.of_kind("batch/CronJob")
	object.get(job.body, ["spec", "concurrencyPolicy"], "Allow") == "Allow"
	object.get(job.body, ["spec", "suspend"], false) == false
	not _deadline(job)
	minutes := cron.minutes(job.body.spec.schedule)
	minutes <= 60
	cron.starts(job.body.spec.schedule) >= 12
	not quota.limits_pods(job, job.namespace)
	not quota.made_elsewhere

	violation := result.with_level(
		result.at_with(
			job,
			["spec", "concurrencyPolicy"],
			sprintf("starts %s, whether or not the last one is over, and gives none a deadline, so pods pile up once one hangs", [_often(job.body.spec.schedule, minutes)]),
			[result.related(job, ["spec", "schedule"], "is the schedule")],
		),
		_level(job, minutes),
	)
}

_deadline(job) if job.body.spec.jobTemplate.spec.activeDeadlineSeconds

_deadline(job) if workloads.spec(job).activeDeadlineSeconds

# An interval that is kept all day, or else the number of starts.
_often(schedule, minutes) := sprintf("a Job every %s", [_interval(minutes)]) if {
	round(cron.starts(schedule) * minutes) == 1440
} else := sprintf("up to %v Jobs a day", [cron.starts(schedule)])

_interval(minutes) := "minute" if {
	minutes == 1
} else := "hour" if {
	minutes == 60
} else := sprintf("%v minutes", [minutes])

_level(job, minutes) := "warning" if {
	minutes <= 15
	cron.starts(job.body.spec.schedule) >= 48
	not environment.not_production(job)
} else := "note"
