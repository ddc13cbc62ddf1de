package kubegap.cases.datadog_2019_mutable_tag.mutable_image_tag_test

import data.kubegap.cases.datadog_2019_mutable_tag.mutable_image_tag as rule
import data.kubegap.lib.fixture

test_tags_that_move if {
	every image in [
		"registry.example/web",
		"registry.example:5000/web",
		"registry.example/web:latest",
		"registry.example/web:Main",
		"registry.example/web:nightly",
		"nginx",
		"docker.io/nginx:latest",
		"team/web",
	] {
		_levels(image) == ["warning"]
	}
	_levels("registry.example/web:stable") == ["note"]
}

test_tags_that_stay if {
	every image in [
		"registry.example/web:1",
		"registry.example/web:v2-alpine",
		"registry.example/web:latest@sha256:0a1b",
		"registry.example/web@sha256:0a1b",
		"registry.example/web:main-3f2a9c1",
	] {
		_levels(image) == []
	}
}

test_what_is_to_be_replaced if {
	every image in [
		"web",
		"controller:latest",
		"auto",
		"ko://team/cmd/web",
		"${IMAGE}:latest",
		"IMAGE",
		"localhost:5000/web",
		"kind.local/web:latest",
		"image-registry.openshift-image-registry.svc:5000/openshift/cli:latest",
		"your-registry/web:latest",
		"ghcr.io/your-org/web:latest",
		"example.com/web:latest",
	] {
		_levels(image) == []
	}
}

test_what_is_no_list_of_containers_is_silent if {
	every containers in [null, "web", ["web"], [{"name": "web"}], [{"image": 7}]] {
		_violations(containers) == set()
	}
}

_levels(image) := [violation.level | some violation in _violations([{"name": "web", "image": image}])]

_violations(containers) := found if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "v1",
		"kind": "Pod",
		"metadata": {"name": "web"},
		"spec": {"containers": containers},
	}])
}
