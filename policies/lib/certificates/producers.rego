package kubegap.lib.certificates

import data.kubegap.lib.objects
import data.kubegap.lib.values

# METADATA
# description: |
#   Whether something in sight may make the Secret that a reference names, or may
#   be out of sight: an issuer that the object asks for one, an object of a kind
#   that makes Secrets and mentions the name anywhere, or a part of the cluster that
#   is not rendered.
may_exist(reference) if objects.named(reference.object, "Secret", reference.namespace, reference.name)

# Where either names no namespace, what it is deployed to decides.
may_exist(reference) if {
	some e in _scope(reference.object)
	placed := _secrets[e][reference.name]
	{placed, _placed(reference.object)} != {true}
}

may_exist(reference) if {
	some key, _ in reference.object.body.metadata.annotations
	is_string(key)
	regex.match(`cert-?manager|tls-acme|cert\.gardener\.cloud|/kcm\.|letsencrypt|acme`, key)
}

may_exist(reference) if {
	some e in _scope(reference.object)
	input.environments[e].partial
}

may_exist(reference) if objects.partial(reference.object)

may_exist(reference) if {
	some e in _scope(reference.object)
	_mentioned[e][reference.name]
}

may_exist(reference) if {
	some e in _scope(reference.object)
	e in _generating
}

# The names of the Secrets of each environment, and whether all of that name say
# which namespace they belong to.
_secrets[e] := object.union({name: true | some i in indices; name := input.objects[i].name}, {name: false |
	some i in indices
	name := input.objects[i].name
	not _placed(input.objects[i])
}) if {
	some e, environment in input.environments
	indices := object.get(environment.by_kind, "Secret", [])
}

default _placed(_) := false

_placed(obj) if obj.body.metadata.namespace

_scope(obj) := array.concat([obj.environment], input.environments[obj.environment].sees)

# The words in all objects of each environment whose kind tells that it makes
# Secrets. Of a Certificate, only the name that it writes to counts.
_mentioned[e] := object.union(
	{text: true |
		some kind, indices in environment.by_kind
		not kind in {"Secret", "cert-manager.io/Certificate"}
		regex.match(`/[A-Za-z]*(Secret|Certificate|Vault|OnePassword|Doppler|Infisical|Bitwarden|Policy)[A-Za-z]*$`, kind)
		some i in indices
		walk(input.objects[i].body, [_, text])
		is_string(text)
	},
	{text: true |
		some i in environment.by_kind["cert-manager.io/Certificate"]
		text := input.objects[i].body.spec.secretName
	},
) if {
	some e, environment in input.environments
}

# The environments with policies that make copies of objects, or with objects that
# make Secrets whose names are not known.
_generating := {e |
	some e, environment in input.environments
	some kind in ["kyverno.io/ClusterPolicy", "kyverno.io/Policy"]
	some i in environment.by_kind[kind]
	some rule in input.objects[i].body.spec.rules
	rule.generate
} | {e |
	some e, words in _mentioned
	some text, _ in words
	values.unknown(text)
}

# METADATA
# description: |
#   The cert-manager Certificate in the namespace of the Secret that holds a host of
#   the reference but writes to a Secret which nothing in sight names. Undefined if
#   there is none.
misdirected(reference) := [certificate |
	some e in _scope(reference.object)
	some host in reference.hosts
	some i, _ in _certificates[[e, reference.namespace, host]]
	certificate := input.objects[i]
	certificate.body.spec.secretName != reference.name
	not values.unknown(certificate.body.spec.secretName)
	not [certificate.namespace, certificate.body.spec.secretName] in _named
][0]

_named := {[reference.namespace, reference.name] | some reference in references}

# The Certificates by environment, namespace and host.
_certificates := object.union_n([{[e, certificate.namespace, host]: {i: true}} |
	some e, environment in input.environments
	some i in environment.by_kind["cert-manager.io/Certificate"]
	certificate := input.objects[i]
	is_string(certificate.body.spec.secretName)
	some host in certificate.body.spec.dnsNames
])

# METADATA
# description: |
#   Whether other TLS Secrets of the namespace of the reference are made in sight.
made_here(reference) if {
	some e in _scope(reference.object)
	[e, reference.namespace] in _made
}

_made := {[e, input.objects[i].namespace] |
	some e, environment in input.environments
	some i in environment.by_kind["cert-manager.io/Certificate"]
} | {[e, secret.namespace] |
	some e, environment in input.environments
	some i in environment.by_kind.Secret
	secret := input.objects[i]
	secret.body.type == "kubernetes.io/tls"
}
