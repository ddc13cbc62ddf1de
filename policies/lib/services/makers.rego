package kubegap.lib.services

import data.kubegap.lib.objects
import data.kubegap.lib.values

# METADATA
# description: |
#   Whether something that is not in sight may make the Service that a route names:
#   its name holds a placeholder, parts of the cluster are not rendered, a Service of
#   the name does not say its namespace, an object that others are made from has a
#   name that the Service's starts with, or a ServiceEntry stands for it.
may_exist(_, missing) if values.unknown(missing.name)

may_exist(_, missing) if values.unknown(missing.namespace)

may_exist(_, missing) if regex.match(`@|^cm-acme-http-solver`, missing.name)

may_exist(route, _) if objects.partial(route)

may_exist(route, _) if {
	some e in _scope(route)
	input.environments[e].partial
}

may_exist(route, missing) if {
	some e in _scope(route)
	some i, _ in _by_name[[e, missing.name]]
	not _both_placed(route, input.objects[i])
}

may_exist(route, missing) if named_after_maker(route, missing.name)

may_exist(route, missing) if {
	some e in _scope(route)
	[e, missing.name] in _entries
}

# METADATA
# description: |
#   Whether the name starts with that of an object in the scope of obj from which an
#   operator, or the controller of a Gateway, makes Services and workloads.
named_after_maker(obj, name) if {
	some e in _scope(obj)
	some end in numbers.range(1, count(name))
	[e, substring(name, 0, end)] in _maker_names
}

_both_placed(one, other) if {
	one.body.metadata.namespace
	other.body.metadata.namespace
}

_entries := {[e, split(host, ".")[0]] |
	some e, environment in input.environments
	some i in environment.by_kind["networking.istio.io/ServiceEntry"]
	some host in input.objects[i].body.spec.hosts
}

# METADATA
# description: |
#   Whether objects in scope may add Services to the namespace: those of operators
#   in it, and those of Flux, Argo CD, k3s and the Operator Lifecycle Manager
#   anywhere, which install what is not in sight.
may_grow(obj, namespace) if {
	some e in _scope(obj)
	some place in [namespace, "*"]
	[e, place] in _maker_places
}

_makers := [{"environment": e, "kind": kind, "object": input.objects[i]} |
	some e, environment in input.environments
	some kind, indices in environment.by_kind
	_makes(kind)
	some i in indices
]

_maker_names := {[maker.environment, maker.object.name] | some maker in _makers} | {[e, input.objects[i].name] |
	some e, environment in input.environments
	some i in environment.by_kind["gateway.networking.k8s.io/Gateway"]
}

_maker_places := {[maker.environment, place] |
	some maker in _makers
	place := {true: "*", false: maker.object.namespace}[_installs(maker.kind)]
}

_installs(kind) := regex.match(`^(argoproj\.io|helm\.cattle\.io|helm\.toolkit\.fluxcd\.io|kustomize\.toolkit\.fluxcd\.io|operators\.coreos\.com)/`, kind)

# The kinds of custom resources but for those that make no Services.
_makes(kind) if {
	group := split(kind, "/")[0]
	contains(group, ".")
	not endswith(group, ".k8s.io")
	not group in _quiet
	not kind in _quiet
}

_quiet := {
	"argoproj.io/AppProject",
	"argoproj.io/Rollout",
	"bitnami.com",
	"cert-manager.io",
	"cilium.io",
	"elbv2.k8s.aws",
	"external-secrets.io",
	"gateway.k8s.aws",
	"keda.sh",
	"kyverno.io",
	"monitoring.coreos.com/PodMonitor",
	"monitoring.coreos.com/PrometheusRule",
	"monitoring.coreos.com/ServiceMonitor",
	"networking.gke.io",
	"networking.istio.io",
	"secrets.hashicorp.com",
	"security.istio.io",
	"traefik.containo.us",
	"traefik.io",
}
