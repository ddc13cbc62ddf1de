package kubegap.cases.influxdata_2022_duplicate_application.object_owned_by_two_apps_test

import data.kubegap.cases.influxdata_2022_duplicate_application.object_owned_by_two_apps as rule
import data.kubegap.lib.fixture

test_the_finding_is_on_the_name if {
	_places([_config_map("proxy"), _config_map("proxy")]) == [[0, ["metadata", "name"], "warning"]]
}

test_one_finding_for_all_that_the_same_owners_share if {
	count(_places([_config_map("a"), _config_map("a"), _config_map("b"), _config_map("b")])) == 1
}

test_the_object_of_the_other_owner_is_a_peer if {
	_peers([_config_map("a"), _config_map("a"), _config_map("b"), _config_map("b")]) == {[0, {1}]}
}

test_objects_of_one_owner_are_left_alone if {
	_places([_config_map("a"), _config_map("b")]) == []
}

_places(manifests) := [[violation.object, violation.path, violation.level] | some violation in _found(manifests)]

_peers(manifests) := {[violation.object, {peer.object | some peer in violation.peers}] | some violation in _found(manifests)}

# The manifests with an odd index belong to another Kustomization.
_found(manifests) := found if {
	document := fixture.document(manifests)
	patched := json.patch(document, array.concat(
		[
			{"op": "add", "path": "units/one", "value": {"kind": "flux", "below": "one", "deployed_by": _by("one")}},
			{"op": "add", "path": "units/two", "value": {"kind": "flux", "below": "two", "deployed_by": _by("two")}},
		],
		[{"op": "replace", "path": sprintf("objects/%d/unit", [i]), "value": ["one", "two"][i % 2]} |
			some i in numbers.range(0, count(manifests) - 1)
		],
	))
	found := rule.violations with input as patched
}

_by(name) := {"kind": "Kustomization", "namespace": "flux-system", "name": name}

_config_map(name) := {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": "shop"}}
