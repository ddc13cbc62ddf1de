# METADATA
# title: Half of a Route 53 routing policy in the annotations for ExternalDNS
# description: |
#   On Route 53, several records may share a name if each has a set identifier and a
#   routing policy: a weight, a region, a failover role, a place or a multi-value
#   answer. ExternalDNS takes both from annotations, or from a DNSEndpoint. The rule
#   looks for
#
#   - a set identifier without a policy, which Route 53 refuses
#   - a policy without a set identifier, which ExternalDNS ignores
#   - an object without a set identifier for a host name that another object in the
#     cluster publishes with one: Route 53 does not take both a plain record and one
#     with a policy of the same name and type
#
#   It reads the prefixes `external-dns.kubernetes.io/`, the default since ExternalDNS
#   0.22, and `external-dns.alpha.kubernetes.io/`, the one before, each for itself.
#
#   Left alone:
#
#   - a cluster whose ExternalDNS is known to write to another provider only, or which
#     is known to run on another cloud
#   - a set identifier beside settings for another provider, such as those of a webhook,
#     and one that a variable stands for
#   - a Kyverno or admission policy in scope that writes annotations for ExternalDNS
#   - annotations of a Gateway, of which ExternalDNS reads the target only
#   - of objects that share a name: those of different Ingress classes, those that
#     another controller of records takes (annotation `controller`), and all where
#     ExternalDNS is told to look at some namespaces, classes, labels or annotations
#     only
#
#   Host names that hold a variable are not compared.
# scope: package
# related_resources:
#   - ref: https://docs.aws.amazon.com/Route53/latest/APIReference/API_ResourceRecordSet.html
#     description: Record sets of Route 53
#   - ref: https://github.com/kubernetes-sigs/external-dns/blob/master/docs/tutorials/aws.md
#     description: Routing policies with ExternalDNS
# custom:
#   level: error
#   level_reason: |
#     Route 53 refuses the change, and releases of ExternalDNS that did not yet retry
#     the members of a batch lost all other changes with it. A warning where the policy
#     alone is given or only one of two objects has a set identifier: the record that
#     comes first then works.
#   remediation: |
#     Give every object that publishes the host name both annotations:
#
#     ```yaml
#     metadata:
#       annotations:
#         external-dns.alpha.kubernetes.io/set-identifier: web-blue
#         external-dns.alpha.kubernetes.io/aws-weight: "100"
#     ```
#
#     Or neither, if the name has one record only.
#   kinds:
#     - externaldns.k8s.io/DNSEndpoint
#     - gateway.networking.k8s.io/GRPCRoute
#     - gateway.networking.k8s.io/HTTPRoute
#     - gateway.networking.k8s.io/TCPRoute
#     - gateway.networking.k8s.io/TLSRoute
#     - gateway.networking.k8s.io/UDPRoute
#     - networking.istio.io/Gateway
#     - networking.istio.io/VirtualService
#     - networking.k8s.io/Ingress
#     - projectcontour.io/HTTPProxy
#     - route.openshift.io/Route
#     - Service
#     - traefik.io/IngressRoute
#   words: [aws, identifier, setIdentifier]
#   since: 0.1.0
package kubegap.cases.moj_2022_external_dns_weight.external_dns_incomplete_routing_policy

import data.kubegap.lib.environment
import data.kubegap.lib.externaldns
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.values

violations contains violation if {
	some record in externaldns.records
	record.identifier != ""
	count(record.policies) == 0
	not record.foreign
	not values.unknown(record.identifier)
	_on_route53(record.object)

	violation := result.at(record.object, record.path, sprintf(
		"has the set identifier %s but no weight or other routing policy beside it, so Route 53 refuses the record",
		[record.identifier],
	))
}

violations contains violation if {
	some record in externaldns.records
	record.identifier == ""
	count(record.policies) > 0
	_on_route53(record.object)
	policy := sort(record.policies)[0]

	violation := result.with_level(
		result.at(record.object, policy.path, sprintf(
			"sets %s without a set identifier, so ExternalDNS ignores it and writes a plain record",
			[policy.name],
		)),
		"warning",
	)
}

# Objects without a set identifier beside those that have one.
violations contains violation if {
	not externaldns.filtered
	count(_identified) > 0
	some obj in objects.of_kinds(externaldns.with_hosts)
	not externaldns.has_identifier(obj)
	externaldns.published(obj)
	clash := [{"place": place, "other": other} |
		some place in externaldns.hosts(obj)
		some i, _ in _identified[[obj.environment, place.host]]
		other := input.objects[i]
		_same_class(obj, other)
	][0]
	_on_route53(obj)

	violation := result.with_level(
		result.at_with(
			obj,
			clash.place.path,
			sprintf(
				"publishes %s without a set identifier, while %s gives it one, so Route 53 refuses one of the two records",
				[clash.place.host, objects.title(clash.other)],
			),
			[result.related(clash.other, ["metadata", "annotations"], "publishes the same name with a set identifier")],
		),
		"warning",
	)
}

_on_route53(obj) if {
	not _elsewhere(obj)
	not _completed(obj)
}

_elsewhere(obj) if {
	providers := externaldns.providers(obj)
	count(providers) > 0
	not "aws" in providers
	every provider in providers {
		not values.unknown(provider)
	}
}

_elsewhere(obj) if {
	count(externaldns.providers(obj)) == 0
	count(environment.cloud(obj)) > 0
	not "aws" in environment.cloud(obj)
}

_completed(obj) if {
	some kind in [
		"admissionregistration.k8s.io/MutatingAdmissionPolicy",
		"kyverno.io/ClusterPolicy",
		"kyverno.io/Policy",
		"policies.kyverno.io/MutatingPolicy",
	]
	some policy in objects.in_scope(obj, kind)
	regex.match(`external-dns\.`, json.marshal(policy.body.spec))
}

# The objects with a set identifier, by environment and host name.
_identified := object.union_n([{[obj.environment, place.host]: {obj.index: true}} |
	some record in externaldns.records
	record.identifier != ""
	obj := record.object
	some place in externaldns.hosts(obj)
])

_same_class(one, other) if _class(one) == _class(other)

_same_class(one, other) if one.kind != other.kind

_class(obj) := class if {
	class := objects.annotation(obj, "kubernetes.io/ingress.class")
} else := object.get(obj.body, ["spec", "ingressClassName"], "")
