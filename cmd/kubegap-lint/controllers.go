package main

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"path/filepath"
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
	data, err := os.ReadFile(filepath.Join(gitDir(tree.Dir()), "config"))
	if err != nil {
		return nil
	}
	return remotesIn(data)
}

// gitDir gives the directory with the configuration of the checkout in root. In a
// worktree and in a submodule .git is a file that names a directory elsewhere, and
// that of a worktree names in turn the one that all worktrees share. See
// https://git-scm.com/docs/gitrepository-layout
func gitDir(root string) string {
	dir := filepath.Join(root, ".git")
	link, err := os.ReadFile(dir)
	name, isLink := strings.CutPrefix(string(link), "gitdir:")
	if err != nil || !isLink {
		return dir
	}
	dir = named(root, name)
	if common, err := os.ReadFile(filepath.Join(dir, "commondir")); err == nil {
		return named(dir, string(common))
	}
	return dir
}

// named gives the directory that a line in a file of git names, relative to dir or
// absolute.
func named(dir, line string) string {
	name := filepath.FromSlash(strings.TrimSpace(line))
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// remotesIn gives the addresses of the remotes in a configuration of git.
func remotesIn(data []byte) []string {
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
