package kubegap.lib.aws

# METADATA
# description: |
#   Whether an Argo Rollouts controller in scope of obj is told to verify target
#   groups before it goes on.
# related_resources:
#   - ref: https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/
rollouts_verify_targets(obj) if {
	some environment in _scope(obj.environment)
	environment in _verifying
}

_verifying contains e if {
	some e, environment in input.environments
	some kind in ["apps/Deployment", "argoproj.io/Application", "helm.toolkit.fluxcd.io/HelmRelease"]
	some i in environment.by_kind[kind]
	contains(input.objects[i].name, "rollouts")
	contains(json.marshal(input.objects[i].body.spec), "--aws-verify-target-group")
}
