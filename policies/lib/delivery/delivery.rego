# METADATA
# description: |
#   What brings an object to its cluster, and which fields it leaves to the cluster
#   once they are there.
package kubegap.lib.delivery

import data.kubegap.lib.objects

# METADATA
# description: |
#   The objects of Flux or Argo CD that deploy the unit of obj; none where nothing
#   in the repository does, or it is not known.
deployers(obj) := [input.objects[i] | some i in _deployers[[by.kind, by.namespace, by.name]]] if {
	by := input.units[obj.unit].deployed_by
} else := []

# Several environments may hold a deployer of the same name.
_deployers[[obj.kind, obj.namespace, obj.name]] contains i if {
	some kind in _deployer_kinds
	some environment in input.environments
	some i in environment.by_kind[kind]
	obj := input.objects[i]
}

_deployer_kinds := {
	"argoproj.io/Application",
	"argoproj.io/ApplicationSet",
	"helm.toolkit.fluxcd.io/HelmRelease",
	"kustomize.toolkit.fluxcd.io/Kustomization",
}

# METADATA
# description: |
#   Whether the number of replicas of a workload survives when its manifest is
#   applied again: what deploys it, or any deployer in the repository where that is
#   not known, is told to leave the field alone.
# related_resources:
#   - ref: https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#respect-ignore-difference-configs
#   - ref: https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources
#   - ref: https://carvel.dev/kapp/docs/latest/hpa-deployment-rebase/
leaves_replicas(workload) if {
	some field in ["annotations", "labels"]
	workload.body.metadata[field]["kustomize.toolkit.fluxcd.io/ssa"] in {"Ignore", "IfNotPresent"}
}

leaves_replicas(workload) if {
	some deployer in _candidates(workload)
	_leaves_replicas(deployer)
}

leaves_replicas(workload) if {
	some config in objects.in_scope(workload, "kapp.k14s.io/Config")
	contains(json.marshal(object.get(config.body, "rebaseRules", [])), `"replicas"`)
}

_candidates(workload) := deployers(workload) if {
	count(deployers(workload)) > 0
} else := [input.objects[i] | some indices in _deployers; some i in indices]

# The option makes a sync respect what the comparison ignores, be that said in the
# Application or for all of them.
_leaves_replicas(deployer) if {
	deployer.group == "argoproj.io"
	text := json.marshal(deployer.body.spec)
	contains(text, "RespectIgnoreDifferences=true")
	_ignores(text)
}

_leaves_replicas(deployer) if {
	deployer.group == "argoproj.io"
	contains(json.marshal(deployer.body.spec), "RespectIgnoreDifferences=true")
	_ignored_by_all
}

# Rules on drift that Flux ignores.
# https://fluxcd.io/blog/2026/08/ignore-rules-drift-detection/
_leaves_replicas(deployer) if {
	deployer.kind == "Kustomization"
	some rule in deployer.body.spec.ignore
	"/spec/replicas" in rule.paths
}

_ignores(text) if regex.match(`/spec/replicas|spec\.replicas|kube-controller-manager`, text)

_ignored_by_all if {
	some environment in input.environments
	some i in environment.by_kind.ConfigMap
	input.objects[i].name == "argocd-cm"
	some key, text in input.objects[i].body.data
	is_string(key)
	startswith(key, "resource.customizations.ignoreDifferences.")
	is_string(text)
	_ignores(text)
}
