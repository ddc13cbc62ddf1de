# METADATA
# description: IP addresses and ranges as manifests write them.
package kubegap.lib.addresses

# METADATA
# description: |
#   Whether the text starts with an address that no router of the internet
#   forwards: RFC 1918, or a unique local address of IPv6. The text may go on: a
#   prefix length, or the end of a range.
# related_resources:
#   - ref: https://www.rfc-editor.org/rfc/rfc1918
#   - ref: https://www.rfc-editor.org/rfc/rfc4193
private(text) if {
	is_string(text)
	regex.match(`^(10(\.[0-9]+){3}|192\.168(\.[0-9]+){2}|172\.(1[6-9]|2[0-9]|3[01])(\.[0-9]+){2})([^0-9.]|$)`, text)
}

private(text) if {
	is_string(text)
	regex.match(`^(?i)f[cd][0-9a-f]{2}:`, text)
}

# METADATA
# description: |
#   Whether the range holds every address there is, or so large a part of them
#   that a list of such ranges is meant to: 0.0.0.0/1 and 128.0.0.0/1 together are
#   all of IPv4, and 2000::/3 is the whole of the public IPv6 internet.
# related_resources:
#   - ref: https://www.iana.org/assignments/ipv6-address-space/
everyone(range) if {
	is_string(range)
	regex.match(`^[0-9]+(\.[0-9]+){3}/[01]$`, range)
}

everyone(range) if {
	is_string(range)
	regex.match(`^[0-9a-fA-F]*:[0-9a-fA-F:.]*/[0-3]$`, range)
}

# METADATA
# description: The parts of a comma separated list, without the space around them.
list(text) := [part |
	is_string(text)
	some piece in split(text, ",")
	part := trim_space(piece)
	part != ""
]
