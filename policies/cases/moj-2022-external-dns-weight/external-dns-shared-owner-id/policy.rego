# METADATA
# title: Instances of ExternalDNS that delete each other's records
# description: |
#   ExternalDNS marks the records it writes with an owner id. With the policy `sync`
#   it deletes every record with its own id that no object in its cluster asks for.
#   Two instances with one id, `default` where none is given, therefore take each
#   other's records for their own and delete them. The rule looks for two rendered
#   instances that write to one provider, of which at least one has the policy `sync`,
#   with the same id, registry, prefix and suffix.
#
#   Left alone:
#
#   - instances that only add records (`upsert-only`, `create-only`)
#   - the registry `noop`, the providers `webhook` and `inmemory`, and no policy at
#     all, unless the version is known to be one before 0.22, which then synchronises
#   - domain filters less excluded domains, types of records, zone ids, zone types or
#     visibilities that do not overlap, and filters by regular expression
#   - roles, accounts, projects, resource groups, tables or API servers that differ
#   - values from variables
#   - several values sets of one chart, and instances without any pods
#
#   Only instances that are rendered are compared, not the values of a chart that is
#   fetched from elsewhere.
# scope: package
# related_resources:
#   - ref: https://github.com/kubernetes-sigs/external-dns/blob/master/docs/flags.md
#     description: Flags of ExternalDNS
#   - ref: https://github.com/kubernetes-sigs/external-dns/issues/4059
#     description: Clusters that delete each other's records
# custom:
#   level: error
#   level_reason: |
#     In one cluster both see the same zones with the same credentials or say
#     otherwise, and records go as soon as both run. A warning for different clusters
#     whose domain filters overlap, as their accounts may differ; a note where they
#     name no domain, where they take credentials from different Secrets, roles or
#     identities, and outside of production.
#   remediation: |
#     Give every instance an id of its own, and adopt the records of the old id before
#     the change by the policy `upsert-only`:
#
#     ```yaml
#     args:
#       - --txt-owner-id=shop-production
#     ```
#   kinds: [apps/Deployment]
#   words: [dns]
#   since: 0.1.0
package kubegap.cases.moj_2022_external_dns_weight.external_dns_shared_owner_id

import data.kubegap.lib.environment
import data.kubegap.lib.externaldns
import data.kubegap.lib.images
import data.kubegap.lib.objects
import data.kubegap.lib.replicas
import data.kubegap.lib.result
import data.kubegap.lib.values
import data.kubegap.lib.workloads

# One violation for each instance but the first of those that share an id.
violations contains violation if {
	some later in _instances
	others := {[_order(later.kind, alike.kind), other] |
		some alike in _alike[later.key]
		_clash(later.kind, alike.kind)
		some other in _first(alike, later)
		other[0] < later.rank
		not _one_chart(later, _instances[other[1]])
	}
	other := _instances[min(others)[1][1]]

	violation := result.with_peers(
		result.with_level(
			result.at_with(
				workloads.holder(later.workload),
				array.concat(later.path, ["args"]),
				_message(later, other),
				[_place(other)],
			),
			_level(later, other),
		),
		[_place(_instances[found[1][1]]) | some found in others],
	)
}

_place(instance) := result.related(
	workloads.holder(instance.workload),
	array.concat(instance.path, ["args"]),
	"has the same owner id",
)

_message(later, other) := sprintf("has the owner id %s like %s%s%s", [
	later.owner,
	objects.title(other.workload),
	_outcome(later.kind.policy, other.kind.policy),
	{true: "", false: ", if their credentials reach the same zones"}[later.kind.login == other.kind.login],
])

_outcome("sync", "sync") := ", and both synchronise, so each deletes the DNS records of the other"

_outcome("sync", other) := " and synchronises, so it deletes the DNS records of the other" if other != "sync"

_outcome(later, "sync") := ", which synchronises and so deletes its DNS records" if later != "sync"

# The instances by what must be equal for one to take another's records for its own,
# then by what tells whether it can. Of each kind there are the first one, the first
# that is of another chart, and the first of each chart and environment: the others
# clash with nothing that these do not clash with.
_alike := {key: kinds |
	some key, by_kind in _by_key
	kinds := [alike |
		some kind, by_chart in by_kind
		firsts := {chart: min(members) | some chart, members in by_chart}
		first := min({[one, chart] | some chart, one in firsts})
		elsewhere := {one | some chart, one in firsts; chart[0] != first[1][0]}
		alike := {"kind": kind, "by_chart": firsts, "firsts": ({first[0]} | {one | one := min(elsewhere)})}
	]
}

_by_key[one.key][one.kind][one.chart] contains [one.rank, i] if {
	some i, one in _instances
}

# The first instances of a kind. One of them is not left out for its chart, if any is.
_first(alike, later) := alike.firsts | {one | one := alike.by_chart[later.chart]}

# Of several one with the same credentials is named, then the one whose domains, path
# and places come first.
_order(later, kind) := [kind.login != later.login, kind.domains, kind.path, kind.places, kind.policy]

