package kubegap.lib.drain

# METADATA
# description: |
#   Whether something in the cluster that obj is for delays the end of pods, or
#   adds hooks to them, at admission: the webhook of pod-graceful-drain, or a
#   policy that writes a hook before the stop.
# related_resources:
#   - ref: https://github.com/foriequal0/pod-graceful-drain
by_admission(obj) if {
	some environment in array.concat([obj.environment], input.environments[obj.environment].sees)
	environment in _admitting
}

_admitting contains e if {
	some e, environment in input.environments
	some kind in _webhook_kinds
	some i in environment.by_kind[kind]
	some webhook in input.objects[i].body.webhooks
	contains(json.marshal([webhook.name, webhook.clientConfig]), "pod-graceful-drain")
}

_admitting contains e if {
	some e, environment in input.environments
	some kind in _policy_kinds
	some i in environment.by_kind[kind]
	contains(json.marshal(input.objects[i].body.spec), "preStop")
}

_admitting contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["helm.toolkit.fluxcd.io/HelmRelease"]
	input.objects[i].body.spec.chart.spec.chart == "pod-graceful-drain"
}

_admitting contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["argoproj.io/Application"]
	input.objects[i].body.spec.source.chart == "pod-graceful-drain"
}

_webhook_kinds := {
	"admissionregistration.k8s.io/MutatingWebhookConfiguration",
	"admissionregistration.k8s.io/ValidatingWebhookConfiguration",
}

_policy_kinds := {
	"admissionregistration.k8s.io/MutatingAdmissionPolicy",
	"kyverno.io/ClusterPolicy",
	"kyverno.io/Policy",
	"mutations.gatekeeper.sh/Assign",
	"policies.kyverno.io/MutatingPolicy",
}
