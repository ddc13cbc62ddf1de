# METADATA
# title: TLS Secret of an Ingress or Gateway that cannot be served
# description: |
#   An Ingress, a listener of a Gateway and a route of Traefik take their certificate
#   from the keys `tls.crt` and `tls.key` of a Secret. The rule looks for a Secret in
#   sight that lacks one of them, holds it encoded twice, or has the key and the
#   certificate the wrong way round. No controller can serve it, and some stop taking
#   changes of others as well.
#
#   It also looks for a name behind which nothing in sight makes a Secret, while a
#   Certificate of cert-manager for the same host writes to a Secret that nobody
#   reads, or while other TLS Secrets of the namespace are made in sight.
#
#   Left alone:
#
#   - `tls` without a Secret, which means the controller's default certificate
#   - a Secret of another type that has both keys, one pair for each kind of key as
#     HAProxy takes them, the keys `cert` and `key` for Istio, and a Secret without any
#     data
#   - encrypted values and variables (the names of keys can be read in what SOPS writes)
#   - copies that a replicator or a vault fills, and a Secret that an object which makes
#     Secrets, such as a Certificate or an ExternalSecret, names
#   - classes that take certificates from elsewhere: ALBs of AWS and Alibaba Cloud,
#     tunnels, and the annotations of Google Cloud, Azure and OpenShift that name one
#   - a missing Secret where an annotation asks an issuer for it; where an object that
#     makes Secrets (Certificate, ExternalSecret, SealedSecret, SecretProviderClass and
#     their like) mentions its name or names something by a variable; where a Kyverno
#     policy makes copies; where parts of the cluster are not rendered; and where a
#     Secret of that name has no namespace
#
#   A Secret has one finding, whoever names it.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/services-networking/ingress/#tls
#     description: TLS of an Ingress
#   - ref: https://kubernetes.io/docs/concepts/configuration/secret/#tls-secrets
#     description: TLS Secrets
# custom:
#   level: error
#   level_reason: |
#     Without both keys in PEM there is no certificate to serve, and a controller that
#     others share may stop at it. A warning where a Certificate writes to another name
#     than the one that is read; a note where only nothing makes the Secret in sight,
#     since it may be made by hand.
#   remediation: |
#     Create a Secret with both keys, by cert-manager or from files:
#
#     ```yaml
#     apiVersion: cert-manager.io/v1
#     kind: Certificate
#     metadata:
#       name: web
#     spec:
#       secretName: web-tls # the name that the Ingress reads
#       dnsNames: [web.shop.example]
#       issuerRef:
#         kind: ClusterIssuer
#         name: letsencrypt
#     ```
#   kinds:
#     - gateway.networking.k8s.io/Gateway
#     - networking.k8s.io/Ingress
#     - traefik.containo.us/IngressRoute
#     - traefik.containo.us/IngressRouteTCP
#     - traefik.io/IngressRoute
#     - traefik.io/IngressRouteTCP
#   words: [tls]
#   since: 0.1.0
package kubegap.cases.dfds_2021_ingress_tls_secret.ingress_tls_secret_invalid

import data.kubegap.lib.certificates
import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.result

violations contains violation if {
	some i, readers in _readers
	secret := input.objects[i]
	reference := certificates.references[min(readers)]
	defect := certificates.defect(secret)
	place := _place(secret, defect, reference)

	violation := result.at_with(
		place.object,
		place.path,
		sprintf("%s%s, so %s has no certificate%s", [place.subject, defect.reason, objects.title(reference.object), _for(reference)]),
		[place.related],
	)
}

violations contains violation if {
	some reference in certificates.references
	not certificates.may_exist(reference)
	certificate := certificates.misdirected(reference)

	violation := result.with_level(
		result.at_with(
			reference.object,
			reference.path,
			sprintf("reads Secret %s, which nothing makes, while %s writes to %s, so there is no certificate%s", [
				reference.name,
				objects.title(certificate),
				certificate.body.spec.secretName,
				_for(reference),
			]),
			[result.related(certificate, ["spec", "secretName"], "writes the certificate here")],
		),
		_level(reference.object),
	)
}

violations contains violation if {
	some reference in certificates.references
	certificates.made_here(reference)
	not certificates.may_exist(reference)
	not certificates.misdirected(reference)

	violation := result.with_level(
		result.at(
			reference.object,
			reference.path,
			sprintf("reads Secret %s, which nothing here makes although other TLS Secrets of the namespace are made here, so there may be no certificate%s", [
				reference.name,
				_for(reference),
			]),
		),
		"note",
	)
}

# The references, by the index of their Secret.
_readers[secret.index] contains r if {
	some r, reference in certificates.references
	secret := objects.named(reference.object, "Secret", reference.namespace, reference.name)
	not certificates.of_istio(reference.object, secret)
}

_place(secret, defect, reference) := {
	"object": secret,
	"path": defect.path,
	"subject": "",
	"related": result.related(reference.object, reference.path, "names the Secret"),
} if {
	secret.judged
} else := {
	"object": reference.object,
	"path": reference.path,
	"subject": sprintf("names %s, which ", [objects.title(secret)]),
	"related": result.related(secret, defect.path, "is in the Secret"),
}

_for(reference) := sprintf(" for %s", [reference.hosts[0]]) if {
	count(reference.hosts) > 0
} else := ""

_level(obj) := "note" if {
	environment.not_production(obj)
} else := "warning"
