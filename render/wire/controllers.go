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

// Options are what the controllers know besides the tree. The zero value knows
// nothing.
type Options struct {
	// Copies finds the charts of repositories; nil stands for none.
	Copies Copies
	// Remotes are the addresses of the git remotes of the checkout, as far as they
	// are known.
	Remotes []string
	// KubeVersion gives the version of Kubernetes that a unit is for, "" where it is
	// unknown; nil knows none.
	KubeVersion func(render.Unit) string
}

// Controllers gives what follows the objects of Flux and of Argo CD in a tree.
func Controllers(tree *fsys.Tree, charts *helm.Renderer, overlays *kustomize.Renderer, o Options) []gitops.Controller {
	return []gitops.Controller{
		flux.New(tree, flux.Options{
			Kustomize: fluxBuilder{overlays}, Helm: charts, Charts: o.Copies, Remotes: o.Remotes, KubeVersion: o.KubeVersion,
		}),
		argocd.New(tree, argocd.Options{
			Files: plain.New(tree), Kustomize: argoBuilder{overlays}, Helm: charts,
			Charts: o.Copies, Remotes: o.Remotes, KubeVersion: o.KubeVersion,
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
	return b.Renderer.Build(ctx, kustomize.Request{Path: r.Path, Edit: r.Apply, KubeVersion: r.KubeVersion, At: r.At})
}