_instances := [instance |
	some c in externaldns.instances
	not replicas.none(c.workload)
	provider := _one(c, "provider", null)
	not provider in {"inmemory", "webhook"}
	registry := _one(c, "registry", "txt")
	registry != "noop"
	owner := _one(c, "txt-owner-id", "default")
	instance := {
		"workload": c.workload,
		"path": c.path,
		"rank": [c.workload.unit, c.workload.namespace, c.workload.name, c.workload.environment],
		"chart": [input.units[c.workload.unit].path, c.workload.environment],
		"owner": owner,
		"key": [provider, owner, registry, _one(c, "txt-prefix", ""), _one(c, "txt-suffix", "")],
		"kind": {
			"path": c.path,
			"policy": _policy(c),
			"account": _account(c.workload),
			"login": _login(c),
			"domains": externaldns.values_of(c, "domain-filter"),
			"excluded": externaldns.values_of(c, "exclude-domains"),
			"types": _types(c),
			"places": {flag: set |
				some flag in _places
				set := externaldns.values_of(c, flag)
				count(set) > 0
			},
		},
	}
	count(externaldns.values_of(c, "regex-domain-filter")) == 0
]

# What tells apart where instances write to.
_places := [
	"aws-assume-role",
	"aws-profile",
	"aws-zone-type",
	"azure-resource-group",
	"azure-subscription-id",
	"dynamodb-table",
	"google-project",
	"google-zone-visibility",
	"pdns-server",
	"rfc2136-host",
	"zone-id-filter",
]

# The types of records that an instance takes care of.
_types(c) := {type |
	some value in externaldns.values_of(c, "managed-record-types")
	type := upper(value)
} if {
	count(externaldns.values_of(c, "managed-record-types")) > 0
} else := {"A", "AAAA", "CNAME"}

# The credentials of an instance, by what names them in sight: variables and files
# from Secrets, and the identities of its ServiceAccount.
_login(c) := (({[c.workload.namespace, variable.name, from.name, object.get(from, "key", "")] |
	some variable in c.container.env
	from := variable.valueFrom.secretKeyRef
} | {[c.workload.namespace, "", from.secretRef.name, ""] |
	some from in c.container.envFrom
}) | {[c.workload.namespace, "", volume.secret.secretName, ""] |
	some volume in workloads.spec(c.workload).volumes
}) | {["", key, identity, ""] |
	some account in _accounts(c.workload)
	some key in ["azure.workload.identity/client-id", "eks.amazonaws.com/role-arn", "iam.gke.io/gcp-service-account"]
	identity := objects.annotation(account, key)
}

# The value of a flag that is given once at most. Undefined for a placeholder.
_one(c, flag, otherwise) := otherwise if {
	count(externaldns.values_of(c, flag)) == 0
	not is_null(otherwise)
}

_one(c, flag, _) := value if {
	found := externaldns.values_of(c, flag)
	count(found) == 1
	some value in found
	not values.unknown(value)
}

_policy(c) := _one(c, "policy", null) if {
	count(externaldns.values_of(c, "policy")) > 0
} else := "sync" if {
	version := regex.find_all_string_submatch_n(`^v?0\.([0-9]+)\.`, images.tag(c.container.image), 1)[0]
	to_number(version[1]) < 22
}

_sync(one, _) if one.policy == "sync"

_sync(_, other) if other.policy == "sync"

_clash(one, other) if {
	_sync(one, other)
	one.account == other.account
	count(one.types & other.types) > 0
	_overlap(one, other)
	not _apart(one, other)
}

# Some domain that both look at. Of two that lie within each other it is the lower.
_overlap(one, other) if {
	some a in _domains(one)
	some b in _domains(other)
	domain := _lower(a, b)
	every excluded in one.excluded | other.excluded {
		not _below(domain, excluded)
	}
}

# No filter means every domain.
_domains(kind) := kind.domains if count(kind.domains) > 0

_domains(kind) := {""} if count(kind.domains) == 0

_lower(a, b) := a if {
	_below(a, b)
} else := b if {
	_below(b, a)
}

_below(domain, above) if above in {"", domain}

_below(domain, above) if endswith(domain, concat("", [".", trim_prefix(above, ".")]))

_apart(one, other) if {
	some flag, set in one.places
	count(set & other.places[flag]) == 0
}

# Several values sets of a chart stand for one installation.
_one_chart(one, other) if {
	one.chart[0] == other.chart[0]
	one.chart[1] != other.chart[1]
}

# The account of the role that the pods take, as far as it is in sight.
_account(workload) := split(role, ":")[4] if {
	some account in _accounts(workload)
	role := objects.annotation(account, "eks.amazonaws.com/role-arn")
	count(split(role, ":")) > 5
} else := ""

_accounts(workload) := [account |
	some account in objects.linked(workload, "uses")
	account.kind == "ServiceAccount"
]

_level(one, other) := "note" if {
	one.kind.login != other.kind.login
} else := "note" if {
	environment.not_production(one.workload)
} else := "note" if {
	environment.not_production(other.workload)
} else := "error" if {
	one.workload.environment == other.workload.environment
} else := "warning" if {
	count(one.kind.domains) * count(other.kind.domains) > 0
} else := "note"
