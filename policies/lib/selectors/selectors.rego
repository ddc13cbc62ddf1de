# METADATA
# description: |
#   Label selectors in a pod template, which the program does not follow itself:
#   those of topology spread constraints and of affinity terms.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/label-selector/
package kubegap.lib.selectors

import data.kubegap.lib.values

# METADATA
# description: |
#   Whether the selector chooses pods with the labels. An empty selector chooses
#   all, one that is absent none.
matches(selector, labels) if {
	is_object(selector)
	every key, value in pairs(selector) {
		labels[key] == value
	}
	every expression in expressions(selector) {
		_holds(expression, labels)
	}
}

# METADATA
# description: The matchLabels of the selector, {} where it has none.
pairs(selector) := selector.matchLabels if {
	is_object(selector.matchLabels)
} else := {}

# METADATA
# description: The matchExpressions of the selector, [] where it has none.
expressions(selector) := [expression |
	some expression in selector.matchExpressions
	is_string(expression.key)
	is_string(expression.operator)
] if {
	is_array(selector.matchExpressions)
} else := []

# METADATA
# description: The label keys that the selector speaks of.
keys(selector) := object.keys(pairs(selector)) | {expression.key | some expression in expressions(selector)}

# METADATA
# description: |
#   Whether placeholders keep one from telling what the selector chooses among
#   pods with the labels.
unknown(selector, labels) if {
	some key, value in pairs(selector)
	some text in [key, value, object.get(labels, key, "")]
	values.unknown(text)
}

unknown(selector, labels) if {
	some expression in expressions(selector)
	values.unknown(labels[expression.key])
}

unknown(selector, _) if {
	some expression in expressions(selector)
	some text in expression.values
	values.unknown(text)
}

# METADATA
# description: |
#   The selector as messages write it: app=web,tier in (a,b).
text(selector) := concat(",", array.concat(
	[sprintf("%s=%v", [key, value]) | some key, value in pairs(selector)],
	[_expression(expression) | some expression in expressions(selector)],
))

_expression(expression) := sprintf("%s %s (%s)", [
	expression.key,
	lower(expression.operator),
	concat(",", [sprintf("%v", [value]) | some value in expression.values]),
]) if {
	expression.values[0]
} else := sprintf("%s %s", [expression.key, lower(expression.operator)])

_holds(expression, labels) if {
	expression.operator == "In"
	labels[expression.key] in expression.values
}

_holds(expression, labels) if {
	expression.operator == "NotIn"
	not object.get(labels, expression.key, null) in expression.values
}

_holds(expression, labels) if {
	expression.operator == "Exists"
	expression.key in object.keys(labels)
}

_holds(expression, labels) if {
	expression.operator == "DoesNotExist"
	not expression.key in object.keys(labels)
}
