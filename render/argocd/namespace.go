package argocd

import (
	"maps"

	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// intoNamespace puts the objects that name no namespace into that of the
// destination, as Argo CD does when it applies them. It does not know the scope
// of kinds that neither Kubernetes nor a definition among the objects declares;
// those are most often namespaced, and cluster-scoped ones lose nothing by it.
func (a *application) intoNamespace(d gitops.Deployment, units []render.Unit) {
	if a.to.namespace == "" {
		return
	}
	gitops.SeekObject(a.c.tree, kindDefinition, "")
	homeless := map[kindName]bool{}
	var definitions []manifest.Object
	for _, u := range units {
		for _, o := range u.Objects {
			if needsNamespace(o) {
				homeless[kindOf(o)] = true
			} else if o.Kind() == kindDefinition {
				definitions = append(definitions, o)
			}
		}
	}
	definitions = append(definitions, d.Environment.Those("apiextensions.k8s.io", kindDefinition, func(o manifest.Object) bool {
		return homeless[defined(o)]
	})...)
	for _, o := range definitions {
		if look(o.Body, "spec", "scope") == "Cluster" {
			delete(homeless, defined(o))
		}
	}
	for i := range units {
		for j, o := range units[i].Objects {
			if needsNamespace(o) && homeless[kindOf(o)] {
				units[i].Objects[j] = a.inNamespace(o, d)
			}
		}
	}
}

// needsNamespace tells whether an object names no namespace, though Kubernetes does
// not know it as one of the cluster.
func needsNamespace(o manifest.Object) bool {
	return o.Namespace() == "" && o.Dialect == "" && !clusterScoped(o)
}

const kindDefinition = "CustomResourceDefinition"

// defined gives the kind that a CustomResourceDefinition defines.
func defined(o manifest.Object) kindName {
	group, _ := look(o.Body, "spec", "group").(string)
	kind, _ := look(o.Body, "spec", "names", "kind").(string)
	return kindName{group, kind}
}

func kindOf(o manifest.Object) kindName {
	group, _ := o.GroupVersion()
	return kindName{group, o.Kind()}
}

func clusterScoped(o manifest.Object) bool {
	namespaced, known := openapi.IsNamespaceScoped(yaml.TypeMeta{APIVersion: o.APIVersion(), Kind: o.Kind()})
	return known && !namespaced
}

// kindName names a kind of objects in all its versions.
type kindName struct{ group, kind string }

// inNamespace gives the object with the namespace of the destination.
func (a *application) inNamespace(o manifest.Object, d gitops.Deployment) manifest.Object {
	metadata := maps.Clone(mapping(o.Body, "metadata"))
	if metadata == nil {
		return o
	}
	metadata["namespace"] = a.to.namespace
	body := maps.Clone(o.Body)
	body["metadata"] = metadata
	return manifest.Object{Body: body, Source: &namespacedSource{Source: o.Source, by: d.Object.Source}}
}

// namespacedSource is the source of an object that has its namespace from the
// Application by.
type namespacedSource struct {
	manifest.Source
	by manifest.Source
}

// Expect implements manifest.Expecting.
func (s *namespacedSource) Expect() { manifest.Expect(s.Source) }

// Trace implements manifest.Source.
func (s *namespacedSource) Trace(path manifest.Path) manifest.Trace {
	if len(path) == 2 && path[0] == manifest.Key("metadata") && path[1] == manifest.Key("namespace") {
		return s.by.Trace(manifest.Path{manifest.Key("spec"), manifest.Key("destination"), manifest.Key("namespace")})
	}
	return s.Source.Trace(path)
}
