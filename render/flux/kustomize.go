package flux

import (
	"cmp"
	"context"
	"slices"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Kustomize builds kustomizations.
type Kustomize interface {
	// Build gives the objects that kustomize makes of the request, with the
	// places of their fields. Of the unit's target nothing is read.
	Build(ctx context.Context, req BuildRequest) render.Unit
}

// BuildRequest asks for what kustomize makes of a directory, or of objects, with
// fields of an object of Flux put on top.
type BuildRequest struct {
	// Path is the directory, relative to the root of the tree; it is "" where
	// Objects are given.
	Path string
	// Objects are the resources in the place of a directory.
	Objects []manifest.Object
	// Adds are the fields that Flux puts into the kustomization of the directory:
	// Namespace, NamePrefix, NameSuffix and BuildMetadata take the place of what
	// is there, Patches, PatchesStrategicMerge, PatchesJson6902 and Components
	// follow it, and an entry of Images is merged into the one of the same name:
	// its NewName replaces another one, its NewTag and Digest both others.
	// See https://github.com/fluxcd/pkg/blob/main/kustomize/kustomize_generator.go
	Adds types.Kustomization
	// Generate tells that the directory has no kustomization, and that Adds, which
	// then has Resources, is the whole of it.
	Generate bool
	// At is where the fields of Adds stand, under the names that they have there:
	// the spec of a Kustomization (whose targetNamespace is Adds.Namespace) or an
	// entry of postRenderers.
	At manifest.Place
}

// Apply puts the fields of Flux into the kustomization of the directory.
func (r BuildRequest) Apply(k *types.Kustomization) {
	if r.Generate {
		*k = r.Adds
		k.FixKustomization()
		return
	}
	k.Namespace = cmp.Or(r.Adds.Namespace, k.Namespace)
	k.NamePrefix = cmp.Or(r.Adds.NamePrefix, k.NamePrefix)
	k.NameSuffix = cmp.Or(r.Adds.NameSuffix, k.NameSuffix)
	if len(r.Adds.BuildMetadata) > 0 {
		k.BuildMetadata = r.Adds.BuildMetadata
	}
	k.Components = append(k.Components, r.Adds.Components...)
	k.Patches = append(k.Patches, r.Adds.Patches...)
	//nolint:staticcheck // What older versions of Flux have, kustomize has to read.
	k.PatchesStrategicMerge = append(k.PatchesStrategicMerge, r.Adds.PatchesStrategicMerge...)
	//nolint:staticcheck // What older versions of Flux have, kustomize has to read.
	k.PatchesJson6902 = append(k.PatchesJson6902, r.Adds.PatchesJson6902...)
	for _, image := range r.Adds.Images {
		k.Images = withImage(k.Images, image)
	}
}

// withImage merges an image into the one of the same name.
func withImage(images []types.Image, image types.Image) []types.Image {
	i := slices.IndexFunc(images, func(other types.Image) bool { return other.Name == image.Name })
	if i < 0 {
		return append(images, image)
	}
	images[i].NewName = cmp.Or(image.NewName, images[i].NewName)
	if image.NewTag != "" {
		images[i].NewTag, images[i].Digest = image.NewTag, ""
	}
	if image.Digest != "" {
		images[i].NewTag, images[i].Digest = image.NewTag, image.Digest
	}
	return images
}
