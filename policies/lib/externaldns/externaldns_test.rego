package kubegap.lib.externaldns_test

import data.kubegap.lib.externaldns
import data.kubegap.lib.fixture

test_flags_and_variables if {
	instance := externaldns.instances[0] with input as fixture.document([_deployment])
	externaldns.values_of(instance, "provider") == {"aws"}
	externaldns.values_of(instance, "domain-filter") == {"one.example", "two.example"}
	externaldns.values_of(instance, "txt-owner-id") == {"blue"}
	externaldns.values_of(instance, "txt-prefix") == {"$(unknown)"}
	externaldns.values_of(instance, "policy") == set()
}

test_other_images_are_none if {
	other := json.patch(_deployment, [{
		"op": "replace",
		"path": "spec/template/spec/containers/0/image",
		"value": "registry.example/dns-helper:1",
	}])
	count(externaldns.instances) == 0 with input as fixture.document([other])
}

test_providers_of_instances_and_charts if {
	_providers([_deployment]) == {"aws"}
	_providers([_release({"provider": "cloudflare"})]) == {"cloudflare"}
	_providers([_release({"provider": {"name": "google"}})]) == {"google"}
	_providers([_release({})]) == set()
	_providers([{
		"apiVersion": "argoproj.io/v1alpha1",
		"kind": "Application",
		"metadata": {"name": "dns"},
		"spec": {"source": {"chart": "external-dns", "helm": {"valuesObject": {"provider": "azure"}}}},
	}]) == {"azure"}
}

test_filters if {
	not externaldns.filtered with input as fixture.document([_deployment, _release({"provider": "aws"})])
	externaldns.filtered with input as fixture.document([_release({"extraArgs": ["--ingress-class=public"]})])
	externaldns.filtered with input as fixture.document([_release({"labelFilter": "dns=yes"})])
	externaldns.filtered with input as fixture.document([json.patch(_deployment, [{
		"op": "add",
		"path": "spec/template/spec/containers/0/args/-",
		"value": "--namespace=shop",
	}])])
}

_providers(manifests) := providers if {
	providers := externaldns.providers({"environment": 0}) with input as fixture.document(manifests)
}

_release(settings) := {
	"apiVersion": "helm.toolkit.fluxcd.io/v2",
	"kind": "HelmRelease",
	"metadata": {"name": "dns"},
	"spec": {"chart": {"spec": {"chart": "external-dns"}}, "values": settings},
}

_deployment := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "dns"},
	"spec": {"template": {"spec": {"containers": [{
		"name": "dns",
		"image": "registry.k8s.io/external-dns/external-dns:v0.15.0",
		"args": ["--provider=aws", "--domain-filter", "one.example", "--domain-filter=two.example"],
		"env": [
			{"name": "EXTERNAL_DNS_TXT_OWNER_ID", "value": "blue"},
			{"name": "EXTERNAL_DNS_TXT_PREFIX", "valueFrom": {"secretKeyRef": {"name": "dns", "key": "prefix"}}},
		],
	}]}}},
}
