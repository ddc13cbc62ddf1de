# METADATA
# description: |
#   Tools that show or change what runs in a cluster, and the ways by which they
#   can be reached from outside.
package kubegap.lib.adminui

import data.kubegap.lib.authentication
import data.kubegap.lib.environment
import data.kubegap.lib.exposure
import data.kubegap.lib.reach
import data.kubegap.lib.replicas

# METADATA
# description: |
#   The ways to the admin tools that the pods of a workload run, which come or
#   may come from the internet, with nothing in front that keeps strangers out.
#   None for a workload without pods:
#
#       {"level": "error" where a tool that asks nobody for a login is public,
#            else "note",
#        "tool": its name, "power": what who gets in can do,
#        "login": "none", "own" or "unknown",
#        "reach": "public" or "unknown",
#        "container": the path of its container,
#        "service": the Service, "exposure": the exposure of package exposure}
exposed(workload) := [way |
	not replicas.none(workload)
	some tool in _running(workload)
	login := _login(tool, workload)
	some candidate in exposure.of_workload(workload)
	reach := _open_reach(candidate.exposure)
	_leads_to(tool, workload, candidate.service, candidate.exposure)
	not authentication.in_front(candidate.exposure, candidate.service, workload)
	way := object.union(candidate, {
		"level": _level(login, reach, candidate.exposure),
		"tool": _tools[tool.id].name,
		"power": _tools[tool.id].power,
		"login": login,
		"reach": reach,
		"container": tool.path,
	})
]

# METADATA
# description: |
#   Whether the workload runs a tool without a login that the internet reaches.
open(workload) if {
	some way in exposed(workload)
	way.level == "error"
}

# Undefined where the exposure is not for the internet, as far as it tells: for
# internal balancers, restricted sources, addresses on premises, node ports.
_open_reach(candidate) := reach.of(candidate) if {
	candidate.class.provider != "node-port"
	reach.of(candidate) != "internal"
	not reach.restricted(candidate)
	not _on_premises(candidate)
}

_on_premises(candidate) if {
	reach.of(candidate) == "unknown"
	environment.on_premises(candidate.object)
}

_level("none", "public", candidate) := "error" if {
	not authentication.unclear(candidate)
} else := "note"

_level(login, "public", _) := "note" if login != "none"

_level(_, "unknown", _) := "note"
