package argocd

import (
	"cmp"
	"maps"
	"slices"

	"sigs.k8s.io/kustomize/api/types"
)

// Apply puts the options of the source into the kustomization of the directory.
func (r BuildRequest) Apply(k *types.Kustomization) {
	k.Namespace = cmp.Or(r.Adds.Namespace, k.Namespace)
	k.NamePrefix = cmp.Or(r.Adds.NamePrefix, k.NamePrefix)
	k.NameSuffix = cmp.Or(r.Adds.NameSuffix, k.NameSuffix)
	k.Components = append(k.Components, r.Adds.Components...)
	k.Patches = append(k.Patches, r.Adds.Patches...)
	k.Labels = append(k.Labels, r.Adds.Labels...)
	//nolint:staticcheck // this is where `kustomize edit` puts them
	k.CommonLabels = with(k.CommonLabels, r.Adds.CommonLabels)
	k.CommonAnnotations = with(k.CommonAnnotations, r.Adds.CommonAnnotations)
	for _, image := range r.Adds.Images {
		k.Images = replaced(k.Images, image, func(i types.Image) string { return i.Name })
	}
	for _, replica := range r.Adds.Replicas {
		k.Replicas = replaced(k.Replicas, replica, func(r types.Replica) string { return r.Name })
	}
}

// with gives the entries of both maps; those of more win.
func with(entries, more map[string]string) map[string]string {
	if len(more) == 0 {
		return entries
	}
	all := maps.Clone(entries)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, more)
	return all
}

// replaced puts an entry in the place of the one of the same name, or at the end.
func replaced[T any](list []T, entry T, name func(T) string) []T {
	i := slices.IndexFunc(list, func(other T) bool { return name(other) == name(entry) })
	if i < 0 {
		return append(list, entry)
	}
	list[i] = entry
	return list
}
