package kubegap.lib.selectors_test

import data.kubegap.lib.selectors

test_pairs_must_all_be_there if {
	selectors.matches({"matchLabels": {"app": "web"}}, {"app": "web", "tier": "front"})
	not selectors.matches({"matchLabels": {"app": "web"}}, {"app": "api"})
	not selectors.matches({"matchLabels": {"app": "web", "tier": "front"}}, {"app": "web"})
}

test_expressions if {
	_chooses("In", ["web", "api"], {"app": "web"})
	not _chooses("In", ["web"], {})
	_chooses("NotIn", ["web"], {"app": "api"})
	_chooses("NotIn", ["web"], {})
	not _chooses("NotIn", ["web"], {"app": "web"})
	_chooses("Exists", [], {"app": "web"})
	not _chooses("Exists", [], {})
	_chooses("DoesNotExist", [], {})
	not _chooses("DoesNotExist", [], {"app": "web"})
	not _chooses("Is", ["web"], {"app": "web"})
}

test_an_empty_selector_chooses_all_and_an_absent_one_none if {
	selectors.matches({}, {"app": "web"})
	selectors.matches({"matchLabels": null, "matchExpressions": null}, {})
	not selectors.matches(null, {"app": "web"})
	not selectors.matches("app=web", {"app": "web"})
}

test_placeholders if {
	selectors.unknown({"matchLabels": {"app": "${NAME}"}}, {"app": "web"})
	selectors.unknown({"matchLabels": {"app": "web"}}, {"app": "${NAME}"})
	selectors.unknown({"matchExpressions": [{"key": "app", "operator": "In", "values": ["${NAME}"]}]}, {})
	not selectors.unknown({"matchLabels": {"app": "web"}}, {"app": "web", "version": "${TAG}"})
	not selectors.unknown(null, {})
}

test_text if {
	selectors.text({"matchLabels": {"app": "web", "tier": "front"}}) == "app=web,tier=front"
	selectors.text({"matchExpressions": [
		{"key": "app", "operator": "In", "values": ["a", "b"]},
		{"key": "tier", "operator": "Exists"},
	]}) == "app in (a,b),tier exists"
	selectors.text(null) == ""
}

_chooses(operator, list, labels) if {
	selectors.matches({"matchExpressions": [{"key": "app", "operator": operator, "values": list}]}, labels)
}

test_what_is_of_the_wrong_type_is_passed_over if {
	every selector in [{"matchLabels": "app=web"}, {"matchExpressions": ["app"]}, {"matchExpressions": [{"key": 1}]}] {
		selectors.matches(selector, {"app": "web"})
		selectors.keys(selector) == set()
		selectors.text(selector) == ""
		not selectors.unknown(selector, {"app": "web"})
	}
}
