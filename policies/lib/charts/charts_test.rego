package kubegap.lib.charts_test

import data.kubegap.lib.charts

test_a_chart_that_something_deploys_is_not_bare if {
	charts.bare({"unit": "web"}) with input as {"units": {"web": {"kind": "helm"}}}
	not charts.bare({"unit": "web"}) with input as {"units": {"web": {"kind": "helm", "deployed_by": {"kind": "HelmRelease"}}}}
	not charts.bare({"unit": "web"}) with input as {"units": {"web": {"kind": "kustomize"}}}
}

test_a_chart_with_values_of_the_user_is_not_bare_but_may_be_deployed_by_nothing if {
	not charts.bare({"unit": "web"}) with input as {"units": {"web": {"kind": "helm", "own_values": true}}}
	charts.undeployed({"unit": "web"}) with input as {"units": {"web": {"kind": "helm", "own_values": true}}}
}
