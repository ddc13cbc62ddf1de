package kubegap.cases.zalando_2019_cronjob_apiserver.batch_namespace_without_quota_test

import data.kubegap.cases.zalando_2019_cronjob_apiserver.batch_namespace_without_quota as rule
import data.kubegap.lib.fixture

test_three_cron_jobs_are_enough if {
	count(_violations(2)) == 0
	count(_violations(3)) == 1
}

_violations(number) := found if {
	found := rule.violations with input as fixture.document(array.concat(
		[{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "batch", "namespace": ""}}],
		[{
			"apiVersion": "batch/v1",
			"kind": "CronJob",
			"metadata": {"name": sprintf("sync-%d", [i]), "namespace": "batch"},
			"spec": {"schedule": "0 * * * *"},
		} |
			some i in numbers.range(1, number)
		],
	))
}
