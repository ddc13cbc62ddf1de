# METADATA
# description: |
#   Values as manifests write them: durations, quantities of time, and
#   placeholders that something else fills in later.
package kubegap.lib.values

# METADATA
# description: |
#   Whether the value is, or holds, a placeholder whose content is unknown: a
#   Flux or shell variable, a template action, a SOPS ciphertext or an Argo CD
#   Vault Plugin path. Nothing may be concluded from it.
unknown(value) if {
	is_string(value)
	regex.match(`\$\{|\$\(|\{\{|^ENC\[|<path:|<[a-z]+[^>]*>|^<[A-Z0-9_]+>$|^__[A-Z0-9_]+__$`, value)
}

# METADATA
# description: |
#   The seconds of a Go duration such as "1h30m" or "0s", or of a plain number
#   of seconds. Undefined for anything else, and for durations of more than
#   eleven years a unit, which no manifest means.
seconds(value) := value if is_number(value)

seconds(value) := time.parse_duration_ns(value) / 1000000000 if {
	is_string(value)
	regex.match(`^(([0-9]{1,9}(\.[0-9]{1,9})?(ns|us|µs|ms|s))|([0-9]{1,5}(\.[0-9]{1,9})?(m|h))){1,6}$`, value)
}

seconds(value) := to_number(value) if {
	is_string(value)
	regex.match(`^[0-9]+$`, value)
}
