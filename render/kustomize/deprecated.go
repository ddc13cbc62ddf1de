package kustomize

import (
	"encoding/json"
	"fmt"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
)

// modernise moves deprecated fields where that changes nothing, because krusty
// prints a warning for each of them. What stays are vars, which have no equal,
// and JSON patches that kustomize applies between two other steps. The order of
// the steps is that of configureBuiltinTransformers in
// https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.2/api/internal/target/kusttarget_configplugin.go
func modernise(l *layer) {
	s := &l.spec
	if len(s.PatchesStrategicMerge) > 0 {
		s.Patches = append(mergePatches(l), s.Patches...)
	}
	s.PatchesStrategicMerge = nil
	if len(s.CommonLabels) > 0 {
		s.Labels = append(s.Labels[:len(s.Labels):len(s.Labels)],
			types.Label{Pairs: s.CommonLabels, IncludeSelectors: true})
	}
	s.CommonLabels = nil
	switch {
	case len(s.PatchesJson6902) == 0:
	case !renames(s):
		s.Patches = append(s.Patches[:len(s.Patches):len(s.Patches)], s.PatchesJson6902...)
	case len(s.Images)+len(s.Replicas)+len(s.Replacements) == 0:
		s.Transformers = append(jsonPatches(s.PatchesJson6902), s.Transformers...)
	default:
		return
	}
	s.PatchesJson6902 = nil
}

// jsonPatches gives patchesJson6902 in the form of explicit transformers.
func jsonPatches(patches []types.Patch) []string {
	var transformers []string
	for i, patch := range patches {
		config := map[string]any{
			"apiVersion": "builtin",
			"kind":       "PatchJson6902Transformer",
			"metadata":   map[string]any{"name": fmt.Sprintf("patch-%d", i)},
			"target":     patch.Target,
			"path":       patch.Path,
			"jsonOp":     patch.Patch,
		}
		// Only strings and what was decoded from JSON: it cannot fail.
		text, _ := json.Marshal(config)
		transformers = append(transformers, string(text))
	}
	return transformers
}

// mergePatches gives patchesStrategicMerge in the form of patches.
func mergePatches(l *layer) []types.Patch {
	var patches []types.Patch
	for _, text := range l.spec.PatchesStrategicMerge {
		switch {
		case strings.TrimSpace(string(text)) == "":
		case l.inline[text]:
			patches = append(patches, types.Patch{Patch: string(text)})
		default:
			patches = append(patches, types.Patch{Path: string(text)})
		}
	}
	return patches
}

// renames tells whether something is applied between patches and
// patchesJson6902, which the latter could undo or depend on.
func renames(s *types.Kustomization) bool {
	return s.Namespace != "" || s.NamePrefix != "" || s.NameSuffix != "" ||
		len(s.Labels) > 0 || len(s.CommonAnnotations) > 0
}
