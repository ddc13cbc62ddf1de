package kubegap.cases.tesla_2018_dashboard.static_cloud_credentials_in_manifest_test

import data.kubegap.cases.tesla_2018_dashboard.static_cloud_credentials_in_manifest as rule
import data.kubegap.lib.fixture

test_the_finding_is_above_the_value if {
	[violation.path | some violation in _violations({"stringData": {"AWS_SECRET_ACCESS_KEY": _key}})] == [["stringData"]]
	[violation.path | some violation in _violations({"data": {"AWS_SECRET_ACCESS_KEY": base64.encode(_key)}})] == [["data"]]
}

test_no_message_has_the_value if {
	every violation in _violations({"stringData": {"AWS_SECRET_ACCESS_KEY": _key}}) {
		not contains(violation.message, substring(_key, 4, 8))
	}
}

test_malformed_data_is_silent if {
	malformed := [null, "text", [1], {"AWS_SECRET_ACCESS_KEY": 5}, {"AWS_SECRET_ACCESS_KEY": concat("", [_key, "!!"])}]
	every content in malformed {
		count(_violations({"data": content, "stringData": content})) == 0
	}
}

_violations(fields) := found if {
	found := rule.violations with input as fixture.document([object.union({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "aws"}}, fields)])
}

_key := concat("", ["ThisIsNoRealKey0Only", "LooksLikeOne+1234567"])
