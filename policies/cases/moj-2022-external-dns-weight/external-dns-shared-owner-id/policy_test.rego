package kubegap.cases.moj_2022_external_dns_weight.external_dns_shared_owner_id_test

import data.kubegap.cases.moj_2022_external_dns_weight.external_dns_shared_owner_id as rule
import data.kubegap.lib.fixture

test_domains_that_lie_within_each_other_overlap if {
	_found(["--domain-filter=shop.example"], ["--domain-filter=shop.example"]) == 1
	_found(["--domain-filter=shop.example"], ["--domain-filter=eu.shop.example"]) == 1
	_found(["--domain-filter=eu.shop.example"], ["--domain-filter=.shop.example"]) == 1
	_found([], ["--domain-filter=shop.example"]) == 1
	_found(["--domain-filter=shop.example"], ["--domain-filter=workshop.example"]) == 0
}

test_excluded_domains_do_not_overlap if {
	_found(["--exclude-domains=eu.shop.example"], ["--domain-filter=eu.shop.example"]) == 0
	_found(["--domain-filter=x.eu.shop.example"], ["--domain-filter=shop.example", "--exclude-domains=.eu.shop.example"]) == 0
	_found(["--exclude-domains=eu.shop.example"], ["--domain-filter=shop.example"]) == 1
	_found(["--exclude-domains=eu.shop.example"], []) == 1
	_found(["--exclude-domains=eu.shop.example"], ["--domain-filter=eu.shop.example", "--domain-filter=news.example"]) == 1
}

test_record_types_tell_apart if {
	_found(["--managed-record-types=NS"], []) == 0
	_found(["--managed-record-types=NS", "--managed-record-types=A"], []) == 1
	_found(["--managed-record-types=A"], ["--managed-record-types=CNAME"]) == 0
}

test_a_place_that_both_name_tells_them_apart if {
	_found(["--zone-id-filter=A"], ["--zone-id-filter=B"]) == 0
	_found(["--zone-id-filter=A"], ["--zone-id-filter=A"]) == 1
	_found(["--zone-id-filter=A"], []) == 1
	_found(["--google-project=a"], ["--google-project=b"]) == 0
}

test_the_last_value_of_a_flag_is_not_guessed if {
	_found(["--txt-owner-id=a", "--txt-owner-id=b"], ["--txt-owner-id=a"]) == 0
}

test_whichever_instance_is_context_the_later_one_is_reported if {
	every beside in [set(), {0}, {1}] {
		found := rule.violations with input as fixture.beside(fixture.document([_instance("two", []), _instance("one", [])]), beside)
		{[violation.object, {peer.object | some peer in violation.peers}] | some violation in found} == {[0, {1}]}
	}
}

test_a_values_set_clashes_with_another_chart_beside_the_first if {
	_pairs(["chart", "chart", "other"]) == {[2, 0]}
	_pairs(["chart", "other", "chart"]) == {[1, 0], [2, 1]}
}

# What is found in instances of these charts, each in an environment of its own.
_pairs(charts) := {[violation.object, violation.related[0].object] | some violation in found} if {
	document := fixture.document([_instance("dns", []) | some chart in charts])
	found := rule.violations with input as object.union(document, {
		"units": {unit: {"path": chart, "below": chart, "variant": unit} |
			some i, chart in charts
			unit := format_int(i, 10)
		},
		"environments": [document.environments[0] | some chart in charts],
		"objects": [object.union(obj, {"unit": format_int(i, 10), "environment": i}) | some i, obj in document.objects],
	})
}

_found(one, two) := count(found) if {
	found := rule.violations with input as fixture.document([_instance("one", one), _instance("two", two)])
}

_instance(name, args) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": name},
	"spec": {"template": {"spec": {"containers": [{
		"name": "dns",
		"image": "registry.k8s.io/external-dns/external-dns:v0.15.0",
		"args": array.concat(["--provider=aws", "--policy=sync"], args),
	}]}}},
}
