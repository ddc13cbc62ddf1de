package appset

import (
	"fmt"
	"slices"
)

// selector is a label selector. Values may be any texts, such as URLs. See
// https://github.com/argoproj/argo-cd/blob/master/applicationset/utils/selector.go
type selector struct {
	labels       map[string]string
	requirements []requirement
}

type requirement struct {
	key, operator string
	values        []string
}

// newSelector reads a selector; nil takes everything.
func newSelector(spec any) (selector, error) {
	fields, _ := spec.(map[string]any)
	s := selector{labels: texts(fields["matchLabels"])}
	expressions, _ := fields["matchExpressions"].([]any)
	for _, e := range expressions {
		r, err := newRequirement(e)
		if err != nil {
			return s, err
		}
		s.requirements = append(s.requirements, r)
	}
	return s, nil
}

func newRequirement(spec any) (requirement, error) {
	fields, _ := spec.(map[string]any)
	var r requirement
	r.key, _ = fields["key"].(string)
	r.operator, _ = fields["operator"].(string)
	values, _ := fields["values"].([]any)
	for _, v := range values {
		text, _ := v.(string)
		r.values = append(r.values, text)
	}
	switch r.operator {
	case "In", "NotIn":
		if len(r.values) == 0 {
			return r, fmt.Errorf("the operator %s for %s in a selector needs values", r.operator, r.key)
		}
	case "Exists", "DoesNotExist":
		if len(r.values) > 0 {
			return r, fmt.Errorf("the operator %s for %s in a selector has no values", r.operator, r.key)
		}
	default:
		return r, fmt.Errorf("%q is no operator of a selector", r.operator)
	}
	return r, nil
}

func (s selector) empty() bool { return len(s.labels)+len(s.requirements) == 0 }

func (s selector) matches(labels map[string]string) bool {
	for key, value := range s.labels {
		if actual, ok := labels[key]; !ok || actual != value {
			return false
		}
	}
	return !slices.ContainsFunc(s.requirements, func(r requirement) bool { return !r.matches(labels) })
}

func (r requirement) matches(labels map[string]string) bool {
	value, exists := labels[r.key]
	switch r.operator {
	case "In":
		return exists && slices.Contains(r.values, value)
	case "NotIn":
		return !exists || !slices.Contains(r.values, value)
	case "Exists":
		return exists
	}
	return !exists
}
