# METADATA
# description: Quantities of Kubernetes, such as "250m", "1.5Gi" or 2.
package kubegap.lib.quantities

# METADATA
# description: |
#   The quantity in thousandths, to the nearest one, so that quantities compare and
#   add up without fractions. Undefined for placeholders and whatever else is no
#   quantity.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
milli(value) := round(value * 1000) if {
	is_number(value)
} else := round((to_number(parts[1]) * _thousandths[parts[2]]) * _power(parts[3])) if {
	is_string(value)
	found := regex.find_all_string_submatch_n(`^\+?([0-9]{1,18}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})(?:([numkMGTPE]|[KMGTPE]i)?|[eE]\+?([0-9]{1,2}))$`, value, 1)
	parts := found[0]
}

_power("") := 1

_power(exponent) := to_number(concat("", ["1e", exponent])) if exponent != ""

_thousandths := {
	"": 1000,
	"n": 0.000001,
	"u": 0.001,
	"m": 1,
	"k": 1000000,
	"M": 1000000000,
	"G": 1000000000000,
	"T": 1000000000000000,
	"P": 1000000000000000000,
	"E": 1000000000000000000000,
	"Ki": 1024000,
	"Mi": 1048576000,
	"Gi": 1073741824000,
	"Ti": 1099511627776000,
	"Pi": 1125899906842624000,
	"Ei": 1152921504606846976000,
}
