# METADATA
# description: Selectors that let nodes in by their labels.
package kubegap.lib.nodelabels

import data.kubegap.lib.workloads

# METADATA
# description: |
#   Where the pods of a workload demand a label of their node: {"path": below the
#   pod spec, "value": what the nodeSelector wants, "" elsewhere}. Terms of an
#   affinity are alternatives, so that all of them must demand it; preferred terms
#   demand nothing.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/
demanded(workload, label) := array.concat(
	[{"path": ["nodeSelector", label], "value": value} |
		value := workloads.spec(workload).nodeSelector[label]
		value in {"", "true"}
	],
	[{"path": _terms, "value": ""} |
		requires(object.get(workloads.spec(workload), _terms, []), label)
	],
)

_terms := ["affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms"]

# METADATA
# description: |
#   Whether a selector lets in only nodes that have the label, empty or whatever
#   value: a label selector, a term of an affinity, a list of alternatives, or a
#   selector of Calico. Negations, alternatives and variables in the latter are not
#   followed.
# related_resources:
#   - ref: https://docs.tigera.io/calico/latest/reference/resources/bgppeer
requires(selector, label) if {
	is_array(selector)
	count(selector) > 0
	every alternative in selector {
		_one_requires(alternative, label)
	}
}

requires(selector, label) if _one_requires(selector, label)

requires(selector, label) if {
	is_string(selector)
	contains(selector, label)
	not regex.match(`!|\|\||\bnot\s+in\b|[${]`, selector)
}

_one_requires(selector, label) if selector.matchLabels[label] == ""

_one_requires(selector, label) if {
	some expression in selector.matchExpressions
	expression.key == label
	_positive(expression)
}

_positive(expression) if expression.operator == "Exists"

_positive(expression) if {
	expression.operator == "In"
	every value in expression.values {
		value == ""
	}
}
