# METADATA
# description: |
#   The objects under judgement, and how to get from one to another. Policies
#   reach the input through this package only.
package kubegap.lib.objects

# METADATA
# description: |
#   The judged objects of a kind, in input order. A kind is written group/Kind,
#   or Kind in the core group: "apps/Deployment", "Service".
of_kind(kind) := [input.objects[i] | some i in input.by_kind[kind]]

# METADATA
# description: The judged objects of any of the kinds.
of_kinds(kinds) := [input.objects[i] |
	some kind in kinds
	some i in input.by_kind[kind]
]

# METADATA
# description: |
#   The objects of a kind that meet obj in one cluster, judged or not: those of
#   its own environment, and those that its environment sees as context.
in_scope(obj, kind) := [input.objects[i] |
	some environment in _scope(obj.environment)
	some i in input.environments[environment].by_kind[kind]
]

# METADATA
# description: |
#   The object of that kind, namespace ("" for a cluster-scoped kind) and name that
#   meets obj in one cluster, judged or not. Undefined where none is in scope.
named(obj, kind, namespace, name) := [input.objects[i] |
	some environment in _scope(obj.environment)
	i := input.environments[environment].by_name[kind][_key(namespace, name)]
][0]

_key("", name) := name

_key(namespace, name) := concat("/", [namespace, name]) if namespace != ""

# METADATA
# description: The kinds, as group/Kind or Kind, that meet obj in one cluster.
kinds_in_scope(obj) := {kind |
	some environment in _scope(obj.environment)
	some kind, _ in input.environments[environment].by_kind
}

_scope(environment) := array.concat([environment], input.environments[environment].sees)

# METADATA
# description: |
#   The objects that obj refers to by a relation, for instance "selects" or
#   "routes_to". Each stands once, in input order.
linked(obj, relation) := [input.objects[i] | some i in {link.object | some link in obj.links[relation]}]

# METADATA
# description: |
#   The references of obj by a relation: {"object": the target, "path": the
#   field of obj that holds the reference}.
references(obj, relation) := [{"object": input.objects[link.object], "path": link.path} |
	some link in obj.links[relation]
]

# METADATA
# description: The objects that refer to obj by a relation.
linking(obj, relation) := [input.objects[i] | some i in obj.linked_by[relation]]

# METADATA
# description: |
#   The references of obj by a relation whose target is not in scope. Nothing
#   is known of it: it may exist outside of what was rendered.
unresolved(obj, relation) := object.get(obj.unresolved, relation, [])

# METADATA
# description: Whether parts of the unit that obj belongs to may be missing.
partial(obj) if input.units[obj.unit].partial

# METADATA
# description: An annotation of obj, or undefined.
annotation(obj, key) := obj.body.metadata.annotations[key]

# METADATA
# description: A label of obj, or undefined.
label(obj, key) := obj.body.metadata.labels[key]

# METADATA
# description: |
#   How messages name obj, such as "Deployment shop/web": the kind alone where obj
#   has no name, as configuration files of kube-proxy and the kubelet.
title(obj) := obj.kind if {
	obj.name == ""
} else := sprintf("%s %s/%s", [obj.kind, obj.body.metadata.namespace, obj.name]) if {
	obj.body.metadata.namespace
} else := sprintf("%s %s", [obj.kind, obj.name])
