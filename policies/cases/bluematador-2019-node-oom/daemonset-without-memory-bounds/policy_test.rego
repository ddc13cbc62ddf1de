package kubegap.cases.bluematador_2019_node_oom.daemonset_without_memory_bounds_test

import data.kubegap.cases.bluematador_2019_node_oom.daemonset_without_memory_bounds as rule
import data.kubegap.lib.fixture

test_each_container_has_a_finding_and_the_agent_a_warning if {
	_found([{"name": "tail", "image": "tail:1"}, _agent({})], {}) == [
		[["spec", "template", "spec", "containers", 0, "resources"], "note"],
		[["spec", "template", "spec", "containers", 1, "resources"], "warning"],
	]
}

test_a_container_with_a_request_is_not_named if {
	_found([{"name": "tail", "image": "tail:1"}, _agent({"requests": {"memory": "1Gi"}, "limits": {"memory": "1Gi"}})], {}) == [[
		["spec", "template", "spec", "containers", 0, "resources"],
		"note",
	]]
}

test_a_switched_off_daemon_set_is_silent if {
	_found([_agent({})], {"nodeSelector": {"non-existing": "true"}}) == []
	count(_found([_agent({})], {"nodeSelector": {"disk": "ssd"}})) == 1
}

test_wrong_types_are_silent if {
	_found([_agent("none")], {}) == []
	_found(["x", null], {"nodeSelector": "x"}) == []
	_found(null, {}) == []
}

_agent(resources) := {"name": "log", "image": "registry.example/fluent-bit:3", "resources": resources}

_found(containers, spec) := found if {
	violations := rule.violations with input as fixture.document([{
		"apiVersion": "apps/v1",
		"kind": "DaemonSet",
		"metadata": {"name": "log"},
		"spec": {"template": {"spec": object.union({"containers": containers}, spec)}},
	}])
	found := sort([[violation.path, violation.level] | some violation in violations])
}
