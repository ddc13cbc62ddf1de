package kubegap.lib.resources

# METADATA
# description: |
#   The entries of type Container in the LimitRanges of the namespace that the pods
#   of obj live in, each {"object": the LimitRange, "path": of the entry, "item": the
#   entry with the defaults of the API}: a default limit comes from max, a default
#   request from the default limit, then from min.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/policy/limit-range/
#   - ref: https://github.com/kubernetes/kubernetes/blob/master/pkg/apis/core/v1/defaults.go
ranges(obj) := [entry |
	some entry in entries(obj)
	entry.item.type == "Container"
]

# METADATA
# description: The same for entries of every type, those of Pod included.
entries(obj) := [entry |
	some e in array.concat([obj.environment], input.environments[obj.environment].sees)
	some entry in _entries[e][_place(obj)]
]

# METADATA
# description: |
#   The default limit or request ("default", "defaultRequest") that a container
#   without one of its own gets: {"value", "object", "path"}. Undefined where there
#   is none, and where LimitRanges differ, of which any may win.
range_default(obj, field, resource) := defaults[0] if {
	defaults := [{"value": value, "object": entry.object, "path": array.concat(entry.path, _source(entry, field, resource))} |
		some entry in ranges(obj)
		value := entry.item[field][resource]
	]
	count({found.value | some found in defaults}) == 1
}

# The field that the default is written in.
_source(entry, field, resource) := [source, resource] if {
	written := object.get(entry.object.body, entry.path, {})
	source := [name |
		some name in {"default": ["default", "max"], "defaultRequest": ["defaultRequest", "default", "max", "min"]}[field]
		_written(written, name, resource)
	][0]
}

_written(item, name, resource) if {
	amount := item[name][resource]
	not is_null(amount)
}

_entries[e][place] contains entry if {
	some e, environment in input.environments
	some i in environment.by_kind.LimitRange
	limit_range := input.objects[i]
	place := _place(limit_range)
	some n, item in limit_range.body.spec.limits
	is_object(item)
	entry := {
		"object": limit_range,
		"path": ["spec", "limits", n],
		"item": _with_defaults(item),
	}
}

# Objects without a namespace go wherever their manifest is applied to, so they
# meet only if one manifest holds them.
_place(obj) := obj.namespace if {
	obj.body.metadata.namespace
} else := obj.namespace if {
	obj.namespace != "default"
} else := concat("\n", ["", obj.unit])

_with_defaults(item) := object.union(item, {"default": limits, "defaultRequest": requests}) if {
	item.type == "Container"
	limits := object.union(_amounts(item, "max"), _amounts(item, "default"))
	requests := object.union_n([_amounts(item, "min"), limits, _amounts(item, "defaultRequest")])
} else := item

_amounts(item, field) := amounts if {
	amounts := item[field]
	is_object(amounts)
} else := {}
