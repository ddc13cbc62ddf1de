# METADATA
# description: |
#   TLS Secrets: which objects name them, what may make them, and whether what is
#   in one can be served.
package kubegap.lib.certificates

import data.kubegap.lib.exposure
import data.kubegap.lib.objects
import data.kubegap.lib.values

# METADATA
# description: |
#   The TLS Secrets that judged Ingresses, Gateways of the Gateway API and routes of
#   Traefik name: {"object", "path": the field with the name, "namespace" and "name"
#   of the Secret, "hosts": whose certificate it is to hold}. None where the class
#   takes certificates from elsewhere, and none whose name holds a placeholder.
references := [reference |
	some reference in array.concat(array.concat(_of_ingresses, _of_gateways), _of_routes)
	is_string(reference.name)
	reference.name != ""
	not values.unknown(reference.name)
	not values.unknown(reference.namespace)
]

_of_ingresses := [reference |
	some ingress in objects.of_kind("networking.k8s.io/Ingress")
	some i, entry in ingress.body.spec.tls
	entry.secretName
	not _elsewhere(ingress)
	reference := {
		"object": ingress,
		"path": ["spec", "tls", i, "secretName"],
		"namespace": ingress.namespace,
		"name": entry.secretName,
		"hosts": [host | some host in entry.hosts],
	}
]

# https://gateway-api.sigs.k8s.io/reference/spec/#secretobjectreference
_of_gateways := [reference |
	some gateway in objects.of_kind("gateway.networking.k8s.io/Gateway")
	some i, listener in gateway.body.spec.listeners
	some j, ref in listener.tls.certificateRefs
	object.get(ref, "kind", "Secret") == "Secret"
	reference := {
		"object": gateway,
		"path": ["spec", "listeners", i, "tls", "certificateRefs", j, "name"],
		"namespace": object.get(ref, "namespace", gateway.namespace),
		"name": ref.name,
		"hosts": [host | host := listener.hostname],
	}
]

_of_routes := [reference |
	some kind in [
		"traefik.containo.us/IngressRoute",
		"traefik.containo.us/IngressRouteTCP",
		"traefik.io/IngressRoute",
		"traefik.io/IngressRouteTCP",
	]
	some route in objects.of_kind(kind)
	reference := {
		"object": route,
		"path": ["spec", "tls", "secretName"],
		"namespace": route.namespace,
		"name": route.body.spec.tls.secretName,
		"hosts": [],
	}
]

# Balancers that have certificates of their own, and annotations that name one.
_elsewhere(ingress) if exposure.class(ingress).provider in {"alibaba-alb", "aws-alb", "eks-auto-alb", "tunnel"}

_elsewhere(ingress) if {
	some key, _ in ingress.body.metadata.annotations
	key in {
		"alb.ingress.kubernetes.io/certificate-arn",
		"appgw.ingress.kubernetes.io/appgw-ssl-certificate",
		"ingress.gcp.kubernetes.io/pre-shared-cert",
		"networking.gke.io/managed-certificates",
		"route.openshift.io/termination",
	}
}

# METADATA
# description: |
#   What of the Secret no controller can serve, as the start of a message and the
#   path to it. Undefined where the Secret can be served, where something else is
#   to fill it, and where its content is not known. Istio also takes the keys of
#   another form.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/secret/#tls-secrets
defect(secret) := _defect(secret) if not _merged(secret)

_defect(secret) := {"reason": sprintf("holds %s but no %s", [_listed(keys), absent]), "path": [field]} if {
	not _filled_elsewhere(secret)
	keys := _keys(secret)
	count(keys) > 0
	absent := [key | some key in ["tls.crt", "tls.key"]; not key in keys][0]
	not _pair_of_another_name(keys)
	field := [field | some field in ["data", "stringData"]; count(_map(secret, field)) > 0][0]
} else := {"reason": sprintf("encodes %s in base64 twice", [key]), "path": [field, key]} if {
	some [field, key, text] in _texts(secret)
	startswith(text, "LS0tLS1CRUdJTi")
} else := {"reason": "holds a private key under tls.crt", "path": [field, key]} if {
	some [field, key, text] in _texts(secret)
	key == "tls.crt"
	regex.match(`^\s*-----BEGIN [A-Z ]*PRIVATE KEY`, text)
	not contains(text, "BEGIN CERTIFICATE")
} else := {"reason": "holds a certificate under tls.key", "path": [field, key]} if {
	some [field, key, text] in _texts(secret)
	key == "tls.key"
	regex.match(`^\s*-----BEGIN CERTIFICATE`, text)
	not contains(text, "PRIVATE KEY")
}

# An object that makes Secrets names it, so it may write into what is there.
_merged(secret) if {
	some e in _scope(secret)
	_mentioned[e][secret.name]
}

# Copies that another Secret, cluster or vault fills after they are made.
_filled_elsewhere(secret) if {
	some key, _ in secret.body.metadata.annotations
	is_string(key)
	regex.match(`^(reflector\.v1\.k8s\.emberstack\.com|replicator\.v1\.mittwald\.de|kubed\.appscode\.com|cert-manager\.io|avp\.kubernetes\.io)/`, key)
}

_filled_elsewhere(secret) if {
	some key in _keys(secret)
	values.unknown(key)
}

_keys(secret) := object.keys(_map(secret, "data")) | object.keys(_map(secret, "stringData"))

_map(secret, field) := entries if {
	entries := secret.body[field]
	is_object(entries)
} else := {}

_listed(keys) := concat(" and ", sort(keys)) if {
	count(keys) < 3
} else := sprintf("%s and %d more keys", [sort(keys)[0], count(keys) - 1])

# HAProxy takes one pair for each kind of key.
# https://github.com/haproxytech/kubernetes-ingress/blob/master/documentation/annotations.md
_pair_of_another_name(keys) if {
	some kind in ["dsa", "ecdsa", "rsa"]
	{concat("", [kind, ".crt"]), concat("", [kind, ".key"])} - keys == set()
}

# METADATA
# description: |
#   Whether the class of the object is one of Istio and the Secret is of the form
#   that only Istio takes, with the keys cert and key.
# related_resources:
#   - ref: https://github.com/istio/istio/blob/master/pilot/pkg/credentials/kube/secrets.go
of_istio(obj, secret) if {
	{"cert", "key"} - _keys(secret) == set()
	some name in _class_names(obj)
	is_string(name)
	contains(name, "istio")
}

_class_names(obj) := {name | name := exposure.class(obj).name} | {name |
	some class in objects.linked(obj, "class")
	some field in ["controller", "controllerName"]
	name := class.body.spec[field]
}

# The certificate and the key as the API server keeps them: [field, key, text].
_texts(secret) := [[field, key, text] |
	some key in ["tls.crt", "tls.key"]
	field := [field | some field in ["stringData", "data"]; _map(secret, field)[key]][0]
	value := _map(secret, field)[key]
	is_string(value)
	not values.unknown(value)
	text := _decoded(field, value)
]

_decoded("stringData", value) := value

_decoded("data", value) := base64.decode(value) if base64.is_valid(value)
