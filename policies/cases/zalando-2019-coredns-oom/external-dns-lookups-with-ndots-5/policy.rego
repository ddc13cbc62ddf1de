# METADATA
# title: Pod that calls external hosts with the default ndots
# description: |
#   A pod looks a name with fewer than five dots up in each search domain of the
#   cluster before it asks for the name itself, and does so for IPv4 and IPv6. That
#   makes ten queries of one, and a spike of calls a spike of ten times that size at
#   the cluster's DNS. The rule looks for pods whose environment variables and
#   arguments hold URLs of at least two external hosts.
#
#   A host is external if it has two to four dots, is no address and does not end with
#   `.svc`, `.local` or a dot. Schemes other than plain http count.
#
#   Left alone:
#
#   - an `ndots` in the `dnsConfig`, and the policies Default and None
#   - pods in the network of the node, unless the policy is ClusterFirstWithHostNet
#   - clusters with NodeLocal DNSCache, which answers such queries on the node
#   - Jobs, pods on Windows, and zero replicas
#   - variables whose names speak of issuers, documentation, schemas or licences
#   - hosts that placeholders stand for.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/
#     description: DNS for Services and pods
# custom:
#   level: note
#   level_reason: Costs queries every day, and is part of an outage only under load.
#   remediation: |
#     Ask for the name itself first, or write external names with a dot at the end:
#
#     ```yaml
#     spec:
#       dnsConfig:
#         options:
#           - name: ndots
#             value: "2"
#     ```
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#   words: [amqps, https, mongodb, mysql, postgres, postgresql, rediss]
#   since: 0.1.0
package kubegap.cases.zalando_2019_coredns_oom.external_dns_lookups_with_ndots_5

import data.kubegap.lib.coredns
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in objects.of_kinds(["apps/DaemonSet", "apps/Deployment", "apps/StatefulSet", "argoproj.io/Rollout"])
	workload.pod_template
	spec := workloads.spec(workload)
	_searches(spec)
	hosts := {host |
		some c in workloads.long_running(workload)
		some text in _texts(c.container)
		some host in _hosts(text)
	}
	count(hosts) > 1
	not workloads.windows(workload)
	not replicas.none(workload)
	not coredns.node_cache(workload)
	listed := [host | some host in hosts]

	violation := result.at(
		workloads.holder(workload),
		array.concat(workloads.spec_path(workload), ["dnsConfig"]),
		sprintf("looks %s up with the default ndots of 5, so each lookup asks the cluster's DNS for every search domain first", [_named(listed)]),
	)
}

_searches(spec) if {
	object.get(spec, "dnsPolicy", "ClusterFirst") == "ClusterFirst"
	not spec.hostNetwork == true
	not _ndots(spec)
}

_searches(spec) if {
	spec.dnsPolicy == "ClusterFirstWithHostNet"
	not _ndots(spec)
}

_ndots(spec) if {
	some option in spec.dnsConfig.options
	option.name == "ndots"
}

_texts(container) := array.concat(
	[variable.value |
		some variable in container.env
		is_string(variable.value)
		contains(variable.value, "://")
		not regex.match(`(?i)issuer|doc|schema|licen[cs]e|homepage`, sprintf("%v", [variable.name]))
	],
	[word |
		some field in ["command", "args"]
		some word in container[field]
		is_string(word)
		contains(word, "://")
		not regex.match(`(?i)issuer|doc|schema|licen[cs]e|homepage`, split(word, "://")[0])
	],
)

_hosts(text) := {lower(found[1]) |
	some found in regex.find_all_string_submatch_n(`\b(?:amqps|https|mongodb|mysql|postgres|postgresql|rediss)://(?:[^/@\s]*@)?([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+){2,4})(?:[:/?,;\s"']|$)`, text, -1)
	not regex.match(`^[0-9.]+$|\.(svc|local)$|\.svc\.`, lower(found[1]))
}

_named(hosts) := concat(" and ", hosts) if {
	count(hosts) == 2
} else := sprintf("%s, %s and %d more external hosts", [hosts[0], hosts[1], count(hosts) - 2])
