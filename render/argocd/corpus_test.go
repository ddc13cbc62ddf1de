package argocd_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/plain"
)

// bareKustomize renders kustomizations without the options of Applications.
type bareKustomize struct{ r *kustomize.Renderer }

func (b bareKustomize) Build(ctx context.Context, r argocd.BuildRequest) render.Unit {
	return b.r.Render(ctx, render.Target{Kind: render.KindKustomize, Path: r.Path})
}

// TestCorpus deploys every Application and ApplicationSet of real repositories,
// also those in charts and overlays, and those that come of them: each renders
// something, leads to others or says why not.
func TestCorpus(t *testing.T) {
	t.Parallel()
	const corpus = "../../../shared/corpus"
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("the corpus is not there")
	}
	var files []string
	for _, pattern := range []string{"argoproj+*", "aws-samples+*", "gitops-bridge-dev+*", "konstructio+*", "redhat-cop+*"} {
		found, err := filepath.Glob(filepath.Join(corpus, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, dir := range files {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			tree, err := fsys.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer tree.Close()
			deployAll(t, tree)
		})
	}
}

// deployAll renders a repository as it is without Argo CD, and deploys what is
// among that.
func deployAll(t *testing.T, tree *fsys.Tree) {
	charts, kustomizations := helm.New(tree, helm.Options{}), kustomize.New(tree, kustomize.Options{})
	files := plain.New(tree)
	plan, err := render.Discover(t.Context(), tree, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	units := render.Render(t.Context(), plan.Targets, map[render.Kind]render.Renderer{
		render.KindPlain: files, render.KindHelm: charts, render.KindKustomize: kustomizations,
	})
	c := argocd.New(tree, argocd.Options{Files: files, Helm: charts, Kustomize: bareKustomize{kustomizations}})
	var pending []manifest.Object
	for _, u := range units {
		pending = append(pending, u.Objects...)
	}
	count := map[string]int{}
	for len(pending) > 0 {
		o := pending[0]
		pending = pending[1:]
		if !c.Deploys(o) {
			continue
		}
		outcome := c.Deploy(t.Context(), gitops.Deployment{Object: o, Environment: &gitops.Environment{Name: "own"}, Last: true})
		check(t, o, outcome, count)
		// What Applications render is rendered already.
		pending = append(pending, outcome.Objects...)
	}
	t.Log(count)
}

// check counts what came of an object and fails where that is nothing.
func check(t *testing.T, o manifest.Object, outcome gitops.Outcome, count map[string]int) {
	t.Helper()
	at := o.Source.Trace(nil).Location
	count[o.Kind()]++
	if len(outcome.Objects) > 0 {
		count[o.Kind()+" expanded"]++
	}
	if len(outcome.Units)+len(outcome.Objects) == 0 || outcome.Wait {
		t.Errorf("%s: nothing came of %s %s", at, o.Kind(), o.Name())
	}
	rendered := false
	for _, u := range outcome.Units {
		if len(u.Objects)+len(u.Failures)+len(u.Skipped)+len(u.Warnings) == 0 {
			t.Errorf("%s: the unit %s says nothing", at, u.Target.Name())
		}
		rendered = rendered || len(u.Objects) > 0
		for _, p := range u.Failures {
			count["failure "+string(p.Reason)]++
			t.Logf("failure %s: %s", p.Location, p.Message)
		}
		for _, p := range u.Skipped {
			count["skipped "+string(p.Reason)]++
		}
		for _, o := range u.Objects {
			if o.Source == nil || strings.HasPrefix(o.Source.Trace(nil).File, "/") {
				t.Errorf("%s: an object of %s has no place", at, u.Target.Name())
			}
		}
	}
	if rendered {
		count[o.Kind()+" rendered"]++
	}
}
