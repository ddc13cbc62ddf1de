# METADATA
# description: Kyverno's policies, and the release of its chart.
package kubegap.lib.kyverno

import data.kubegap.lib.objects
import data.kubegap.lib.releases

# METADATA
# description: |
#   The policies in the scope of obj that fail closed on admission: their failure policy
#   is Fail or not set, and they validate, mutate or verify images when an object is
#   written.
# related_resources:
#   - ref: https://kyverno.io/docs/policy-types/cluster-policy/policy-settings
fail_closed_policies(obj) := [policy |
	some kind in [
		"kyverno.io/ClusterPolicy",
		"kyverno.io/Policy",
		"policies.kyverno.io/ImageValidatingPolicy",
		"policies.kyverno.io/MutatingPolicy",
		"policies.kyverno.io/ValidatingPolicy",
	]
	some policy in objects.in_scope(obj, kind)
	_failure_policy(policy.body.spec) == "Fail"
	_admits(policy)
]

_failure_policy(spec) := object.get(
	spec,
	["webhookConfiguration", "failurePolicy"],
	object.get(spec, "failurePolicy", "Fail"),
)

_admits(policy) if {
	policy.group == "policies.kyverno.io"
	not policy.body.spec.evaluation.admission.enabled == false
	object.get(policy.body.spec, ["evaluation", "mode"], "Kubernetes") == "Kubernetes"
}

_admits(policy) if {
	policy.group == "kyverno.io"
	not policy.body.spec.admission == false
	some rule in policy.body.spec.rules
	_on_admission(rule)
}

_on_admission(rule) if rule.validate

_on_admission(rule) if rule.verifyImages

_on_admission(rule) if {
	rule.mutate
	not rule.mutate.targets
}

# METADATA
# description: |
#   What the judged releases make of Kyverno's chart, each {"object", "replicas": of the
#   admission controller, "path": to that value, "forced_open": whether every policy is
#   made to fail open}, unless placeholders stand for these. Before version 3 of the chart the number was in replicaCount.
# related_resources:
#   - ref: https://github.com/kyverno/kyverno/blob/main/charts/kyverno/README.md
installed := [chart |
	some release in releases.of({"kyverno"})
	key := _replicas_key(release.version)
	not _placeholder(release.values, "admissionController")
	not _placeholder(release.values, "features")
	chart := {
		"object": release.object,
		"replicas": _or_one(object.get(release.values, key, 1)),
		"path": array.concat(release.path, key),
		"forced_open": object.get(release.values, ["features", "forceFailurePolicyIgnore", "enabled"], false) == true,
	}
]

_placeholder(values, field) if is_string(values[field])

_placeholder(values, _) if is_string(values.features.forceFailurePolicyIgnore)

_replicas_key(version) := ["replicaCount"] if {
	regex.match(`^v?2\.`, version)
} else := ["admissionController", "replicas"]

_or_one(null) := 1

_or_one(number) := number if is_number(number)
