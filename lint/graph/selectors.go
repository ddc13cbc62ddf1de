package graph

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// selector chooses workloads by the labels of their pods.
type selector struct {
	// pairs are the labels that must be there with their values, sorted by key.
	pairs       []label
	expressions []expression
	// namespaces are those in which it chooses; everywhere is set where it
	// chooses in all.
	namespaces []string
	everywhere bool
	path       manifest.Path
}

type label struct{ key, value string }

// expression is one entry of matchExpressions.
type expression struct {
	key, operator string
	values        []string
}

// selectorOf gives the selector by which object chooses pods; nil where it has
// none, or one that chooses nothing.
func selectorOf(object *Object) *selector {
	spec := mapping(object.Manifest.Body["spec"])
	switch object.KindKey() {
	case "Service":
		pairs := labelsOf(spec["selector"])
		if len(pairs) == 0 {
			return nil
		}
		return &selector{pairs: pairs, namespaces: []string{object.Namespace}, path: fieldPath("spec", "selector")}
	case "policy/PodDisruptionBudget":
		// An empty selector chooses all pods in policy/v1, none before.
		// https://kubernetes.io/docs/reference/using-api/deprecation-guide/#poddisruptionbudget-v125
		chosen := labelSelector(spec["selector"])
		if chosen == nil || object.Version != "v1" && len(chosen.pairs)+len(chosen.expressions) == 0 {
			return nil
		}
		return chosen.in(object.Namespace, "spec", "selector")
	case "networking.k8s.io/NetworkPolicy":
		chosen := labelSelector(spec["podSelector"])
		if chosen == nil { // optional since Kubernetes 1.35, with the meaning of an empty one
			chosen = &selector{}
		}
		return chosen.in(object.Namespace, "spec", "podSelector")
	case "monitoring.coreos.com/PodMonitor": // https://prometheus-operator.dev/docs/api-reference/api/#monitoring.coreos.com/v1.PodMonitorSpec
		chosen := labelSelector(spec["selector"])
		if chosen == nil {
			return nil
		}
		chosen.in(object.Namespace, "spec", "selector")
		namespaces := mapping(spec["namespaceSelector"])
		chosen.everywhere = namespaces["any"] == true
		if names := texts(namespaces["matchNames"]); len(names) > 0 {
			chosen.namespaces = names
		}
		return chosen
	}
	return nil
}

// labelSelector reads a LabelSelector; nil stands for none.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/label-selector/
func labelSelector(value any) *selector {
	body, ok := value.(map[string]any)
	if !ok {
		return nil
	}
	s := &selector{pairs: labelsOf(body["matchLabels"])}
	list, _ := body["matchExpressions"].([]any)
	for _, item := range list {
		s.expressions = append(s.expressions, expression{text(item, "key"), text(item, "operator"), texts(mapping(item)["values"])})
	}
	return s
}

func (s *selector) in(namespace string, path ...string) *selector {
	s.namespaces = []string{namespace}
	s.path = fieldPath(path...)
	return s
}

// matches tells whether pods with the labels are chosen, given that their
// namespace is.
func (s *selector) matches(labels map[string]any) bool {
	for _, pair := range s.pairs {
		if labels[pair.key] != pair.value {
			return false
		}
	}
	for _, e := range s.expressions {
		if !e.matches(labels) {
			return false
		}
	}
	return true
}

// matches is false for an operator that Kubernetes does not know.
func (e expression) matches(labels map[string]any) bool {
	value, found := labels[e.key].(string)
	switch e.operator {
	case "In":
		return found && slices.Contains(e.values, value)
	case "NotIn":
		return !found || !slices.Contains(e.values, value)
	case "Exists":
		return found
	case "DoesNotExist":
		return !found
	}
	return false
}

// labelsOf gives the entries of a mapping whose values are strings, by key. An
// entry with another value, which the API server refuses, matches no pod.
func labelsOf(value any) []label {
	body := mapping(value)
	list := make([]label, 0, len(body))
	for _, key := range slices.Sorted(maps.Keys(body)) {
		value, _ := body[key].(string)
		list = append(list, label{key, value})
	}
	return list
}

// rarest gives the index of the pair with the smallest count, the first of
// equals.
func rarest(pairs []label, count func(label) int) int {
	best := 0
	for i := 1; i < len(pairs); i++ {
		if cmp.Less(count(pairs[i]), count(pairs[best])) {
			best = i
		}
	}
	return best
}

func texts(value any) []string {
	list, _ := value.([]any)
	var result []string
	for _, item := range list {
		if s, ok := item.(string); ok {
			result = append(result, s)
		}
	}
	return result
}

func fieldPath(keys ...string) manifest.Path {
	path := make(manifest.Path, len(keys))
	for i, key := range keys {
		path[i] = manifest.Key(key)
	}
	return path
}
