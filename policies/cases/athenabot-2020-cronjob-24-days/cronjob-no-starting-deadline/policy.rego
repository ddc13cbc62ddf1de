# METADATA
# title: Frequent CronJob without a deadline for late starts
# description: |
#   Without `startingDeadlineSeconds` a start that was missed counts until the Job has
#   run. A CronJob that comes round more than a hundred times a day misses as many when
#   the control plane is down, or the last run is in the way, for a day. The controller
#   of Kubernetes before 1.21 then gave up for good, without more than an event. Since
#   1.21 it says so in an event and starts the latest run, however late it is.
#
#   A deadline of less than ten seconds is reported as well: the API documentation warns
#   that the controller looks every ten seconds, and may pass it by.
#
#   Left alone:
#
#   - schedules with a quarter of an hour or more between two starts, and what is no
#     schedule, such as a placeholder
#   - suspended CronJobs
#   - deadlines of ten seconds or more
#
#   A CronJob has one finding.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#starting-deadline
#     description: Deadline for delayed starts
#   - ref: https://github.com/kubernetes/website/pull/9296
#     description: What the controller does with missed starts
# custom:
#   level: note
#   level_reason: |
#     On supported versions late runs and noisy events remain. An error where the cluster
#     is declared to be older than 1.21, since the CronJob stops for good.
#   remediation: |
#     Set somewhat less than the time between two starts, and ten seconds at least:
#
#     ```yaml
#     spec:
#       schedule: "*/5 * * * *"
#       startingDeadlineSeconds: 200
#     ```
#   kinds: [batch/CronJob]
#   since: 0.1.0
package kubegap.cases.athenabot_2020_cronjob_24_days.cronjob_no_starting_deadline

import data.kubegap.lib.cluster
import data.kubegap.lib.cron
import data.kubegap.lib.objects
import data.kubegap.lib.result

violations contains violation if {
	some job in objects.of_kind("batch/CronJob")
	object.get(job.body, ["spec", "suspend"], false) == false
	object.get(job.body, ["spec", "startingDeadlineSeconds"], null) == null
	minutes := cron.minutes(job.body.spec.schedule)
	minutes < 15
	early := _gives_up(job)

	violation := result.with_level(
		result.at_with(
			job,
			["spec", "startingDeadlineSeconds"],
			sprintf("has no startingDeadlineSeconds and comes round every %v min, %s", [minutes, _consequence[early]]),
			[result.related(job, ["spec", "schedule"], "is the schedule")],
		),
		{true: "error", false: "note"}[early],
	)
}

violations contains violation if {
	some job in objects.of_kind("batch/CronJob")
	object.get(job.body, ["spec", "suspend"], false) == false
	seconds := job.body.spec.startingDeadlineSeconds
	is_number(seconds)
	seconds >= 0
	seconds < 10

	violation := result.with_level(
		result.at(
			job,
			["spec", "startingDeadlineSeconds"],
			sprintf("allows a start to be %v s late, less than the 10 s between two looks of the controller, so runs may be left out", [seconds]),
		),
		"note",
	)
}

default _gives_up(_) := false

_gives_up(job) if cluster.minor(job) < 21

_consequence := {
	true: "so the controller before Kubernetes 1.21 stops it for good after 100 missed starts",
	false: "so after an outage the latest missed run starts however late it is",
}
