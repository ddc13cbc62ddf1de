# METADATA
# description: |
#   What meets in one cluster, beyond the objects of one kind that package
#   objects looks up: environments, objects by their name, and what the whole
#   repository holds.
package kubegap.lib.scope

# METADATA
# description: |
#   The environment of obj and those that it sees as context, as indices. What is
#   gathered once for each environment is looked up by them.
of(obj) := array.concat([obj.environment], input.environments[obj.environment].sees)

# METADATA
# description: |
#   Whether the other object, judged or not, meets obj in one cluster.
meets(obj, other) if other.environment in of(obj)

# METADATA
# description: |
#   The object of a kind, written as group/Kind, that goes by the name in the
#   cluster of obj. The namespace is "" for what has none. Undefined where there
#   is no such object.
named(obj, kind, namespace, name) := [input.objects[i] |
	some e in of(obj)
	i := input.environments[e].by_name[kind][_key(namespace, name)]
][0]

_key("", name) := name

_key(namespace, name) := concat("/", [namespace, name]) if {
	namespace != ""
	is_string(name)
}

# METADATA
# description: The objects of a kind in all environments, judged or not.
all_of_kind(kind) := [input.objects[i] |
	some environment in input.environments
	some i in environment.by_kind[kind]
]

# METADATA
# description: The kinds of the objects in all environments, judged or not.
all_kinds := {kind |
	some environment in input.environments
	some kind, _ in environment.by_kind
}

# METADATA
# description: |
#   Whether objects of the cluster of obj may be missing, because some unit of its
#   environment could not be rendered as a whole.
partial(obj) if {
	some e in of(obj)
	input.environments[e].partial
}
