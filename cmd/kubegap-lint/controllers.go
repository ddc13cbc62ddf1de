package main

import (
	"bufio"
	"bytes"
	"context"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd"
	"github.com/kubegap/kubegap-lint/render/flux"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/plain"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// controllers gives what follows the objects of Flux and of Argo CD.
func controllers(tree *fsys.Tree, charts *helm.Renderer, overlays *kustomize.Renderer, copies vendored.Finder) []gitops.Controller {
	remotes := gitRemotes(tree)
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

// gitRemotes gives the addresses of the remotes in the configuration of git. It
// gives none where the repository is no checkout.
func gitRemotes(tree *fsys.Tree) []string {
	data, err := tree.ReadFile(".git/config")
	if err != nil {
		return nil
	}
	var remotes []string
	inRemote := false
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if strings.HasPrefix(line, "[") {
			inRemote = strings.HasPrefix(line, "[remote ")
			continue
		}
		if key, value, ok := strings.Cut(line, "="); ok && inRemote && strings.TrimSpace(key) == "url" {
			remotes = append(remotes, strings.TrimSpace(value))
		}
	}
	return remotes
}
