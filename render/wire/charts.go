// Package wire makes the renderers work together: charts within kustomizations, and
// both for the objects of Flux and Argo CD. The packages of the renderers know
// nothing of each other.
package wire

import (
	"context"

	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
)

// Charts lets kustomizations render charts with the Helm renderer.
type Charts struct{ *helm.Renderer }

// Template renders a chart for a kustomization.
func (c Charts) Template(ctx context.Context, r kustomize.ChartRequest) (kustomize.ChartResult, error) {
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
