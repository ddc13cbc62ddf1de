package main

import (
	"context"

	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
)

// chartInflator lets kustomizations render charts with the Helm renderer: the
// two packages know nothing of each other.
type chartInflator struct{ *helm.Renderer }

// Template renders a chart for a kustomization.
func (c chartInflator) Template(ctx context.Context, r kustomize.ChartRequest) (kustomize.ChartResult, error) {
	result, err := c.Renderer.Template(ctx, helm.Request(r))
	manifests := make([]kustomize.ChartManifest, len(result.Manifests))
	for i, m := range result.Manifests {
		manifests[i] = kustomize.ChartManifest{Text: m.Text, Objects: m.Objects}
	}
	return kustomize.ChartResult{
		Manifests: manifests,
		Failures:  result.Failures,
		Skipped:   result.Skipped,
		Warnings:  result.Warnings,
		Files:     result.Files,
		Partial:   result.Partial,
	}, err
}
