# METADATA
# description: Charts as such, apart from what they are deployed with.
package kubegap.lib.charts

# METADATA
# description: |
#   Whether obj is what a chart renders with the values it ships, its defaults or
#   those of its ci directory, nothing here deploys it, and the user gives no values
#   for it: who installs the chart decides on what its defaults leave open.
bare(obj) if {
	undeployed(obj)
	not input.units[obj.unit].own_values
}

# METADATA
# description: |
#   Whether obj is what a chart renders that nothing here deploys, whatever its
#   values are: the names of the release and of its namespace are not known.
undeployed(obj) if {
	unit := input.units[obj.unit]
	unit.kind == "helm"
	not unit.deployed_by
}
