package kubegap.lib.objects_test

import data.kubegap.lib.fixture
import data.kubegap.lib.objects

test_titles if {
	_title({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "shop"}}) == "Deployment shop/web"
	_title({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}}) == "Deployment web"
}

test_the_title_of_an_object_without_a_name_is_its_kind if {
	_title({"apiVersion": "kubeproxy.config.k8s.io/v1alpha1", "kind": "KubeProxyConfiguration"}) == "KubeProxyConfiguration"
}

test_an_object_is_found_by_its_name if {
	document := fixture.document([
		{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "shop"}},
		{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "shop"}},
	])
	objects.named(document.objects[0], "apps/Deployment", "shop", "web").index == 1 with input as document
	not objects.named(document.objects[0], "apps/Deployment", "news", "web") with input as document
}

_title(manifest) := objects.title(fixture.document([manifest]).objects[0])
