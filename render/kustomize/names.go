package kustomize

import (
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// names gives the settings of a layer that change names and namespaces.
func (d *reader) names() []setting {
	var all []setting
	if n := d.root.field("namespace"); n.text() != "" {
		all = append(all, &namespace{node: n, who: "namespace"})
	}
	if n := d.root.field("namePrefix"); n.text() != "" {
		all = append(all, &affix{node: n, who: "namePrefix", prefix: n.text()})
	}
	if n := d.root.field("nameSuffix"); n.text() != "" {
		all = append(all, &affix{node: n, who: "nameSuffix", suffix: n.text()})
	}
	return all
}

// namespace sets the namespace of objects.
type namespace struct {
	node
	who string
	// unsetOnly spares objects that have a namespace.
	unsetOnly bool
	// subjects tells which subjects of a role binding get the namespace: see
	// https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.2/api/filters/namespace/namespace.go
	subjects string
	fields   []fieldSpec
}

func (n *namespace) reaches(o *origin) bool {
	if o.isInflated() {
		return false
	}
	id := o.last()
	if id.kind == "Namespace" {
		id.name = n.text()
	}
	if !o.unscoped && (id.namespace == "" || !n.unsetOnly) {
		id.namespace = n.text()
	}
	o.rename(id.namespace, id.name)
	return true
}

func (n *namespace) set(f *field, under any) (step, bool) {
	if !n.covers(f) || n.unsetOnly && under != (missing{}) && under != "" {
		return step{}, false
	}
	return stepAt(n.who, n.text(), n.node)
}

func (n *namespace) covers(f *field) bool {
	keys := f.keys()
	switch {
	case f.value == (missing{}):
		return false
	case keys == "metadata/namespace":
		return !f.of.unscoped
	case f.kind() == "Namespace" && keys == "metadata/name",
		f.kind() == "APIService" && keys == "spec/service/namespace",
		f.kind() == "CustomResourceDefinition" && keys == "spec/conversion/webhook/clientConfig/service/namespace":
		return true
	case keys == "subjects/namespace" && (f.kind() == "RoleBinding" || f.kind() == "ClusterRoleBinding"):
		return n.coversSubject(f)
	}
	return covers(n.fields, f) || f.loose && f.path[len(f.path)-1] == manifest.Key("namespace")
}

// coversSubject tells whether the subject of a role binding gets the namespace.
func (n *namespace) coversSubject(f *field) bool {
	subject, _ := manifest.Lookup(f.body, f.path[:len(f.path)-1])
	fields, _ := subject.(map[string]any)
	switch n.subjects {
	case "none":
		return f.loose
	case "allServiceAccounts":
		return fields["kind"] == "ServiceAccount" || f.loose
	}
	return fields["name"] == "default" || f.loose
}

// unprefixed are the kinds whose names kustomize leaves alone. See
// https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.2/api/internal/builtins/PrefixTransformer.go
var unprefixed = []string{"CustomResourceDefinition", "APIService", "Namespace"}

// affix puts something before and behind names.
type affix struct {
	node
	who            string
	prefix, suffix string
	// fields are those that an explicit transformer changes; the names of objects
	// where there are none.
	fields []fieldSpec
}

func (a *affix) reaches(o *origin) bool {
	if slices.Contains(unprefixed, o.last().kind) {
		return false
	}
	if len(a.fields) == 0 || slices.ContainsFunc(a.fields, func(s fieldSpec) bool {
		return s.path == "metadata/name" && s.selects(o.last().group, o.last().kind)
	}) {
		o.rename(o.last().namespace, a.prefix+o.last().name+a.suffix)
	}
	return true
}

func (a *affix) set(f *field, under any) (step, bool) {
	text, isText := under.(string)
	if !isText && under != (unknown{}) {
		return step{}, false
	}
	if len(a.fields) == 0 && f.keys() != "metadata/name" || len(a.fields) > 0 && !covers(a.fields, f) {
		return step{}, false
	}
	if !isText {
		return stepAt(a.who, under, a.node)
	}
	return stepAt(a.who, a.prefix+text+a.suffix, a.node)
}
