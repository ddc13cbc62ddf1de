package kubegap.cases.zalando_2019_coredns_oom.external_dns_lookups_with_ndots_5_test

import data.kubegap.cases.zalando_2019_coredns_oom.external_dns_lookups_with_ndots_5 as rule
import data.kubegap.lib.fixture

test_hosts if {
	_count(["https://api.partner.example/v1", "https://s3.eu-west-1.amazonaws.com"]) == 1
	_count(["https://api.partner.example/v1", "https://api.partner.example/v2"]) == 0
	_count(["https://a.b.example,https://c.d.example"]) == 1
	_count(["postgres://user:secret@db.shop.example:5432/shop", "rediss://cache.shop.example"]) == 1
}

test_hosts_that_need_no_search if {
	every text in [
		"https://s3.amazonaws.com.",
		"https://shop.example",
		"https://a.b.c.d.e.shop.example",
		"https://api.shop.svc",
		"https://api.shop.svc.cluster.local:8443",
		"https://printer.office.local",
		"https://10.0.0.10",
		"https://${HOST}.shop.example",
		"http://api.partner.example",
		"image.partner.example/web:1",
	] {
		_count([text, "https://api.partner.example"]) == 0
	}
}

_count(values) := count(violations) if {
	violations := rule.violations with input as fixture.document([{
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {"name": "web"},
		"spec": {"template": {"spec": {"containers": [{
			"name": "web",
			"env": [{"name": sprintf("V%d", [i]), "value": value} | some i, value in values],
		}]}}},
	}])
}
