package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/plain"
	"github.com/kubegap/kubegap-lint/render/wire"
)

// leavesPerObject bounds how many fields of an object the tests ask for.
const leavesPerObject = 12

// preciseShare is the part of the places of what Helm and kustomize render, in
// percent, that must be exact or nearby.
const preciseShare = 97

// TestPositionsOnCorpus asks for the places of fields of all objects that real
// repositories render to. Every place must lie in a file of the repository, and
// the line of an exact one must have to do with the field.
func TestPositionsOnCorpus(t *testing.T) {
	total := tally{}
	var lies []string
	eachRepository(t, func(t *testing.T, r rendered) {
		a := newAudit(t, r.dir)
		a.checkAll(r.units, leavesPerObject)
		total.add(a.tally)
		lies = slices.AppendSeq(lies, maps.Values(a.lies))
	})
	judge(t, total, lies)
}

// TestPositionsOfFindings is TestPositionsOnCorpus for what rules find.
func TestPositionsOfFindings(t *testing.T) {
	library, err := loadPolicies()()
	if err != nil {
		t.Fatal(err)
	}
	total := tally{}
	var lies []string
	eachRepository(t, func(t *testing.T, r rendered) {
		report, err := lint.Run(t.Context(), r.units, nil, library, lint.Options{Pedantic: true})
		if err != nil {
			t.Fatal(err)
		}
		a := newAudit(t, r.dir)
		for _, finding := range report.Findings {
			unit, object := r.find(t, finding)
			trace := manifest.Trace{Location: finding.Location}
			for _, related := range finding.Related {
				trace.Via = append(trace.Via, manifest.Hop{Message: related.Message, Location: related.Location})
			}
			a.check(claim{unit, object, "finding", finding.Path, trace})
		}
		total.add(a.tally)
		lies = slices.AppendSeq(lies, maps.Values(a.lies))
	})
	judge(t, total, lies)
}

// judge fails where places lie, or where too few of them are precise.
func judge(t *testing.T, total tally, lies []string) {
	t.Helper()
	t.Log(total)
	const shown = 30
	slices.Sort(lies)
	for i := range min(len(lies), shown) {
		t.Error(lies[i*len(lies)/min(len(lies), shown)])
	}
	if len(lies) > shown {
		t.Errorf("%d places lie; these are examples", len(lies))
	}
	for _, kind := range []render.Kind{render.KindKustomize, render.KindHelm} {
		if share := total.of(kind).share(manifest.PrecisionNearby); share < preciseShare {
			t.Errorf("%s: %.1f %% of the places are exact or nearby, want %d %%", kind, share, preciseShare)
		}
	}
}

// rendered is a repository with all that it renders to.
type rendered struct {
	dir   string
	units []render.Unit
}

// eachRepository renders the repositories of the corpus.
func eachRepository(t *testing.T, visit func(*testing.T, rendered)) {
	t.Helper()
	eachDirectory(t, func(t *testing.T, dir string) { visit(t, renderAll(t, dir)) })
}

// eachDirectory visits the repositories of the corpus.
func eachDirectory(t *testing.T, visit func(*testing.T, string)) {
	t.Helper()
	repos, err := os.ReadDir(corpus)
	if err != nil {
		t.Skip("the corpus is not here")
	}
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, repo := range repos {
		if repo.IsDir() {
			t.Run(repo.Name(), func(t *testing.T) { visit(t, filepath.Join(corpus, repo.Name())) })
		}
	}
}

// renderAll renders the directory as a repository of its own.
func renderAll(t testing.TB, dir string, args ...string) rendered {
	t.Helper()
	app, _ := testApp(t, dir)
	var f renderFlags
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.register(flags)
	if err := flags.Parse(append(args, "--root", ".")); err != nil {
		t.Fatal(err)
	}
	repo, err := app.open(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { repo.tree.Close() })
	return rendered{dir: app.Dir, units: repo.render(t.Context(), repo.plan.Targets, app.startProgress(0))}
}

// find gives the object that a finding is about.
func (r rendered) find(t *testing.T, f lint.Finding) (render.Target, manifest.Object) {
	t.Helper()
	for _, unit := range r.units {
		for _, o := range unit.Objects {
			same := lint.ObjectRef{APIVersion: o.APIVersion(), Kind: o.Kind(), Namespace: o.Namespace(), Name: o.Name()} == f.Object
			if same && unit.Target.Name() == f.Unit {
				return unit.Target, o
			}
		}
	}
	t.Fatalf("no object %s in %s", f.Object, f.Unit)
	return render.Target{}, manifest.Object{}
}

// renderersOf gives the renderers of the program for a tree.
func renderersOf(tree *fsys.Tree) map[render.Kind]render.Renderer {
	charts := helm.New(tree, helm.Options{})
	return map[render.Kind]render.Renderer{
		render.KindPlain:     plain.New(tree),
		render.KindHelm:      charts,
		render.KindKustomize: kustomize.New(tree, kustomize.Options{Charts: wire.Charts{Renderer: charts}}),
	}
}
