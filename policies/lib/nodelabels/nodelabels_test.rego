package kubegap.lib.nodelabels_test

import data.kubegap.lib.nodelabels

test_what_requires_a_label if {
	every selector in [
		"has(role/x)",
		"role/x == '' && zone == 'a'",
		{"matchLabels": {"role/x": ""}},
		{"matchExpressions": [{"key": "role/x", "operator": "Exists"}]},
		{"matchExpressions": [{"key": "zone", "operator": "Exists"}, {"key": "role/x", "operator": "In", "values": [""]}]},
		[{"matchLabels": {"role/x": ""}}, {"matchExpressions": [{"key": "role/x", "operator": "Exists"}]}],
	] {
		nodelabels.requires(selector, "role/x")
	}
}

test_what_does_not if {
	every selector in [
		"all()",
		"!has(role/x)",
		"role/x != ''",
		"has(role/x) || has(role/y)",
		"has(role/x) && ${EXTRA}",
		{"matchLabels": {"role/x": "true"}},
		{"matchExpressions": [{"key": "role/x", "operator": "DoesNotExist"}]},
		{"matchExpressions": [{"key": "role/x", "operator": "NotIn", "values": [""]}]},
		[{"matchLabels": {"role/x": ""}}, {"matchLabels": {"zone": "a"}}],
		[],
		null,
		[null],
		{"matchLabels": "role/x", "matchExpressions": 5},
	] {
		not nodelabels.requires(selector, "role/x")
	}
}
