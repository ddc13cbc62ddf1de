package kubegap.lib.externaldns

import data.kubegap.lib.addresses
import data.kubegap.lib.values

# METADATA
# description: Whether the object has a set identifier of any prefix.
has_identifier(obj) if {
	some prefix in _prefixes
	_annotations(obj)[concat("", [prefix, "set-identifier"])]
}

# METADATA
# description: |
#   The host names for which the object gets records, {"host", "path"} each.
hosts(obj) := [place |
	some place in array.concat(_in_spec(obj), _in_annotations(obj))
	is_string(place.host)
	place.host != ""
	not values.unknown(place.host)
]

_in_spec(obj) := array.concat(
	[{"host": host, "path": ["spec", "hostnames", i]} | some i, host in obj.body.spec.hostnames],
	[{"host": rule.host, "path": ["spec", "rules", i, "host"]} | some i, rule in obj.body.spec.rules],
) if {
	not _annotations_only(obj)
} else := []

_in_annotations(obj) := [{"host": host, "path": ["metadata", "annotations", key]} |
	some prefix in _prefixes
	key := concat("", [prefix, "hostname"])
	some host in addresses.list(_annotations(obj)[key])
]

_annotations_only(obj) if {
	some prefix in _prefixes
	_annotations(obj)[concat("", [prefix, "ingress-hostname-source"])] == "annotation-only"
}

# METADATA
# description: Whether the object is left to ExternalDNS, not to another controller.
published(obj) if {
	every prefix in _prefixes {
		object.get(_annotations(obj), concat("", [prefix, "controller"]), "dns-controller") == "dns-controller"
	}
}
