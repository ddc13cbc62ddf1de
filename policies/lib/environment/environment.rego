# METADATA
# description: |
#   What the rendered objects tell of the cluster they are for: where it runs,
#   how large it is, and whether anyone depends on it. A signal is evidence, its
#   absence is none. Each is gathered once per environment and looked up by the
#   object that asks.
package kubegap.lib.environment

import data.kubegap.lib.platform

# METADATA
# description: |
#   Whether the load balancers of the cluster that obj is for come from MetalLB,
#   kube-vip, Cilium, PureLB, k3s or Talos rather than from a cloud, so that
#   nothing is known of who reaches their addresses. Where nothing in the scope
#   of obj speaks for a cloud, a signal anywhere in the repository counts: an
#   address pool usually lies in another directory than the Services. What the
#   user says of the platform counts before all signals.
on_premises(_) if platform.balancers == "on-premises"

on_premises(obj) if {
	not platform.balancers
	some environment in _scope(obj)
	environment in _on_premises
}

on_premises(obj) if {
	not platform.balancers
	count(cloud(obj)) == 0
	count(_on_premises) > 0
}

# METADATA
# description: |
#   The cloud providers that objects in the scope of obj speak of: "alibaba",
#   "aws", "azure", "baidu", "digitalocean", "gcp", "hetzner", "huawei", "ibm",
#   "linode", "oci", "openstack", "scaleway", "tencent". Where the user names the
#   platform it is that one, or none on premises.
cloud(obj) := {platform.cloud} - {"on-premises"} if {
	platform.cloud
} else := {"aws"} if {
	platform.balancers == "aws"
} else := {provider |
	some environment in _scope(obj)
	some provider in _clouds[environment]
}

# METADATA
# description: |
#   Whether the cluster that obj is for is declared to have a single node: a
#   kind or k3d configuration without a second one, a k0s node of the role
#   single, or the storage of minikube.
one_node(obj) if obj.environment in _one_node

# METADATA
# description: |
#   Whether nobody depends on the cluster that obj is for: the user says so, or
#   he says nothing and a word such as dev, test, ci or example stands in the
#   path, the values variant or the namespace of obj. Of the path only what lies
#   below the directory that he asked for counts: who asks for ./examples wants to
#   know. No word proves the opposite: production in a name means nothing.
not_production(obj) if input.units[obj.unit].production == false

not_production(obj) if {
	not input.units[obj.unit].production == true
	some text in _names(obj)
	some word in regex.split(`[^a-z0-9]+`, lower(text))
	word in _trial_words
}

# METADATA
# description: |
#   Whether the cluster that obj is for is OpenShift, which binds platform roles
#   of its own and keeps the node-role.kubernetes.io/master label.
openshift(obj) if {
	some environment in _scope(obj)
	environment in _openshift
}

openshift(obj) if startswith(obj.namespace, "openshift-")

# METADATA
# description: |
#   Whether objects may be missing from what was rendered for the cluster of obj,
#   such as those of a remote chart. Then nothing follows from an absence.
partial(obj) if {
	some environment in _scope(obj)
	input.environments[environment].partial
}

_scope(obj) := array.concat([obj.environment], input.environments[obj.environment].sees)

_names(obj) := [
	object.get(input.units, [obj.unit, "below"], ""),
	object.get(input.units, [obj.unit, "variant"], ""),
	obj.namespace,
]

_trial_words := {
	"ci",
	"demo",
	"demos",
	"dev",
	"development",
	"e2e",
	"example",
	"examples",
	"preview",
	"previews",
	"sample",
	"samples",
	"sandbox",
	"sandboxes",
	"snippets",
	"test",
	"testdata",
	"testing",
	"tests",
	"tutorial",
	"tutorials",
}

_openshift contains e if {
	some e, _ in input.environments
	some group in _groups[e]
	endswith(group, ".openshift.io")
}

_openshift contains e if {
	some e, environment in input.environments
	some i in environment.by_kind.Namespace
	startswith(input.objects[i].name, "openshift-")
}

_one_node contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["kind.x-k8s.io/Cluster"]
	not _second_node(input.objects[i].body)
}

_second_node(body) if body.nodes[1]

_one_node contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["k3d.io/Simple"]
	body := input.objects[i].body
	object.get(body, "servers", 1) == 1
	object.get(body, "agents", 0) == 0
}

_one_node contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["k0sctl.k0sproject.io/Cluster"]
	some host in input.objects[i].body.spec.hosts
	host.role == "single"
}

_one_node contains e if {
	some e, environment in input.environments
	some i in environment.by_kind["storage.k8s.io/StorageClass"]
	input.objects[i].body.provisioner == "k8s.io/minikube-hostpath"
}

# The API groups of each environment.
_groups[e] := groups if {
	some e, environment in input.environments
	groups := {split(kind, "/")[0] |
		some kind, _ in environment.by_kind
		contains(kind, "/")
	}
}

# The annotations of each environment that tell a cloud or a balancer.
_annotations[e] := keys if {
	some e, environment in input.environments
	keys := {key |
		some kind in ["Service", "ServiceAccount", "networking.k8s.io/Ingress"]
		some i in environment.by_kind[kind]
		some key, _ in input.objects[i].body.metadata.annotations
		is_string(key)
	}
}
