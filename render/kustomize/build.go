package kustomize

import (
	"fmt"
	"path"
	"strings"

	"sigs.k8s.io/kustomize/api/resmap"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// maxRuns bounds how often a unit is built: whenever something in it is taken
// out because kustomize stops at it, what is left is built again.
const maxRuns = 100

// build lets krusty build what the walk left, and takes the objects over.
func (w *walk) build(top *layer) {
	for range maxRuns {
		if err := w.ctx.Err(); err != nil {
			w.lose(render.ReasonRender, err.Error(), manifest.Location{File: top.file})
			return
		}
		objects, err := run(w.files, top.dir, w.ownSchema())
		if err == nil {
			w.take(objects, top)
			return
		}
		if !w.remedy(top, err) {
			return
		}
	}
	w.lose(render.ReasonRender, fmt.Sprintf("kustomize stops at more than %d things", maxRuns), manifest.Location{File: top.file})
}

// ownSchema tells whether a kustomization of the unit has the field openapi.
func (w *walk) ownSchema() bool {
	for _, l := range w.layers {
		if l != nil && len(l.spec.OpenAPI) > 0 {
			return true
		}
	}
	return false
}

// take adds the objects that krusty built to the unit.
func (w *walk) take(objects resmap.ResMap, top *layer) {
	origins := &origins{r: w.r, top: top}
	for _, object := range objects.Resources() {
		decoded, err := body(object)
		w.restoreOrigin(top, decoded)
		if err != nil {
			w.lose(render.ReasonRender, w.brief(err), manifest.Location{File: top.file})
			continue
		}
		origins.bodies = append(origins.bodies, decoded)
		w.unit.Objects = append(w.unit.Objects, manifest.Object{
			Body:   decoded,
			Source: &source{origins: origins, index: len(origins.bodies) - 1},
		})
	}
}

// originAnnotation is where kustomize puts the origin of an object for a user
// who asks for it.
const originAnnotation = "config.kubernetes.io/origin"

// restoreOrigin gives an object of a chart the origin that kustomize would have
// given it, had it rendered the chart itself.
func (w *walk) restoreOrigin(top *layer, body map[string]any) {
	metadata, _ := body["metadata"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	text, _ := annotations[originAnnotation].(string)
	file, isPath := strings.CutPrefix(strings.TrimSpace(text), "path: ")
	if !isPath || path.Base(path.Dir(file)) != inflated {
		return
	}
	dir := path.Dir(path.Dir(file))
	if l := w.layers[path.Join(top.dir, dir)]; l != nil {
		annotations[originAnnotation] = fmt.Sprintf("configuredIn: %s\nconfiguredBy:\n  apiVersion: builtin\n  kind: %s\n",
			path.Join(dir, path.Base(l.file)), chartGenerator)
	}
}
