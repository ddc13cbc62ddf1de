package kubegap.cases.athenabot_2020_cronjob_24_days.cronjob_no_starting_deadline_test

import data.kubegap.cases.athenabot_2020_cronjob_24_days.cronjob_no_starting_deadline as rule
import data.kubegap.lib.fixture

test_the_version_that_the_user_names_counts if {
	_levels("1.20", {"schedule": "*/5 * * * *"}) == ["error"]
	_levels("1.21", {"schedule": "*/5 * * * *"}) == ["note"]
}

test_deadlines if {
	_levels("1.34", {"schedule": "*/5 * * * *", "startingDeadlineSeconds": 10}) == []
	_levels("1.34", {"schedule": "*/5 * * * *", "startingDeadlineSeconds": 9}) == ["note"]
	_levels("1.34", {"schedule": "0 3 * * *", "startingDeadlineSeconds": 0}) == ["note"]
	_levels("1.34", {"schedule": "*/5 * * * *", "startingDeadlineSeconds": "${DEADLINE}"}) == []
	_levels("1.34", {"schedule": "*/5 * * * *", "startingDeadlineSeconds": null}) == ["note"]
}

_levels(version, spec) := [violation.level |
	document := fixture.document([{"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "label"}, "spec": spec}])
	some violation in rule.violations with input as object.union(document, {"kubernetes_version": version})
]
