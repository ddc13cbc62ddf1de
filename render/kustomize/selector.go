package kustomize

import (
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/resid"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
)

// selector tells which objects a patch or a replacement is for.
type selector struct {
	types.Selector
	pattern *types.SelectorRegex
}

// newSelector reads a selector; nil where there is none. One that kustomize would
// refuse selects nothing.
func newSelector(n node) *selector {
	if _, ok := n.value.(map[string]any); !ok {
		return nil
	}
	s := &selector{Selector: types.Selector{
		ResId: resid.ResId{
			Gvk: resid.Gvk{
				Group:   n.field("group").text(),
				Version: n.field("version").text(),
				Kind:    n.field("kind").text(),
			},
			Name:      n.field("name").text(),
			Namespace: n.field("namespace").text(),
		},
		AnnotationSelector: n.field("annotationSelector").text(),
		LabelSelector:      n.field("labelSelector").text(),
	}}
	s.pattern, _ = types.NewSelectorRegex(&s.Selector)
	return s
}

// selects tells whether the selector is for an object as it is by now. Its name
// and namespace may also be those that it had at first.
func (s *selector) selects(o *origin) bool {
	if s.pattern == nil {
		return false
	}
	first, last := o.first(), o.last()
	return s.pattern.MatchGvk(resid.Gvk{Group: last.group, Version: last.version, Kind: last.kind}) &&
		(s.pattern.MatchName(first.name) || s.pattern.MatchName(last.name)) &&
		(s.pattern.MatchNamespace(effective(first.namespace)) || s.pattern.MatchNamespace(effective(last.namespace))) &&
		s.selectsLabels(o)
}

// selectsLabels tells whether the selectors of labels and annotations fit.
func (s *selector) selectsLabels(o *origin) bool {
	return fitsLabels(s.LabelSelector, o.labels) && fitsLabels(s.AnnotationSelector, o.annotations)
}

func fitsLabels(expression string, pairs map[string]string) bool {
	if expression == "" {
		return true
	}
	object := kyaml.NewMapRNode(nil)
	if err := object.SetLabels(pairs); err != nil {
		return false
	}
	fits, err := object.MatchesLabelSelector(expression)
	return err == nil && fits
}
