# METADATA
# description: Charts as such, apart from what they are deployed with.
package kubegap.lib.charts

# METADATA
# description: |
#   Whether obj is what a chart renders with the values it ships, its defaults or
#   those of its ci directory, and nothing here deploys it: who installs the chart
#   decides on what its defaults leave open.
bare(obj) if {
	unit := input.units[obj.unit]
	unit.kind == "helm"
	not unit.deployed_by
}
