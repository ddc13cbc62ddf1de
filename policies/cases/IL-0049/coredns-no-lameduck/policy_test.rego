package kubegap.cases.il_0049.coredns_no_lameduck_test

import data.kubegap.cases.il_0049.coredns_no_lameduck as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_line_of_health if {
	[violation.path | some violation in rule.violations] == [["data", "Corefile", 2]] with input as _document(concat("\n", [
		".:53 {",
		"    errors",
		"    health",
		"    kubernetes cluster.local",
		"}",
	]))
}

test_a_word_in_a_comment_is_no_plugin if {
	count(rule.violations) == 0 with input as _document(concat("\n", [
		".:53 {",
		"    # kubernetes",
		"    forward . 10.96.0.10 # kubernetes",
		"}",
	]))
}

test_the_grace_period_of_the_api_counts_where_none_is_set if {
	[violation.level | some violation in rule.violations] == ["note"] with input as fixture.linked(
		[
			_config_map(concat("\n", [
				".:53 {",
				"    health {",
				"        lameduck 30s",
				"    }",
				"    kubernetes cluster.local",
				"}",
			])),
			{
				"apiVersion": "apps/v1",
				"kind": "Deployment",
				"metadata": {"name": "coredns"},
				"spec": {"template": {"spec": {"containers": []}}},
			},
		],
		[{"from": 1, "relation": "uses", "to": 0}],
	)
}

test_a_trial_cluster_is_noted if {
	document := object.union(
		_document(".:53 {\n    kubernetes cluster.local\n}\n"),
		{"units": {"fixture.yaml": {"below": "clusters/dev"}}},
	)
	[violation.level | some violation in rule.violations] == ["note"] with input as document
}

_document(corefile) := fixture.document([_config_map(corefile)])

_config_map(corefile) := {
	"apiVersion": "v1",
	"kind": "ConfigMap",
	"metadata": {"name": "coredns"},
	"data": {"Corefile": corefile},
}
