package kubegap.cases.bitnami_2025_catalog_removal.retired_image_source_test

import data.kubegap.cases.bitnami_2025_catalog_removal.retired_image_source as rule
import data.kubegap.lib.fixture

test_paths_and_levels if {
	every image, level in {
		"bitnami/redis:7.2": "error",
		"docker.io/bitnami/redis:7.2": "error",
		"registry-1.docker.io/bitnami/redis:7.2": "error",
		"bitnami/redis": "warning",
		"bitnami/redis:latest": "warning",
		"bitnami/redis:7.2@sha256:0a1b": "warning",
		"bitnamilegacy/redis:7.2": "warning",
		"gcr.io/kubebuilder/kube-rbac-proxy:v0.13.1": "error",
		"k8s.gcr.io/pause:3.9": "warning",
		"gcr.io/google_containers/pause:3.0": "warning",
		"gcr.io/google-containers/pause:3.0": "warning",
		"registry.k8s.io/ingress-nginx/controller:v1.11.2": "note",
		"registry.k8s.io/ingress-nginx/controller-chroot:v1.11.2": "note",
	} {
		_levels(image) == [level]
	}
}

test_other_places_are_left_alone if {
	every image in [
		"public.ecr.aws/bitnami/redis:7.2",
		"mirror.example/docker.io/bitnami/redis:7.2",
		"quay.io/bitnami/sealed-secrets-controller:v0.16.0",
		"bitnamisecure/redis:latest",
		"bitnami:1",
		"quay.io/coreos/etcd:v3.5.0",
		"gcr.io/kaniko-project/executor:v1.9.0",
		"registry.k8s.io/ingress-nginx/kube-webhook-certgen:v1.4.1",
		"mirror.gcr.io/kubebuilder/kube-rbac-proxy:v0.13.1",
	] {
		_levels(image) == []
	}
}

test_values_that_are_no_images_are_silent if {
	every values in [null, [], "bitnami/redis:1", {"repository": "bitnami/redis"}, {"image": {"bitnami/": 1}}, {"image": ["bitnami/redis:1"]}] {
		found := rule.violations with input as fixture.document([{
			"apiVersion": "helm.toolkit.fluxcd.io/v2",
			"kind": "HelmRelease",
			"metadata": {"name": "redis"},
			"spec": {"values": values},
		}])
		found == set()
	}
}

_levels(image) := [violation.level | some violation in found] if {
	found := rule.violations with input as fixture.document([{
		"apiVersion": "v1",
		"kind": "Pod",
		"metadata": {"name": "web"},
		"spec": {"containers": [{"name": "web", "image": image}]},
	}])
}
