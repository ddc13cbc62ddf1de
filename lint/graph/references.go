package graph

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// identity names an object within a cluster.
type identity struct{ group, kind, namespace, name string }

// reference is a field that names an object.
type reference struct {
	relation Relation
	target   identity
	path     manifest.Path
	// hint is set where nothing is missing when the target is not there.
	hint bool
}

// named reads a name as that of an object of the kind.
func named(group, kind string) func(any, string) identity {
	return func(value any, namespace string) identity {
		name, _ := value.(string)
		return identity{group, kind, namespace, name}
	}
}

// local reads a mapping that has, under key, the name of an object of a kind of
// the core group in the same namespace.
func local(kind, key string) func(any, string) identity {
	return func(value any, namespace string) identity {
		return identity{"", kind, namespace, text(value, key)}
	}
}

// grouped reads a reference of the Gateway API: group, kind, namespace and
// name, of which all but the name have defaults.
func grouped(group, kind string) func(any, string) identity {
	return func(value any, namespace string) identity {
		return identity{
			textOr(value, "group", group),
			textOr(value, "kind", kind),
			textOr(value, "namespace", namespace),
			text(value, "name"),
		}
	}
}

// backend reads a reference to a Service that may name its kind and namespace;
// one to another kind is none.
func backend(value any, namespace string) identity {
	target := grouped("", "Service")(value, namespace)
	if target.group != "" || target.kind != "Service" {
		return identity{}
	}
	return target
}

// service reads the Service that the API server calls: a namespace and a name.
func service(value any, _ string) identity {
	return identity{"", "Service", text(value, "namespace"), text(value, "name")}
}

// versioned reads apiVersion, kind and name of an object in the same namespace.
func versioned(value any, namespace string) identity {
	kind := textOr(value, "kind", "Deployment")
	group, _, found := strings.Cut(text(value, "apiVersion"), "/")
	if !found {
		group = ""
		switch kind {
		case "Deployment", "StatefulSet", "ReplicaSet", "DaemonSet":
			group = "apps"
		}
	}
	return identity{group, kind, namespace, text(value, "name")}
}

// ingressParameters reads the parameters of an IngressClass.
func ingressParameters(value any, _ string) identity {
	target := identity{text(value, "apiGroup"), text(value, "kind"), "", text(value, "name")}
	if text(value, "scope") == "Namespace" {
		target.namespace = text(value, "namespace")
	}
	return target
}

// destination reads the host of an Istio destination, where it is the name of
// a Service: short, or with its namespace and perhaps the cluster's domain.
// https://istio.io/latest/docs/reference/config/networking/virtual-service/#Destination
func destination(value any, namespace string) identity {
	parts := strings.Split(text(value, "host"), ".")
	switch {
	case len(parts) == 1:
	case len(parts) == 2, parts[2] == "svc":
		namespace = parts[1]
	default:
		return identity{}
	}
	return identity{"", "Service", namespace, parts[0]}
}

// annotated gives the references that object holds in annotations.
func annotated(object *Object) []reference {
	switch object.KindKey() {
	case "networking.k8s.io/Ingress", "extensions/Ingress":
		const key = "kubernetes.io/ingress.class"
		if name := object.Manifest.Annotation(key); name != "" {
			return []reference{{Class, identity{"networking.k8s.io", "IngressClass", "", name}, annotation(key), true}}
		}
	case "Service":
		return backendConfigs(object)
	}
	return nil
}

// backendConfigs reads the annotation by which a Service names a BackendConfig
// for all its ports or for single ones.
// https://cloud.google.com/kubernetes-engine/docs/how-to/ingress-configuration#associating_backendconfig_with_your_ingress
func backendConfigs(object *Object) []reference {
	const key = "cloud.google.com/backend-config"
	var value struct {
		Default string            `json:"default"`
		Ports   map[string]string `json:"ports"`
	}
	if json.Unmarshal([]byte(object.Manifest.Annotation(key)), &value) != nil {
		return nil
	}
	names := []string{value.Default}
	for _, name := range value.Ports {
		names = append(names, name)
	}
	slices.Sort(names)
	var list []reference
	for _, name := range slices.Compact(names) {
		if name != "" {
			target := identity{"cloud.google.com", "BackendConfig", object.Namespace, name}
			list = append(list, reference{UsesBackendConfig, target, annotation(key), false})
		}
	}
	return list
}

func annotation(key string) manifest.Path {
	return manifest.Path{manifest.Key("metadata"), manifest.Key("annotations"), manifest.Key(key)}
}

func text(value any, key string) string {
	s, _ := mapping(value)[key].(string)
	return s
}

func textOr(value any, key, otherwise string) string {
	if s := text(value, key); s != "" {
		return s
	}
	return otherwise
}
