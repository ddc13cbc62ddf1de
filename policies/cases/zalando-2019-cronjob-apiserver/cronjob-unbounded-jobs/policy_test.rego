package kubegap.cases.zalando_2019_cronjob_apiserver.cronjob_unbounded_jobs_test

import data.kubegap.cases.zalando_2019_cronjob_apiserver.cronjob_unbounded_jobs as rule
import data.kubegap.lib.fixture

test_levels_by_interval if {
	_levels("*/15 * * * *") == ["warning"]
	_levels("*/16 * * * *") == ["warning"]
	_levels("*/20 * * * *") == ["note"]
	_levels("0 * * * *") == ["note"]
	_levels("0 */2 * * *") == []
}

test_what_is_no_schedule_is_silent if {
	every schedule in [null, 5, "", "${SCHEDULE}", "@reboot"] {
		_levels(schedule) == []
	}
}

_levels(schedule) := [violation.level |
	some violation in rule.violations with input as fixture.document([{
		"apiVersion": "batch/v1",
		"kind": "CronJob",
		"metadata": {"name": "sync"},
		"spec": {"schedule": schedule, "jobTemplate": {"spec": {"template": {"spec": {}}}}},
	}])
]
