# METADATA
# title: Admin tool without a login on a public address
# description: |
#   Weave Scope opens shells in containers, Prometheus tells every address and
#   label of a cluster, and neither asks who is there. The rule looks for such
#   tools behind a public LoadBalancer Service, a public Ingress or Gateway of a
#   cloud, or a route through an ingress controller whose own Service in the same
#   cluster is public. It knows the tools by their image, or by
#   `app.kubernetes.io/name` where the image has another name:
#
#   - without a login: Weave Scope, Prometheus, Alertmanager, Thanos (query, query
#     frontend and ruler), Jaeger, Hubble UI, Longhorn UI, Kubernetes Operational
#     View, Octant, Redis Commander, Kafka UI and AKHQ without authentication
#     settings, the Argo Workflows server with `--auth-mode=server`, Kubernetes
#     Dashboard with `--enable-skip-login`, the Kubeflow dashboard without an
#     authorisation object, OpenSearch Dashboards and Kibana with security off
#   - with a login of their own: Kubernetes Dashboard, Headlamp, Kibana,
#     OpenSearch Dashboards, RabbitMQ management, Adminer, phpMyAdmin, pgAdmin,
#     mongo-express, Portainer, Jupyter
#
#   Left alone:
#
#   - Services that an annotation or class of their cloud makes internal, and those
#     whose source ranges, security groups or firewalls let some addresses in only
#   - load balancers on premises (MetalLB, kube-vip, Cilium, PureLB, k3s, Talos),
#     and private addresses
#   - ClusterIP and NodePort Services without a route
#   - a proxy such as oauth2-proxy in the same pods that owns the exposed port, and
#     ports of the tool that have no user interface
#   - authentication in front: `auth-url`, `auth-type`, `auth-tls-secret` and
#     allow-lists of ingress-nginx and the HAProxy controllers, `auth-type` of AWS
#     ALB, middlewares of Traefik that authenticate or carry auth or sso in their
#     name, plugins of Kong, Identity-Aware Proxy and Cloud Armor by BackendConfig
#     or GCPBackendPolicy, SecurityPolicy of Envoy Gateway, AuthorizationPolicy and
#     RequestAuthentication of Istio, OAuth of ngrok
#   - Ingresses that only the tailnet reaches
#   - `--web.config.file` of Prometheus and Alertmanager, `--http.config` of
#     Thanos, basic authentication of Weave Scope and Redis Commander, OAuth of
#     Kubernetes Operational View, `--auth-mode=sso` or `client` of Argo Workflows
#
#   Each field that opens a way is reported. Of several tools behind it, the one that
#   is most open is named.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/services-networking/service/#internal-load-balancer
#     description: Internal load balancers, by cloud
#   - ref: https://kubernetes-sigs.github.io/aws-load-balancer-controller/latest/guide/service/annotations/
#     description: Service annotations of the AWS Load Balancer Controller
# custom:
#   level: error
#   level_reason: |
#     Automated crawlers look for such addresses, and nothing stands between them
#     and the tool. A note for tools that have a login of their own, where settings
#     outside of the manifests may bring a login, and where it is not known who
#     reaches the address: an unknown controller or class, a class that calls
#     itself internal or private, a middleware that is not among the manifests.
#   remediation: |
#     Take the address away, or the route that leads to the tool, and use
#     `kubectl port-forward`, which needs neither:
#
#     ```yaml
#     spec:
#       type: ClusterIP
#     ```
#
#     If people need the tool, put a login in front of it (oauth2-proxy, the
#     authentication of your ingress controller), and make the balancer internal or
#     list the addresses it serves in `spec.loadBalancerSourceRanges`. Do so in the
#     manifest: the controller undoes what is changed in the cloud's console.
#   kinds:
#     - Service
#     - networking.k8s.io/Ingress
#     - extensions/Ingress
#     - gateway.networking.k8s.io/HTTPRoute
#     - traefik.io/IngressRoute
#     - traefik.containo.us/IngressRoute
#     - networking.istio.io/VirtualService
#     - route.openshift.io/Route
#   also:
#     - tesla-2018-dashboard
#     - microsoft-2020-kubeflow
#   words:
#     - GRPCRoute
#     - HTTPRoute
#     - Ingress
#     - IngressRoute
#     - IngressRouteTCP
#     - LoadBalancer
#     - NodePort
#     - Route
#     - TCPRoute
#     - TLSRoute
#     - TargetGroupBinding
#     - VirtualService
#   since: 0.1.0
package kubegap.cases.jwplayer_2019_weave_scope_cryptominer.admin_ui_on_public_load_balancer

import data.kubegap.lib.adminui
import data.kubegap.lib.loadbalancer
import data.kubegap.lib.reach
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in reach.exposed
	ways := [{"way": way, "place": _places(workload, way)[0]} | some way in adminui.exposed(workload)]
	some field in {_field(found.place) | some found in ways}
	found := _worst([found | some found in ways; _field(found.place) == field])
	way := found.way
	place := found.place

	violation := result.with_level(
		result.at_with(place.object, place.path, _message(way), _related(workload, way, place)),
		way.level,
	)
}

_field(place) := [place.object.index, place.path]

# An error before a note, then the first in order.
_worst(ways) := sort([[found.way.level, found.way.reach, found.way.exposure.object.index, found] | some found in ways])[0][3]

# The field that opens the way to the tool, and to nothing else if it is a route,
# stands on the exposing object. Where that belongs to another unit, the next object on the way that is under judgement does.
_places(workload, way) := [place |
	some place in [
		{"object": way.exposure.object, "path": _opening(way.exposure)},
		{"object": way.service, "path": ["spec", "type"]},
		{"object": workloads.holder(workload), "path": array.concat(way.container, ["image"])},
	]
	place.object.judged
]

_opening(exposure) := loadbalancer.opening(exposure.object) if {
	exposure.object.kind == "Service"
} else := exposure.path

_related(workload, way, place) := array.concat(
	[result.related(opening.object, opening.path, sprintf("makes the %s public", [way.exposure.object.kind])) |
		some opening in reach.opened_by(way.exposure)
	],
	_tool(workload, way, place),
)

_tool(workload, way, place) := [result.related(obj, path, note) |
	obj := workloads.holder(workload)
	path := array.concat(way.container, ["image"])
	note := sprintf("%s runs here", [way.tool])
	obj.index != place.object.index
]

_message(way) := sprintf("%s to %s, %s", [_leads(way), way.tool, _consequence(way)])

_leads(way) := "leads from the internet" if way.reach == "public"

_leads(way) := "may lead from the internet" if way.reach == "unknown"

_consequence(way) := sprintf("which has no login, so anyone can %s", [way.power]) if {
	way.login == "none"
	way.reach == "public"
	way.level == "error"
} else := sprintf("which has no login, so anyone may be able to %s", [way.power]) if {
	way.login == "none"
} else := sprintf("whose own login is all that keeps strangers out; who gets past it can %s", [way.power]) if {
	way.login == "own"
} else := sprintf("whose login settings are not among the manifests, so anyone may be able to %s", [way.power])
