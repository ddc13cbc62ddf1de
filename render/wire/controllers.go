package wire

import (
	"context"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd"
	"github.com/kubegap/kubegap-lint/render/flux"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/plain"
)

// Copies finds charts that are kept in the place of a repository.
type Copies interface {
	flux.Charts
	argocd.Charts
}

// Controllers gives what follows the objects of Flux and of Argo CD in a tree.
// copies may be nil; remotes are the addresses of the checkout, as far as they are
// known.
func Controllers(tree *fsys.Tree, charts *helm.Renderer, overlays *kustomize.Renderer, copies Copies, remotes []string) []gitops.Controller {
	return []gitops.Controller{
		flux.New(tree, flux.Options{Kustomize: fluxBuilder{overlays}, Helm: charts, Charts: copies, Remotes: remotes}),
		argocd.New(tree, argocd.Options{
			Files: plain.New(tree), Kustomize: argoBuilder{overlays}, Helm: charts, Charts: copies, Remotes: remotes,
		}),
	}
}

// fluxBuilder lets Flux build kustomizations.
type fluxBuilder struct{ *kustomize.Renderer }

// fluxNames are the names that a Flux Kustomization has for fields of kustomize.
func fluxNames() map[string]string { return map[string]string{"namespace": "targetNamespace"} }

// Build implements flux.Kustomize.
func (b fluxBuilder) Build(ctx context.Context, r flux.BuildRequest) render.Unit {
	return b.Renderer.Build(ctx, kustomize.Request{
		Path: r.Path, Objects: r.Objects, New: r.Generate, Edit: r.Apply, At: r.At, Names: fluxNames(),
	})
}

// argoBuilder lets Argo CD build kustomizations.
type argoBuilder struct{ *kustomize.Renderer }

// Build implements argocd.Kustomize.
func (b argoBuilder) Build(ctx context.Context, r argocd.BuildRequest) render.Unit {
	return b.Renderer.Build(ctx, kustomize.Request{Path: r.Path, Edit: r.Apply, At: r.At})
}
