# METADATA
# title: Credentials of a cloud account written into a manifest
# description: |
#   A key that stands in a manifest is known to everyone who can read the repository
#   or the object, and works until somebody revokes it. The rule looks into variables
#   of containers, into ConfigMaps, and into Secrets, whose base64 hides nothing, for
#
#   - a secret key of AWS under a name such as `AWS_SECRET_ACCESS_KEY`, also as a line
#     of a credentials file
#   - a client secret of Azure, which is known by its form
#   - the key file of a Google service account
#
#   Left alone:
#
#   - variables that come from a Secret, and objects of SealedSecret, ExternalSecret
#     and the like
#   - what SOPS encrypts, and placeholders that Flux, Argo CD or a template fills in
#   - samples of vendors, such as those that end in EXAMPLE or EXAMPLEKEY, and values
#     with words such as changeme, dummy, test or xxx or with five equal characters in
#     a row
#   - keys for other storage that speaks the protocol of S3, as an endpoint that is not
#     of AWS, the name of a product such as MinIO, or an identifier that does not start
#     with AKIA tells
#   - an access key identifier without the secret key
#
#   A container, or an object, has one finding. No value is ever part of a message, and
#   the finding points above the value, not at it.
# scope: package
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/security/secrets-good-practices/
#     description: Good practices for Secrets
#   - ref: https://docs.aws.amazon.com/eks/latest/userguide/pod-identities.html
#     description: Pod identities on EKS
# custom:
#   level: error
#   level_reason: |
#     A key that has been in a repository or in a pod is usable at once, from anywhere.
#     A warning where the manifests are not for production.
#   remediation: |
#     Revoke the key first: it stays in the history of the repository. Then give the
#     pods an identity of the cloud, with no key at all:
#
#     ```yaml
#     apiVersion: v1
#     kind: ServiceAccount
#     metadata:
#       name: uploader
#       annotations:
#         eks.amazonaws.com/role-arn: arn:aws:iam::111122223333:role/uploader
#     ```
#
#     Where a key cannot be avoided, keep it in a secret store, or encrypt it before it
#     is committed.
#   kinds:
#     - apps/DaemonSet
#     - apps/Deployment
#     - apps/ReplicaSet
#     - apps/StatefulSet
#     - argoproj.io/Rollout
#     - batch/CronJob
#     - batch/Job
#     - ConfigMap
#     - Pod
#     - Secret
#     - serving.knative.dev/Service
#   words:
#     - ARM_CLIENT_SECRET
#     - AWS_SECRET_ACCESS_KEY
#     - AWS_SECRET_KEY
#     - AZURE_CLIENT_SECRET
#     - Secret
#     - aws_secret_access_key
#     - clientSecret
#     - client_secret
#     - secretAccessKey
#     - secret_access_key
#     - service_account
#   since: 0.1.0
package kubegap.cases.tesla_2018_dashboard.static_cloud_credentials_in_manifest

import data.kubegap.lib.credentials
import data.kubegap.lib.environment
import data.kubegap.lib.objects
import data.kubegap.lib.result
import data.kubegap.lib.workloads

violations contains violation if {
	some workload in workloads.all
	workload.pod_template.object == workload.index
	some c in array.concat(workloads.long_running(workload), workloads.initialising(workload))
	variables := [{"name": variable.name, "text": variable.value} |
		some variable in c.container.env
		is_string(variable.name)
		is_string(variable.value)
	]
	found := _found(variables, variables)

	violation := result.with_level(
		result.at(
			workload,
			array.concat(c.path, ["env"]),
			sprintf("container %v has %s", [c.container.name, _message(found)]),
		),
		_level(workload),
	)
}

violations contains violation if {
	some obj in objects.of_kinds(["ConfigMap", "Secret"])
	not obj.body.sops
	fields := _data(obj)
	some field, entries in fields
	found := _found(entries, array.concat(
		[{"name": obj.name, "text": obj.namespace}],
		[entry | some others in fields; some entry in others],
	))

	violation := result.with_level(
		result.at(obj, [field], concat("", ["has ", _message(found)])),
		_level(obj),
	)
}

# Undefined where nothing is found. No credential is shorter than 37 characters.
_found(entries, context) := found if {
	long := [entry | some entry in entries; count(entry.text) > 36]
	count(long) > 0
	found := credentials.found(long, context)
	count(found) > 0
}

_data(obj) := {"data": _texts(obj.body, "data")} if {
	obj.kind == "ConfigMap"
} else := {"data": _decoded(obj.body), "stringData": _texts(obj.body, "stringData")}

_texts(body, field) := [{"name": key, "text": text} |
	some key, text in body[field]
	is_string(key)
	is_string(text)
]

_decoded(body) := [{"name": key, "text": base64.decode(text)} |
	some key, text in body.data
	is_string(key)
	is_string(text)
	base64.is_valid(text)
]

_message(found) := sprintf(
	"a literal %s in %s, so whoever can read the manifest can act with it",
	[found[0].what, concat(" and ", {one.name | some one in found})],
)

_level(obj) := "warning" if {
	environment.not_production(obj)
} else := "error"
