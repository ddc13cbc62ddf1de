package kubegap.lib.quota_test

import data.kubegap.lib.fixture
import data.kubegap.lib.quota

test_only_counts_of_pods_and_jobs_limit_pods if {
	_limits({"pods": "100"})
	_limits({"count/jobs.batch": "20"})
	_limits({"count/pods": 100})
	not _limits({"requests.cpu": "8", "count/secrets": "10"})
	not _limits(null)
}

test_a_quota_of_another_namespace_does_not_count if {
	not quota.limits_pods(_document({"pods": "1"}).objects[0], "cart") with input as _document({"pods": "1"})
}

_limits(hard) if quota.limits_pods(_document(hard).objects[0], "shop") with input as _document(hard)

_document(hard) := fixture.document([{
	"apiVersion": "v1",
	"kind": "ResourceQuota",
	"metadata": {"name": "objects", "namespace": "shop"},
	"spec": {"hard": hard},
}])
