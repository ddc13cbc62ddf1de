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

_title(manifest) := objects.title(fixture.document([manifest]).objects[0])
