// Package cluster reads the Secrets by which clusters are registered with Argo
// CD: https://argo-cd.readthedocs.io/en/stable/operator-manual/declarative-setup/#clusters
package cluster

import (
	"encoding/base64"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// The cluster that Argo CD itself runs in, where no Secret says otherwise.
const (
	OwnName   = "in-cluster"
	OwnServer = "https://kubernetes.default.svc"
)

// A Secret with this label and value registers a cluster.
const (
	typeLabel   = "argocd.argoproj.io/secret-type"
	typeCluster = "cluster"
)

// Cluster is a cluster that a Secret registers.
type Cluster struct {
	// Object is the Secret, and Labels and Annotations are its.
	Object              manifest.Object
	Labels, Annotations map[string]string
	Name                string
	// Server is the URL of the API server, without slashes at its end.
	Server string
}

// Field is a value of the Secret and where it is written.
type Field struct {
	Value string
	Path  manifest.Path
}

// IsMarked tells whether a Secret registers something with Argo CD: a cluster, or
// what may be meant for one.
func IsMarked(o manifest.Object) bool { return entries(o, "labels")[typeLabel] != "" }

// All gives the clusters that the Secrets among objects register, in the order
// of the objects. One whose name cannot be read, since it is encrypted or
// filled in later, has the text that stands in its place.
func All(objects []manifest.Object) []Cluster {
	var list []Cluster
	for _, o := range objects {
		if o.Kind() != "Secret" || o.APIVersion() != "v1" {
			continue
		}
		c := Cluster{Object: o, Labels: entries(o, "labels"), Annotations: entries(o, "annotations")}
		if c.Labels[typeLabel] != typeCluster {
			continue
		}
		c.Name = c.NameField().Value
		c.Server = strings.TrimRight(c.ServerField().Value, "/")
		list = append(list, c)
	}
	return list
}

// NameField gives the name of the cluster.
func (c Cluster) NameField() Field { return field(c.Object, "name") }

// ServerField gives the URL of the cluster's API server as it is written.
func (c Cluster) ServerField() Field { return field(c.Object, "server") }

// ProjectField gives the project that alone may use the cluster, or "".
func (c Cluster) ProjectField() Field { return field(c.Object, "project") }

func field(o manifest.Object, key string) Field {
	// The API server puts stringData over data.
	if texts, _ := o.Body["stringData"].(map[string]any); texts[key] != nil {
		text, _ := texts[key].(string)
		return Field{text, manifest.Path{manifest.Key("stringData"), manifest.Key(key)}}
	}
	data, _ := o.Body["data"].(map[string]any)
	text, _ := data[key].(string)
	if plain, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text)); err == nil {
		text = string(plain)
	}
	return Field{text, manifest.Path{manifest.Key("data"), manifest.Key(key)}}
}

func entries(o manifest.Object, kind string) map[string]string {
	metadata, _ := o.Body["metadata"].(map[string]any)
	fields, _ := metadata[kind].(map[string]any)
	list := make(map[string]string, len(fields))
	for key, value := range fields {
		if text, ok := value.(string); ok {
			list[key] = text
		}
	}
	return list
}
