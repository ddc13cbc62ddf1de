# METADATA
# description: |
#   What deploys an object: the Kustomization or HelmRelease of Flux, or the
#   Application of Argo CD, from which the program rendered it.
package kubegap.lib.gitops

import data.kubegap.lib.objects

# METADATA
# description: |
#   The reference to what deploys obj: {"kind", "namespace", "name"}. Undefined for
#   an object that nothing deploys.
deployer(obj) := input.units[obj.unit].deployed_by

# METADATA
# description: How messages name a deployer, such as "Kustomization flux-system/apps".
named(reference) := sprintf("%s %s", [reference.kind, reference.name]) if {
	reference.namespace == ""
} else := sprintf("%s %s/%s", [reference.kind, reference.namespace, reference.name])

# METADATA
# description: |
#   The object that deploys obj. Undefined where it is not in sight, as the
#   Applications that an ApplicationSet makes.
owner(obj) := input.objects[i] if {
	by := deployer(obj)
	i := input.environments[obj.environment].by_name[_keys[by.kind]][_full_name(by)]
} else := input.objects[_elsewhere[obj.unit]]

# By the unit: the only object of that name in the clusters that have such objects. It
# deploys to another cluster than its own.
_elsewhere[unit] := index if {
	some unit, fields in input.units
	by := fields.deployed_by
	found := {i | some environment in _holders; i := environment.by_name[_keys[by.kind]][_full_name(by)]}
	count(found) == 1
	some index in found
}

_holders := [environment |
	some environment in input.environments
	some kind in object.keys(environment.by_kind)
	kind in {key | some key in _keys}
]

_keys := {
	"Application": "argoproj.io/Application",
	"HelmRelease": "helm.toolkit.fluxcd.io/HelmRelease",
	"Kustomization": "kustomize.toolkit.fluxcd.io/Kustomization",
}

_full_name(reference) := sprintf("default/%s", [reference.name]) if {
	reference.namespace == ""
} else := sprintf("%s/%s", [reference.namespace, reference.name])

# METADATA
# description: |
#   The Kustomization of Flux that obj reaches the cluster by, directly or through a
#   HelmRelease. Undefined where it is not in sight.
kustomization(obj) := found if {
	found := owner(obj)
	found.kind == "Kustomization"
} else := found if {
	release := owner(obj)
	release.kind == "HelmRelease"
	found := owner(release)
	found.kind == "Kustomization"
}

# METADATA
# description: |
#   Whether a Kustomization of Flux deletes obj from the cluster when the manifest
#   is gone from its path.
# related_resources:
#   - https://fluxcd.io/flux/components/kustomize/kustomizations/#prune
pruned_by_flux(obj, kustomization) if {
	kustomization.body.spec.prune == true
	not kustomization.body.spec.suspend == true
	not kept_by_flux(obj)
	not immortal(obj)
}

# METADATA
# description: Whether obj tells Flux not to delete it.
kept_by_flux(obj) if {
	some metadata in ["annotations", "labels"]
	some setting in ["prune", "reconcile"]
	value := obj.body.metadata[metadata][concat("/", ["kustomize.toolkit.fluxcd.io", setting])]
	is_string(value)
	lower(value) == "disabled"
}

kept_by_flux(obj) if text_annotation(obj, "kustomize.toolkit.fluxcd.io/ssa") == "ignore"

# METADATA
# description: An annotation of obj in lower case; undefined where it is no text.
text_annotation(obj, key) := lower(value) if {
	value := objects.annotation(obj, key)
	is_string(value)
}

# METADATA
# description: |
#   What keeps data in the namespace of a Namespace object.
stateful_in(namespace) := [obj |
	some obj in objects.linking(namespace, "lives_in")
	stateful(obj)
]

# METADATA
# description: |
#   Whether obj keeps data: a claim, a StatefulSet with claims of its own, or a database
#   of a well-known operator.
# scope: document
stateful(obj) if {
	obj.kind == "PersistentVolumeClaim"
	obj.group == ""
}

stateful(obj) if {
	obj.kind == "StatefulSet"
	is_array(obj.body.spec.volumeClaimTemplates)
	count(obj.body.spec.volumeClaimTemplates) > 0
}

stateful(obj) if concat("/", [obj.group, obj.kind]) in {
	"acid.zalan.do/postgresql",
	"k8s.mariadb.com/MariaDB",
	"kafka.strimzi.io/Kafka",
	"mongodbcommunity.mongodb.com/MongoDBCommunity",
	"postgres-operator.crunchydata.com/PostgresCluster",
	"postgresql.cnpg.io/Cluster",
	"psmdb.percona.com/PerconaServerMongoDB",
	"pxc.percona.com/PerconaXtraDBCluster",
}

# METADATA
# description: |
#   Whether obj is a hook of Helm or of Argo CD, which is made and removed around a
#   deployment.
hook(obj) if {
	some key in ["argocd.argoproj.io/hook", "helm.sh/hook"]
	objects.annotation(obj, key)
}

# METADATA
# description: Whether obj is an object of Flux or Argo CD that deploys others.
deploys(obj) if concat("/", [obj.group, obj.kind]) in {
	"argoproj.io/Application",
	"argoproj.io/ApplicationSet",
	"helm.toolkit.fluxcd.io/HelmRelease",
	"kustomize.toolkit.fluxcd.io/Kustomization",
}

# METADATA
# description: Whether obj is a Namespace that the API server never lets go.
# related_resources:
#   - https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go
immortal(obj) if {
	obj.kind == "Namespace"
	obj.name in {"default", "kube-public", "kube-system"}
}
