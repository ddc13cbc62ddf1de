package kubegap.lib.podimages_test

import data.kubegap.lib.fixture
import data.kubegap.lib.podimages

test_images_of_a_pod if {
	found := _of({
		"containers": [{"name": "web", "image": "web"}, {"name": "log", "image": "log:1", "imagePullPolicy": "Always"}],
		"initContainers": [{"name": "wait", "image": "busybox:latest"}],
		"volumes": [{"name": "model", "image": {"reference": "registry.example/model:2"}}, {"name": "tmp", "emptyDir": {}}],
	})
	[[i.name, i.policy, i.initialising] | some i in found] == [
		["container web", "Always", false],
		["container log", "Always", false],
		["container wait", "Always", true],
		["volume model", "IfNotPresent", false],
	]
	found[2].path == ["spec", "initContainers", 0, "image"]
	found[3].path == ["spec", "volumes", 0, "image", "reference"]
}

test_the_default_of_a_digest_is_not_to_pull_again if {
	found := _of({"containers": [{"name": "web", "image": "web@sha256:0a1b"}]})
	found[0].policy == "IfNotPresent"
}

test_what_something_is_to_replace_is_left_out if {
	every image in [7, null, "", "${IMAGE}", "IMAGE", "ko://example.com/cmd/web", "{{ .image }}", "web image"] {
		_of({"containers": [{"name": "web", "image": image}]}) == []
	}
}

_of(spec) := found if {
	document := fixture.document([{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": spec}])
	found := podimages.of(document.objects[0]) with input as document
}
