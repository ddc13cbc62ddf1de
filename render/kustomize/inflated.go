package kustomize

import (
	"sigs.k8s.io/kustomize/api/resource"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// chartObject is an object of a chart.
type chartObject struct {
	identity
	// object is what the renderer of charts knows of it; without a body where it
	// found other objects in the document than kustomize.
	object manifest.Object
}

// chartObjects decodes the documents that a chart rendered to, and notes what the
// objects come from.
func (w *walk) chartObjects(c *chart, manifests []ChartManifest) ([]*resource.Resource, error) {
	var all []*resource.Resource
	for _, m := range manifests {
		objects, err := w.r.decodeObjects([]byte(m.Text))
		if err != nil {
			return nil, err
		}
		all = append(all, objects...)
		for i, object := range objects {
			group, version := manifest.Object{Body: map[string]any{"apiVersion": object.GetApiVersion()}}.GroupVersion()
			known := chartObject{identity: identity{
				group: group, version: version, kind: object.GetKind(),
				namespace: object.GetNamespace(), name: object.GetName(),
			}}
			if len(objects) == len(m.Objects) {
				known.object = m.Objects[i]
			}
			c.objects = append(c.objects, known)
		}
	}
	return all, nil
}
