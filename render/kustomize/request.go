package kustomize

import (
	"context"
	"encoding/json"
	"maps"
	"path"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Request asks for what kustomize makes of a directory, or of objects, when a
// controller such as Flux or Argo CD has put fields of its own into the
// kustomization.
type Request struct {
	// Path is the directory of the kustomization; "" where Objects are given.
	Path string
	// Objects take the place of a directory.
	Objects []manifest.Object
	// New tells that there is no kustomization: Edit makes it from an empty one.
	New bool
	// Edit changes the kustomization as the controller does. It may be called more
	// than once.
	Edit func(k *types.Kustomization)
	// KubeVersion is the version of Kubernetes for charts that name none; "" leaves
	// it to what renders them.
	KubeVersion string
	// At is the mapping in which the controller's fields stand, and Names gives the
	// names that they have there, by those that kustomize has for them, where the
	// two differ.
	At    manifest.Place
	Names map[string]string
}

// objectsDir is where the kustomization of objects lies in memory.
const objectsDir = ".kubegap-objects"

// Build gives the objects that kustomize makes of the request, in its order. The
// unit has no target.
func (r *Renderer) Build(ctx context.Context, req Request) render.Unit {
	dir := path.Clean(req.Path)
	if req.Objects != nil {
		dir, req.New = objectsDir, true
	}
	u := r.render(ctx, render.Target{Path: dir, KubeVersion: req.KubeVersion}, &req)
	u.Target = render.Target{}
	made := path.Join(dir, konfig.DefaultKustomizationFileName())
	for _, list := range [][]render.Problem{u.Failures, u.Skipped, u.Warnings} {
		for i := range list {
			list[i].Unit = ""
			if req.New && list[i].Location.File == made || list[i].Location.File == objectsDir {
				list[i].Location = req.At.Locate(nil)
			}
		}
	}
	return u
}

// edited gives the kustomization of a directory with the fields of the request.
func (req *Request) edited(k *kustomization) *kustomization {
	if req.New {
		k = &kustomization{dir: k.dir, file: path.Join(k.dir, konfig.DefaultKustomizationFileName())}
		k.spec.FixKustomization()
		k.left.FixKustomization()
	}
	own := *k
	own.spec, own.left = req.applied(k.spec), req.applied(k.left)
	if k.fault != nil && k.fault.reason == render.ReasonEmpty {
		own.fault = nil
	}
	return &own
}

// applied gives a copy of a kustomization with the fields of the request.
func (req *Request) applied(k types.Kustomization) types.Kustomization {
	var own types.Kustomization
	// What was decoded from JSON can be encoded as JSON, and decoded again.
	data, err := json.Marshal(k)
	if err == nil {
		err = json.Unmarshal(data, &own)
	}
	if err != nil {
		own = k
	}
	req.Edit(&own)
	return own
}

// settings gives what the controller's fields do to objects.
func (req *Request) settings(r *Renderer, l *layer) []setting {
	fields, _ := req.At.Value.(map[string]any)
	value := maps.Clone(fields)
	for name, there := range req.Names {
		delete(value, name)
		if field, ok := fields[there]; ok {
			value[name] = field
		}
	}
	d := r.reader(l)
	d.root = node{in: renamed{req.At, req.Names}, value: value}
	return d.settings()
}

// renamed finds the fields of a mapping by the names that kustomize has for them.
type renamed struct {
	manifest.Place
	names map[string]string
}

// Locate implements manifest.Locator.
func (r renamed) Locate(at manifest.Path) manifest.Location {
	if len(at) == 0 {
		return r.Place.Locate(nil)
	}
	if there, ok := r.names[at[0].Key()]; ok {
		at = append(manifest.Path{manifest.Key(there)}, at[1:]...)
	}
	return r.Place.Locate(at)
}

// given makes the objects of a request the ones that a chart would render.
func (w *walk) given(l *layer) {
	if w.request == nil || w.request.Objects == nil || l.dir != objectsDir {
		return
	}
	l.charts = append(l.charts, chart{at: w.request.At.Locate(nil), given: w.request.Objects})
}

// giveManifests writes objects as the documents that a chart would render to.
func giveManifests(objects []manifest.Object) ([]ChartManifest, error) {
	manifests := make([]ChartManifest, len(objects))
	for i, o := range objects {
		text, err := json.Marshal(o.Body)
		if err != nil {
			return nil, err
		}
		manifests[i] = ChartManifest{Text: string(text), Objects: []manifest.Object{o}}
	}
	return manifests, nil
}
