# METADATA
# title: Public load balancer without source restriction
# description: |
#   A Service of type LoadBalancer gets a public address on most clouds, and the
#   firewall or security group in front of it lets everyone in. The rule looks for
#   such Services that name no source ranges, or ranges that hold everyone
#   (`0.0.0.0/0`, `::/0`) or so much that they are meant to (IPv4 prefixes of one
#   bit, IPv6 prefixes of up to three).
#
#   Left alone:
#
#   - Services that an annotation or class of their cloud makes internal: AWS, Azure,
#     Google Cloud, Alibaba, Baidu, DigitalOcean, Hetzner, Huawei, IBM, OpenStack,
#     Oracle, Scaleway and Tencent
#   - network load balancers of the AWS Load Balancer Controller and EKS Auto Mode
#     without a scheme, which are internal, and Services that name no class in a
#     repository that installs either, which takes them over
#   - source ranges, and the annotations by which a cloud takes allow-lists, security
#     groups or firewalls
#   - balancers on premises (MetalLB, kube-vip, Cilium, PureLB, k3s, Talos), classes
#     of unknown controllers, and values that come from variables
#   - the Services of ingress controllers and gateways on ports 80 and 443
#
#   Whether the external traffic policy is Local or Cluster does not matter.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/services-networking/service/#loadbalancer
#     description: Services of type LoadBalancer
#   - ref: https://kubernetes.io/docs/tasks/access-application-cluster/configure-cloud-provider-firewall/
#     description: Restricting access to a LoadBalancer Service
# custom:
#   level: note
#   level_reason: |
#     Web pages, mail, DNS and games are public on purpose; the rule only asks for a
#     decision. A warning where a port is one of a database, a message broker or an
#     admin tool, which are not.
#   remediation: |
#     Name the addresses that may connect:
#
#     ```yaml
#     spec:
#       type: LoadBalancer
#       loadBalancerSourceRanges:
#         - 203.0.113.0/24
#     ```
#
#     Or make the balancer internal, by the annotation of your cloud. Do so in the
#     manifest: the controller undoes what is changed in the cloud's console.
#   kinds:
#     - Service
#   words: [LoadBalancer]
#   since: 0.1.0
package kubegap.cases.jwplayer_2019_weave_scope_cryptominer.public_load_balancer_open_to_world

import data.kubegap.lib.loadbalancer
import data.kubegap.lib.objects
import data.kubegap.lib.reach
import data.kubegap.lib.result

violations contains violation if {
	some service in objects.of_kind("Service")
	service.body.spec.ports[0]
	loadbalancer.exposure(service) == "public"
	not loadbalancer.restricted(service)
	private := _private_ports(service)
	not _front_door(service, private)

	violation := result.with_level(
		result.at_with(service, loadbalancer.opening(service), _message(service, private), _related(service, private)),
		_level(private),
	)
}

# Ports of what listens to its own clients only.
_private_ports(service) := [{"index": i, "port": port.port, "what": what} |
	some i, port in service.body.spec.ports
	what := _protocols[port.port]
]

_protocols := {
	2375: "the Docker API",
	2379: "etcd",
	3306: "MySQL",
	5432: "PostgreSQL",
	5601: "Kibana",
	6379: "Redis",
	9090: "Prometheus",
	9200: "Elasticsearch",
	11211: "memcached",
	15672: "RabbitMQ management",
	27017: "MongoDB",
}

# What is there to let the public in.
_front_door(service, []) if {
	some port in service.body.spec.ports
	port.port in {80, 443}
	count(reach.proxy_words(service)) > 0
}

_level([]) := "note"

_level(private) := "warning" if count(private) > 0

_message(service, []) := sprintf("opens %s to every address on the internet, and nothing says that this is meant", [_list(service)])

_message(_, private) := sprintf("opens port %v, commonly %s, to every address on the internet, so only a login keeps strangers out", [first.port, first.what]) if {
	first := private[0]
}

_list(service) := sprintf("port %v", [service.body.spec.ports[0].port]) if {
	count(service.body.spec.ports) == 1
} else := sprintf("ports %s", [concat(", ", [sprintf("%v", [port.port]) | some port in service.body.spec.ports])])

_related(service, private) := [result.related(service, ["spec", "ports", port.index, "port"], sprintf("port %v is commonly that of %s", [port.port, port.what])) |
	some port in private
]
