# METADATA
# description: |
#   Credentials of cloud accounts that stand in manifests as they are. Nothing
#   here gives a value away: callers learn names only.
package kubegap.lib.credentials

import data.kubegap.lib.values

# METADATA
# description: |
#   The long-lived credentials among the entries of one object: {"name": that of
#   its entry, "what": how messages call it}. An entry is {"name", "text"}, such
#   as a variable or a file. Others that stand beside them in context are read
#   too: they may tell that a key is not for AWS.
# related_resources:
#   - ref: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
#     description: Prefixes of AWS identifiers
#   - ref: https://docs.rs/crate/redact-secret/latest/source/src/detectors/microsoft_entra.rs
#     description: Form of the client secrets of Microsoft Entra
found(entries, context) := array.flatten([
	[{"name": entry.name, "what": "AWS secret key"} | some entry in entries; _aws(entry); _of_aws(context)],
	[{"name": entry.name, "what": "Azure client secret"} | some entry in entries; _azure(entry.text)],
	[{"name": entry.name, "what": "Google service account key"} | some entry in entries; _google(entry.text)],
])

_aws(entry) if {
	regex.match(`(?i)aws_?secret_?key$|secret[_-]?access[_-]?key$`, entry.name)
	_secret_key(trim_space(entry.text))
}

_aws(entry) if {
	contains(lower(entry.text), "secret")
	some found in regex.find_all_string_submatch_n(
		`(?i)secret_?access_?key["']?\s*[:=]\s*["']?([a-z0-9/+]{40})(?:["'\s,}]|$)`,
		entry.text,
		-1,
	)
	_secret_key(found[1])
}

# Forty characters at random have letters of both cases and digits, which a
# digest or a sentence has not.
_secret_key(text) if {
	regex.match(`^[A-Za-z0-9/+]{40}$`, text)
	regex.match(`[a-z]`, text)
	regex.match(`[A-Z]`, text)
	regex.match(`[0-9]`, text)
	not _placeholder(text)
}

# Keys for storage that speaks the protocol of S3 have the same names: they come
# with an endpoint, or with an identifier of another form.
_of_aws(context) if {
	every entry in context {
		not _elsewhere(entry)
		not _other_identifier(entry)
	}
}

_elsewhere(entry) if {
	text := lower(sprintf("%s=%s", [entry.name, entry.text]))
	regex.match(`endpoint|s3_?url|s3_?host|minio|localstack|garage|ceph|rook|seaweedfs|cloudflarestorage|digitalocean|wasabi|backblaze|scaleway`, text)
	not contains(text, "amazonaws.com")
}

_other_identifier(entry) if {
	regex.match(`(?i)access[_-]?key[_-]?id$|aws_?access_?key$`, entry.name)
	not _identifier(trim_space(entry.text))
}

_other_identifier(entry) if {
	some found in regex.find_all_string_submatch_n(`(?i)access_?key_?id["']?\s*[:=]\s*["']?([^"'\s,}]*)`, entry.text, -1)
	not _identifier(found[1])
}

_identifier(text) if {
	regex.match(`^AKIA[A-Z0-9]{16}$`, text)
	not contains(text, "EXAMPLE")
}

_azure(text) if {
	contains(text, "Q~")
	found := regex.find_all_string_submatch_n(`(?:^|[^A-Za-z0-9_~.-])([A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34})(?:$|[^A-Za-z0-9_~.-])`, text, 1)
	not _placeholder(found[0][1])
}

_google(text) if {
	contains(text, "service_account")
	regex.match(`"type"\s*:\s*"service_account"`, text)
	found := regex.find_all_string_submatch_n(`-----BEGIN (?:RSA )?PRIVATE KEY-----(?:\\n|\s)*([A-Za-z0-9+/]{60,})`, text, 1)
	not _placeholder(found[0][1])
}

_placeholder(text) if values.unknown(text)

# The samples of vendors and what people write who mean no key at all: a random
# text hardly ever has a word of these or five equal characters in a row.
_placeholder(text) if regex.match(`(?i)example|change|placeholder|dummy|fake|sample|replace|redacted|insert|your[_-]?|update|xxx|test`, text)

_placeholder(text) if {
	some i, character in split(text, "")
	repeated := concat("", [character, character, character, character, character])
	substring(text, i, 5) == repeated
}
