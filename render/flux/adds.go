package flux

import (
	"encoding/json"
	"fmt"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
)

// patches reads the patches and images that a Kustomization and a post-renderer
// have in common. The fields patchesStrategicMerge and patchesJson6902 are those of
// older versions of both. See https://github.com/fluxcd/pkg/tree/main/apis/kustomize
func (d *deployment) patches(f field) types.Kustomization {
	var k types.Kustomization
	for _, p := range f.get("patches").items() {
		k.Patches = append(k.Patches, types.Patch{Patch: p.get("patch").text(), Target: selector(p.get("target"))})
	}
	for _, p := range f.get("patchesStrategicMerge").items() {
		if text, ok := d.marshal(p, p.mapping()); ok {
			//nolint:staticcheck // What older versions of Flux have, kustomize has to read.
			k.PatchesStrategicMerge = append(k.PatchesStrategicMerge, types.PatchStrategicMerge(text))
		}
	}
	for _, p := range f.get("patchesJson6902").items() {
		operations := p.get("patch")
		operations.items()
		if text, ok := d.marshal(operations, operations.value); ok {
			//nolint:staticcheck // What older versions of Flux have, kustomize has to read.
			k.PatchesJson6902 = append(k.PatchesJson6902, types.Patch{Patch: text, Target: selector(p.get("target"))})
		}
	}
	for _, i := range f.get("images").items() {
		k.Images = append(k.Images, types.Image{
			Name:    i.get("name").text(),
			NewName: i.get("newName").text(),
			NewTag:  i.get("newTag").text(),
			Digest:  i.get("digest").text(),
		})
	}
	return k
}

// marshal gives a value as kustomize takes it from Flux.
func (d *deployment) marshal(f field, value any) (string, bool) {
	if value == nil {
		return "", false
	}
	text, err := json.Marshal(value)
	if err != nil {
		d.fail(render.ReasonRender, fmt.Sprintf("the patch cannot be written as JSON: %v", err), d.at(f))
		return "", false
	}
	return string(text), true
}

func selector(f field) *types.Selector {
	if !f.exists() {
		return nil
	}
	s := &types.Selector{
		AnnotationSelector: f.get("annotationSelector").text(),
		LabelSelector:      f.get("labelSelector").text(),
	}
	s.Group = f.get("group").text()
	s.Version = f.get("version").text()
	s.Kind = f.get("kind").text()
	s.Namespace = f.get("namespace").text()
	s.Name = f.get("name").text()
	return s
}

// adds reads what a Kustomization puts on top of the kustomization in dir.
func (d *deployment) adds(dir string) types.Kustomization {
	k := d.patches(d.spec)
	k.Namespace = d.spec.get("targetNamespace").text()
	k.NamePrefix = d.spec.get("namePrefix").text()
	k.NameSuffix = d.spec.get("nameSuffix").text()
	for _, option := range d.spec.get("buildMetadata").texts() {
		k.BuildMetadata = append(k.BuildMetadata, option.text())
	}
	k.Components = d.components(dir)
	return k
}
