package kubegap.lib.mirrors_test

import data.kubegap.lib.fixture
import data.kubegap.lib.mirrors

test_mirrors_of_talos if {
	document := [{"config": "talos", "body": {"machine": {"registries": {"mirrors": {"docker.io": {"endpoints": []}}}}}}]
	_mirrored(document, "docker.io")
	not _mirrored(document, "gcr.io")
}

test_a_mirror_document_of_talos if {
	_mirrored([{"apiVersion": "v1alpha1", "kind": "RegistryMirrorConfig", "name": "docker.io"}], "docker.io")
	_mirrored([{"apiVersion": "v1alpha1", "kind": "RegistryMirrorConfig", "name": "*"}], "docker.io")
}

test_mirrors_of_openshift if {
	document := [{
		"apiVersion": "config.openshift.io/v1",
		"kind": "ImageTagMirrorSet",
		"metadata": {"name": "hub"},
		"spec": {"imageTagMirrors": [{"source": "docker.io/bitnami", "mirrors": ["mirror.example/bitnami"]}]},
	}]
	_mirrored(document, "docker.io")
	not _mirrored(document, "gcr.io")
}

test_policies_that_write_images if {
	_mirrored(
		[{
			"apiVersion": "kyverno.io/v1",
			"kind": "ClusterPolicy",
			"metadata": {"name": "replace-image-registry"},
			"spec": {"rules": [{"mutate": {"patchStrategicMerge": {"spec": {"containers": [{"image": "x"}]}}}}]},
		}],
		"docker.io",
	)
	not _mirrored(
		[{
			"apiVersion": "kyverno.io/v1",
			"kind": "ClusterPolicy",
			"metadata": {"name": "disallow-latest-tag"},
			"spec": {"rules": [{"validate": {"pattern": {"spec": {"containers": [{"image": "!*:latest"}]}}}}]},
		}],
		"docker.io",
	)
}

test_webhooks_that_swap_images if {
	_mirrored(
		[{
			"apiVersion": "admissionregistration.k8s.io/v1",
			"kind": "MutatingWebhookConfiguration",
			"metadata": {"name": "k8s-image-swapper"},
			"webhooks": [],
		}],
		"docker.io",
	)
}

test_nothing_declared_is_no_mirror if {
	not _mirrored([], "docker.io")
}

_mirrored(manifests, registry) if {
	mirrors.mirrored(registry) with input as fixture.document(manifests)
}
