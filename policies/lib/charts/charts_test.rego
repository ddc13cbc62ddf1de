package kubegap.lib.charts_test

import data.kubegap.lib.charts

test_a_chart_that_something_deploys_is_not_bare if {
	charts.bare({"unit": "web"}) with input as {"units": {"web": {"kind": "helm"}}}
	not charts.bare({"unit": "web"}) with input as {"units": {"web": {"kind": "helm", "deployed_by": {"kind": "HelmRelease"}}}}
	not charts.bare({"unit": "web"}) with input as {"units": {"web": {"kind": "kustomize"}}}
}
