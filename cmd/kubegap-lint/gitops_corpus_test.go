package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// TestGitOpsOnCorpus follows the objects of Flux and Argo CD in each repository
// that has some: each is in the tree, and has rendered something or says why not.
func TestGitOpsOnCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	t.Parallel()
	for _, name := range []string{
		"flux+homelab-a", "flux+homelab-b", "fluxcd+flux2", "fluxcd+flux2-kustomize-helm-example", "fluxcd+flux2-multi-tenancy",
		"aws-samples+eks-gitops-crossplane-flux", "openinfradev+decapod-base-yaml", "argoproj+argo-cd",
		"aws-samples+eks-blueprints-add-ons", "gitops-bridge-dev+gitops-bridge",
		"gitops-bridge-dev+gitops-bridge-argocd-control-plane-template", "konstructio+gitops-template", "redhat-cop+gitops-catalog",
	} {
		t.Run(name, func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join(corpus, name))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(dir); err != nil {
				t.Skip(err)
			}
			app, _ := testApp(t, dir)
			repo, err := app.open(t.Context(), renderFlags{root: "."}, []string{"."})
			if err != nil {
				t.Fatal(err)
			}
			defer repo.close()
			result := repo.deploy(t.Context(), repo.plan.Targets, app.startProgress(0))
			account(t, repo, result)
		})
	}
}

// account checks that each object for a controller is in the tree, and that each
// in the tree has an outcome, and logs how many of each kind have which.
func account(t *testing.T, repo *repository, result gitops.Result) {
	t.Helper()
	nodes := map[string]bool{}
	counts := map[string]int{}
	for _, c := range result.Clusters {
		eachNode(c.Roots, func(n *gitops.Node) {
			d := n.Deployer
			nodes[strings.Join([]string{d.Kind, d.Namespace, d.Name}, "/")] = true
			outcome := outcomeOf(result, n)
			if outcome == "" {
				t.Errorf("%s %s/%s at %s deploys nothing and does not say why", d.Kind, d.Namespace, d.Name, d.Location)
			}
			counts[d.Kind+" "+outcome]++
		})
	}
	for _, u := range slices.Concat(result.Bare, result.Units) {
		for _, o := range u.Objects {
			isDeployer := slices.ContainsFunc(repo.controllers, func(c gitops.Controller) bool { return c.Deploys(o) })
			if isDeployer && !nodes[strings.Join([]string{o.Kind(), o.Namespace(), o.Name()}, "/")] {
				t.Errorf("%s %s/%s at %s is not in the tree", o.Kind(), o.Namespace(), o.Name(), o.Source.Trace(manifest.Path{}))
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%4d %s", counts[key], key)
	}
}

// outcomeOf tells what became of an object: rendered, left out, failed or
// expanded, and "" where there is no telling.
func outcomeOf(result gitops.Result, n *gitops.Node) string {
	outcome := ""
	if len(n.Children) > 0 || len(n.Repeats) > 0 {
		outcome = "expanded"
	}
	for _, i := range n.Units {
		u := result.Units[i]
		switch {
		case len(u.Objects) > 0:
			return "rendered"
		case len(u.Failures) > 0:
			outcome = fmt.Sprintf("failed: %s", u.Failures[0].Reason)
		case len(u.Skipped) > 0 && outcome == "":
			outcome = fmt.Sprintf("left out: %s", u.Skipped[0].Reason)
		}
	}
	return outcome
}

func eachNode(nodes []*gitops.Node, use func(*gitops.Node)) {
	for _, n := range nodes {
		use(n)
		eachNode(n.Children, use)
	}
}
