// Package manifest reads Kubernetes manifests and remembers where in the
// repository each of their fields stands.
package manifest

import "strings"

// Object is one Kubernetes object. Body is shared by all who hold the object
// and is never changed.
type Object struct {
	// Body is the whole object, decoded as the API server would see it: nil,
	// bool, string, int64, float64, []any and map[string]any.
	Body map[string]any
	// Source finds the object's fields in the repository. It is never nil in
	// an object that a renderer returns.
	Source Source
	// Dialect names the format of a document that is no Kubernetes object but
	// configures a cluster. It is "" for Kubernetes objects.
	Dialect Dialect
}

// Dialect is the format of a configuration document without apiVersion and
// kind.
type Dialect string

// The dialects.
const (
	// DialectKubespray: group_vars of kubespray with kube-proxy settings.
	DialectKubespray Dialect = "kubespray"
	// DialectTalos: a machine configuration, or a patch of one, of Talos Linux.
	DialectTalos Dialect = "talos"
	// DialectK3s: the config.yaml of a k3s or RKE2 server or agent.
	DialectK3s Dialect = "k3s"
)

// Source finds the fields of one object in the repository. It is safe for
// concurrent use.
type Source interface {
	// Trace gives the place of the field that path leads to, and the places that
	// had a part in it. A field that the object lacks has the place of its
	// nearest ancestor that exists. All places lie in files of the repository.
	Trace(path Path) Trace
	// Origin tells what the object was made from.
	Origin() Origin
}

// Expecting is a Source that finds the places of many objects at once, and in less time
// where it knows of which. What it answers does not depend on it.
type Expecting interface {
	Source
	// Expect tells that there will be questions about the object.
	Expect()
}

// Expect tells a source that there will be questions about its object, before the first
// one about any.
func Expect(s Source) {
	if e, ok := s.(Expecting); ok {
		e.Expect()
	}
}

// Origin names what an object was made from: an object in a file, an entry of a
// generator, or a template. It stays the same when lines move, when an overlay
// is renamed, and when values change that a template makes up on each rendering.
type Origin struct {
	// File is the file that holds or prints the object, relative to the
	// repository root.
	File string
	// Namespace and Name are those that the object has there, before overlays
	// change them. Text that differs on each rendering is replaced by "*".
	Namespace, Name string
}

// APIVersion gives the object's apiVersion, or "".
func (o Object) APIVersion() string { return text(o.Body, "apiVersion") }

// Kind gives the object's kind, or "".
func (o Object) Kind() string { return text(o.Body, "kind") }

// Name gives metadata.name, or "".
func (o Object) Name() string { return text(o.metadata(), "name") }

// Namespace gives metadata.namespace, or "" where the manifest names none.
func (o Object) Namespace() string { return text(o.metadata(), "namespace") }

// Annotation gives the value of an annotation, or "".
func (o Object) Annotation(key string) string {
	annotations, _ := o.metadata()["annotations"].(map[string]any)
	return text(annotations, key)
}

// GroupVersion splits apiVersion; the core group is "".
func (o Object) GroupVersion() (group, version string) {
	group, version, found := strings.Cut(o.APIVersion(), "/")
	if !found {
		return "", group
	}
	return group, version
}

func (o Object) metadata() map[string]any {
	m, _ := o.Body["metadata"].(map[string]any)
	return m
}

func text(m map[string]any, key string) string {
	s, _ := m[key].(string)
	return s
}
