package flux

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
)

// corpus is where real repositories lie.
const corpus = "../../../shared/corpus"

// TestCorpus follows the objects of Flux in real repositories to what they deploy.
// Each of them is rendered, or a problem tells why not, at a line of a file.
func TestCorpus(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"flux+homelab-a", "flux+homelab-b", "fluxcd+flux2", "fluxcd+flux2-kustomize-helm-example",
		"fluxcd+flux2-multi-tenancy", "aws-samples+eks-gitops-crossplane-flux", "openinfradev+decapod-base-yaml",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat(filepath.Join(corpus, name)); err != nil {
				t.Skip("the corpus is not here")
			}
			tree, err := fsys.Open(filepath.Join(corpus, name))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { tree.Close() })
			follow(t, tree)
		})
	}
}

func follow(t *testing.T, tree *fsys.Tree) {
	b := newBuilder(tree)
	c := New(tree, Options{Kustomize: b, Helm: helm.New(tree, helm.Options{})})
	plan, err := render.Discover(t.Context(), tree, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	units := render.Render(t.Context(), plan.Targets, map[render.Kind]render.Renderer{
		render.KindKustomize: b.kustomize, render.KindPlain: b.plain,
	})
	expansion := gitops.New(c)
	expansion.Add(t.Context(), byDirectory(units))
	count := map[string]int{}
	for _, u := range expansion.Result().Units {
		count[u.Deployer.Kind+" "+became(u)]++
		examine(t, tree, u)
	}
	for _, key := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%4d %s", count[key], key)
	}
}

// byDirectory joins the plain files of each directory: what an object refers to
// lies beside it.
func byDirectory(units []render.Unit) []render.Unit {
	var joined []render.Unit
	first := map[string]int{}
	for _, u := range units {
		dir := path.Dir(u.Target.Path)
		i, known := first[dir]
		switch {
		case u.Target.Kind == render.KindPlain && known:
			joined[i].Objects = slices.Concat(joined[i].Objects, u.Objects)
			continue
		case u.Target.Kind == render.KindPlain:
			first[dir] = len(joined)
		}
		joined = append(joined, u)
	}
	return joined
}

// examine makes sure that a unit tells all that there is to tell.
func examine(t *testing.T, tree *fsys.Tree, u render.Unit) {
	if u.Deployer.Name == "" || u.Target.Path == "" || u.Environment == "" {
		t.Errorf("a unit has the target %+v and comes from %+v", u.Target, u.Deployer)
	}
	if len(u.Objects) == 0 && len(u.Failures)+len(u.Skipped) == 0 {
		t.Errorf("%s gives neither objects nor a reason", u.Target.Name())
	}
	if len(u.Objects) == 0 && u.Deployer.Kind == "Kustomization" && tree.IsDir(u.Target.Path) {
		t.Errorf("%s was found and gives no object: %q", u.Target.Name(), told(u))
	}
	for _, p := range slices.Concat(u.Failures, u.Skipped, u.Warnings) {
		if !tree.IsFile(p.Location.File) && !tree.IsDir(p.Location.File) {
			t.Errorf("%s: %s is no file", u.Target.Name(), p.Location)
		}
	}
	if testing.Verbose() {
		for _, line := range told(u) {
			t.Logf("%s: %s", u.Target.Name(), line)
		}
	}
}

// became tells what became of a unit.
func became(u render.Unit) string {
	switch {
	case len(u.Objects) > 0:
		return "renders"
	case len(u.Failures) > 0:
		return "fails: " + string(u.Failures[0].Reason)
	case len(u.Skipped) > 0:
		return "is left out: " + string(u.Skipped[0].Reason)
	}
	return "is empty"
}
