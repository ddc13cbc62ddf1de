package kubegap.lib.adminui

import data.kubegap.lib.images
import data.kubegap.lib.workloads

# Whether the exposure of the Service leads to the tool rather than to another
# container of its pods, such as a proxy that asks for a login, or to a port of
# the tool that has no user interface.
_leads_to(tool, workload, service, exposure) if {
	some port in _exposed(service, exposure)
	target := _target(port)
	_owns(tool, workload, target)
	_shows(tool, target)
}

# The ports of the Service that the exposure reaches. A route names one of them
# beside the name of the Service; where it does not, all may be meant.
_exposed(service, exposure) := ports if {
	exposure.object.index != service.index
	named := _named_port(exposure)
	ports := [port |
		some port in service.body.spec.ports
		named in _names(port, ["name", "port", "targetPort"])
	]
	count(ports) > 0
} else := [port | some port in service.body.spec.ports]

_target(port) := target if {
	target := port.targetPort
} else := port.port

# What a port is called by: the values of its fields, numbers as text as well.
_names(port, fields) := {name | some field in fields; name := port[field]} | {text |
	some field in fields
	is_number(port[field])
	text := sprintf("%v", [port[field]])
}

# The reference of an Ingress to a Service, that of Gateway API and Traefik, that
# of Istio, and the port of an OpenShift Route.
_named_port(exposure) := port if {
	reference := object.get(exposure.object.body, exposure.path, {})
	is_object(reference)
	some field in [["port", "number"], ["port", "name"], ["servicePort"], ["port"]]
	port := object.get(reference, field, null)
	not is_null(port)
	not is_object(port)
} else := exposure.object.body.spec.port.targetPort

# The container that declares the port owns it. If none does, the tool does,
# unless the pods also run a proxy that is made to ask for a login.
_owns(tool, workload, target) if {
	owners := {c.path | some c in workloads.long_running(workload); _declares(c.container, target)}
	count(owners) > 0
	tool.path in owners
}

_owns(_, workload, target) if {
	every c in workloads.long_running(workload) {
		not _declares(c.container, target)
		not _asks_for_login(c.container)
	}
}

_declares(container, target) if {
	some port in container.ports
	target in _names(port, ["containerPort", "name"])
}

_asks_for_login(container) if {
	regex.match(`oauth2?[-_]proxy|gatekeeper|louketo|kube-rbac-proxy|pomerium|vouch|authelia|openid`, images.basename(container.image))
}

_shows(tool, _) if not _tools[tool.id].ports

_shows(tool, target) if target in _tools[tool.id].ports

_shows(tool, target) if {
	some port in tool.container.ports
	target == port.name
	port.containerPort in _tools[tool.id].ports
}
