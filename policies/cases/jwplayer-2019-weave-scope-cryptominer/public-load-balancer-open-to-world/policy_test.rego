package kubegap.cases.jwplayer_2019_weave_scope_cryptominer.public_load_balancer_open_to_world_test

import data.kubegap.cases.jwplayer_2019_weave_scope_cryptominer.public_load_balancer_open_to_world as rule
import data.kubegap.lib.fixture

test_the_port_is_related if {
	found := rule.violations with input as fixture.document([_service([{"port": 443}, {"port": 6379}])])
	[place.path | some violation in found; some place in violation.related] == [["spec", "ports", 1, "port"]]
}

test_an_unknown_range_is_no_open_one if {
	service := object.union(_service([{"port": 6379}]), {"spec": {"loadBalancerSourceRanges": ["${OFFICE}"]}})
	found := rule.violations with input as fixture.document([service])
	count(found) == 0
}

_service(ports) := {
	"apiVersion": "v1",
	"kind": "Service",
	"metadata": {"name": "cache", "namespace": "shop"},
	"spec": {"type": "LoadBalancer", "ports": ports},
}
