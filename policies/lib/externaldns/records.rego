package kubegap.lib.externaldns

import data.kubegap.lib.objects

# METADATA
# description: |
#   What annotations and DNSEndpoints under judgement ask for, each with
#
#       {"object", "path": the field of the set identifier, "identifier": "" if none,
#        "policies": the fields of a routing policy, {"name", "path"} each,
#        "foreign": whether there are settings for another provider than Route 53}
#
#   There is one for each prefix of annotations, as an instance reads one of them.
# related_resources:
#   - ref: https://github.com/kubernetes-sigs/external-dns/blob/master/docs/annotations/annotations.md
records := array.concat(
	[record |
		some obj in objects.of_kinds(_annotated)
		some prefix in _prefixes
		key := concat("", [prefix, "set-identifier"])
		record := {
			"object": obj,
			"path": ["metadata", "annotations", key],
			"identifier": object.get(_annotations(obj), key, ""),
			"policies": {{"name": name, "path": ["metadata", "annotations", name]} |
				some name, _ in _annotations(obj)
				startswith(name, prefix)
				_is_policy(substring(name, count(prefix), -1))
			},
			"foreign": count([name |
				some name, _ in _annotations(obj)
				startswith(name, prefix)
				_of_another_provider(substring(name, count(prefix), -1))
			]) > 0,
		}
	],
	[record |
		some obj in objects.of_kind("externaldns.k8s.io/DNSEndpoint")
		some i, endpoint in obj.body.spec.endpoints
		is_object(endpoint)
		record := {
			"object": obj,
			"path": ["spec", "endpoints", i, "setIdentifier"],
			"identifier": object.get(endpoint, "setIdentifier", ""),
			"policies": {{"name": property.name, "path": ["spec", "endpoints", i, "providerSpecific", j]} |
				some j, property in endpoint.providerSpecific
				is_string(property.name)
				_is_policy(replace(property.name, "aws/", "aws-"))
			},
			"foreign": count([property |
				some property in endpoint.providerSpecific
				not _of_route53(property.name)
			]) > 0,
		}
	],
)

_prefixes := ["external-dns.alpha.kubernetes.io/", "external-dns.kubernetes.io/"]

_is_policy(name) if regex.match(`^aws-(weight|region|failover|multi-value-answer|geolocation-.+|geoproximity-.+)$`, name)

# https://github.com/kubernetes-sigs/external-dns/blob/master/source/annotations/provider_specific.go
_of_another_provider(name) if regex.match(`^(cloudflare|coredns|ibmcloud|scw|webhook)-`, name)

_of_route53("alias")

_of_route53(name) if {
	is_string(name)
	startswith(name, "aws/")
}

_annotations(obj) := annotations if {
	annotations := obj.body.metadata.annotations
	is_object(annotations)
} else := {}

_annotated := array.concat(with_hosts, [
	"gateway.networking.k8s.io/TCPRoute",
	"gateway.networking.k8s.io/TLSRoute",
	"gateway.networking.k8s.io/UDPRoute",
	"networking.istio.io/Gateway",
	"networking.istio.io/VirtualService",
	"projectcontour.io/HTTPProxy",
	"route.openshift.io/Route",
	"traefik.io/IngressRoute",
])

# METADATA
# description: The kinds with host names that hosts knows.
with_hosts := [
	"gateway.networking.k8s.io/GRPCRoute",
	"gateway.networking.k8s.io/HTTPRoute",
	"networking.k8s.io/Ingress",
	"Service",
]
