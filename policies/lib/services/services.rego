# METADATA
# description: |
#   Services that something names and that are not in scope: whether they may be
#   made elsewhere, and what there is in their place. What is missing is an entry of
#   objects.unresolved.
package kubegap.lib.services

# METADATA
# description: |
#   What there is in place of a Service that a route names and that is not in scope:
#   {"text": the middle of a message, "level": "warning" where it speaks for a mistake,
#   else "note"}. Undefined if there is nothing.
instead(route, missing) := {"text": sprintf("the only one of that name is in namespace %s, so requests get an error", [namespace]), "level": "warning"} if {
	namespaces := {input.objects[i].namespace |
		some e in _scope(route)
		some i, _ in _by_name[[e, missing.name]]
	}
	count(namespaces) == 1
	some namespace in namespaces
} else := {"text": sprintf("that has %s, to which nothing routes, so requests get an error", [near]), "level": "warning"} if {
	near := sort([name |
		some key in _near(missing.name)
		name := _unrouted[[route.environment, missing.namespace, key]]
	])[0]
} else := {"text": sprintf("here that has only %s, so requests get an error unless it is made elsewhere", [others]), "level": "note"} if {
	others := _listed[[route.environment, missing.namespace]]
}

# The Services of each environment that no route leads to, by namespace and by what
# a name that is near theirs may look for.
_unrouted := object.union_n([{[e, service.namespace, key]: service.name} |
	some e, environment in input.environments
	some i in environment.by_kind.Service
	service := input.objects[i]
	not service.linked_by.routes_to
	some key in array.concat(
		[_bare(service.name), _letters(service.name), concat("", ["name ", service.name])],
		[concat("", ["less ", text]) | some text in _shortened(service.name)],
	)
])

# A name that differs by a word for Service, by two letters that changed places, or
# by one letter less or more.
_near(name) := array.concat(
	[_bare(name), _letters(name), concat("", ["less ", name])],
	[concat("", ["name ", text]) | some text in _shortened(name)],
)

_bare(name) := concat("", ["bare ", regex.replace(name, `-?(service|svc)$`, "")])

_letters(name) := concat("", ["letters ", concat("", sort(split(name, "")))])

_shortened(name) := {concat("", [substring(name, 0, i), substring(name, i + 1, -1)]) |
	count(name) > 3
	some i, letter in split(name, "")
	regex.match(`[a-z]`, letter)
}

# The names of the Services of each environment and namespace.
_listed := {key: _some_of(object.keys(names)) |
	some key, names in object.union_n([{[e, input.objects[i].namespace]: {input.objects[i].name: true}} |
		some e, environment in input.environments
		some i in environment.by_kind.Service
	])
}

_some_of(names) := concat(", ", sort(names)) if {
	count(names) <= 4
} else := sprintf("%s and %d more", [concat(", ", array.slice(sort(names), 0, 3)), count(names) - 3])

# The Services of each environment, by name alone.
_by_name := object.union_n([{[e, input.objects[i].name]: {i: true}} |
	some e, environment in input.environments
	some i in environment.by_kind.Service
])

_scope(obj) := array.concat([obj.environment], input.environments[obj.environment].sees)
