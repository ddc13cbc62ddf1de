package kustomize

import (
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// fieldSpec names fields of the objects of a kind, as the configurations of
// transformers do.
type fieldSpec struct {
	group, kind string
	// path has the keys that lead to the field, without the sequences on the
	// way: spec/containers/image.
	path string
}

// fieldSpecs reads a list of them.
func fieldSpecs(n node) []fieldSpec {
	var all []fieldSpec
	for _, item := range n.items() {
		path := strings.TrimPrefix(strings.ReplaceAll(item.field("path").text(), "[]", ""), "/")
		all = append(all, fieldSpec{item.field("group").text(), item.field("kind").text(), path})
	}
	return all
}

func (s fieldSpec) selects(group, kind string) bool {
	return (s.group == "" || s.group == group) && (s.kind == "" || s.kind == kind)
}

// covers tells whether one of the specs names a field.
func covers(specs []fieldSpec, f *field) bool { return coversKeys(specs, f, f.keys()) }

// coversKeys tells whether one of the specs names what keys lead to in the object
// of a field.
func coversKeys(specs []fieldSpec, f *field, keys string) bool {
	group, _ := manifest.Object{Body: f.body}.GroupVersion()
	return slices.ContainsFunc(specs, func(s fieldSpec) bool {
		return s.path == keys && s.selects(group, f.kind())
	})
}

// keysOf gives the keys of a path in the form of a fieldSpec.
func keysOf(path manifest.Path) string {
	var keys []string
	for _, step := range path {
		if !step.IsIndex() {
			keys = append(keys, strings.ReplaceAll(step.Key(), "/", `\/`))
		}
	}
	return strings.Join(keys, "/")
}
