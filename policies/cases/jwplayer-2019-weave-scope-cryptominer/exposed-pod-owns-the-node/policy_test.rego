package kubegap.cases.jwplayer_2019_weave_scope_cryptominer.exposed_pod_owns_the_node_test

import data.kubegap.cases.jwplayer_2019_weave_scope_cryptominer.exposed_pod_owns_the_node as rule
import data.kubegap.lib.fixture

test_the_widest_way_counts if {
	found := rule.violations with input as fixture.linked(
		[_service("inside", "NodePort"), _daemon_set, _service("outside", "LoadBalancer")],
		[{"from": 0, "relation": "selects", "to": 1}, {"from": 2, "relation": "selects", "to": 1}],
	)
	[place.object | some violation in found; some place in violation.related] == [2]
	{violation.level | some violation in found} == {"warning"}
}

test_a_cluster_ip_exposes_nothing if {
	found := rule.violations with input as fixture.linked(
		[_service("inside", "ClusterIP"), _daemon_set],
		[{"from": 0, "relation": "selects", "to": 1}],
	)
	count(found) == 0
}

_service(name, type) := {
	"apiVersion": "v1",
	"kind": "Service",
	"metadata": {"name": name, "namespace": "tools"},
	"spec": {"type": type, "ports": [{"port": 80}]},
}

_daemon_set := {
	"apiVersion": "apps/v1",
	"kind": "DaemonSet",
	"metadata": {"name": "agent", "namespace": "tools"},
	"spec": {"template": {"spec": {"containers": [{"name": "agent", "securityContext": {"privileged": true}}]}}},
}
