package kubegap.cases.github_2020_image_pull.always_pull_on_pinned_image_test

import data.kubegap.cases.github_2020_image_pull.always_pull_on_pinned_image as rule
import data.kubegap.lib.fixture

test_full_versions if {
	every tag in [":1.2.3", ":v1.2.3-alpine", ":3f2a9c1", ":RELEASE.2025-04-08T15-41-24Z", ":20250408", ":release-1.2.3", "@sha256:0a1b"] {
		_levels(_always("log", tag), 80) == ["note"]
	}
}

test_tags_that_move if {
	every tag in ["", ":latest", ":main", ":1", ":v1.2", ":1.2-alpine", ":${TAG}", ":1.2.3${SUFFIX}"] {
		_levels(_always("log", tag), 80) == []
	}
}

test_a_helper_behind_a_service_is_a_warning if {
	_levels_of([_web, _always("log", ":1.2.3")], 8080) == ["warning"]
	_levels_of([_web, _always("log", ":1.2.3")], "http") == ["warning"]
}

test_what_serves_is_noted if {
	_levels_of([object.union(_web, {"imagePullPolicy": "Always"}), {"name": "log", "image": "log:1.2.3"}], 8080) == ["note"]
	_levels_of([object.union(_web, {"imagePullPolicy": "Always"}), _always("log", ":1.2.3")], 8080) == ["note", "note"]
}

test_a_port_that_nobody_declares_leaves_it_open_who_serves if {
	_levels_of([_web, _always("log", ":1.2.3")], 9090) == ["note"]
}

_web := {"name": "web", "image": "web:1.2.3", "ports": [{"name": "http", "containerPort": 8080}]}

_always(name, tag) := {
	"name": name,
	"image": sprintf("registry.example/%s%s", [name, tag]),
	"imagePullPolicy": "Always",
}

_levels(container, target) := _levels_of([container], target)

_levels_of(containers, target) := [violation.level | some violation in found] if {
	found := rule.violations with input as fixture.linked(
		[
			{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": {"containers": containers}},
			{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"ports": [{"port": 80, "targetPort": target}]}},
		],
		[{"from": 1, "relation": "selects", "to": 0}],
	)
}
