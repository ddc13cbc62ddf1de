package wanted

import (
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// InObjects gives the charts that objects of Flux and Argo CD name. Sources are
// looked for among the objects, too.
func InObjects(objects []manifest.Object) []Reference {
	all := newCluster(objects)
	var found []Reference
	for _, o := range objects {
		group, version := o.GroupVersion()
		f := fields{o.Body, o, nil}
		switch {
		case group == "helm.toolkit.fluxcd.io" && o.Kind() == "HelmRelease":
			found = append(found, all.release(f)...)
		case group == groupSource && o.Kind() == "HelmChart":
			found = append(found, all.chart(f.at("spec"))...)
		case group == "helm.fluxcd.io" && version == "v1" && o.Kind() == "HelmRelease":
			found = append(found, oldRelease(f.at("spec", "chart"))...)
		case group == "argoproj.io" && o.Kind() == "Application":
			found = append(found, application(f.at("spec"))...)
		case group == "argoproj.io" && o.Kind() == "ApplicationSet":
			found = append(found, application(f.at("spec", "template", "spec"))...)
		}
	}
	return tidy(found)
}

// fields reads a mapping in an object, and knows where it stands.
type fields struct {
	body   map[string]any
	object manifest.Object
	path   manifest.Path
}

// at gives a mapping further down; one that is not there is empty.
func (f fields) at(keys ...string) fields {
	for _, key := range keys {
		f.body, _ = f.body[key].(map[string]any)
		f.path = append(f.path[:len(f.path):len(f.path)], manifest.Key(key))
	}
	return f
}

// items gives the mappings of a list.
func (f fields) items(key string) []fields {
	list, _ := f.body[key].([]any)
	var found []fields
	for i, item := range list {
		if body, ok := item.(map[string]any); ok {
			path := append(f.path[:len(f.path):len(f.path)], manifest.Key(key), manifest.Index(i))
			found = append(found, fields{body, f.object, path})
		}
	}
	return found
}

func (f fields) text(key string) string {
	s, _ := f.body[key].(string)
	return s
}

// location gives the place of a key.
func (f fields) location(key string) manifest.Location {
	return f.object.Source.Trace(append(f.path[:len(f.path):len(f.path)], manifest.Key(key))).Location
}

// cluster finds objects by kind and name, whatever their namespace.
type cluster map[[3]string][]manifest.Object

func newCluster(objects []manifest.Object) cluster {
	c := cluster{}
	for _, o := range objects {
		if group, _ := o.GroupVersion(); group == groupSource {
			key := [3]string{group, o.Kind(), o.Name()}
			c[key] = append(c[key], o)
		}
	}
	return c
}

// find gives the objects that a reference may mean. The namespace decides where
// it can: what an overlay sets is not always known here.
func (c cluster) find(group, kind, namespace, name string) []manifest.Object {
	named := c[[3]string{group, kind, name}]
	var exact []manifest.Object
	for _, o := range named {
		if o.Namespace() == namespace {
			exact = append(exact, o)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return named
}

// problem is a reference that cannot be followed.
func problem(at manifest.Location, name, version, message string) []Reference {
	return []Reference{{Location: at, Name: name, Version: version, Problem: message}}
}

// ofRepository is a chart of a repository of charts.
func ofRepository(at manifest.Location, repository, name, version string) Reference {
	return Reference{Location: at, Repository: vendored.Repository(repository), Name: name, Version: vendored.Version(version)}
}
