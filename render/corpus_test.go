package render_test

import (
	"encoding/csv"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
)

// explained are the differences between our notion of a target and that of the
// reference, which rendered whatever directory it could.
var explained = map[string]string{
	"argoproj+argo-cd helm test/e2e/testdata/kustomize-api-versions/helm-chart": "a kustomization renders it",
	"argoproj+argo-cd helm test/e2e/testdata/kustomize-kube-version/helm-chart": "a kustomization renders it",
	"argoproj+argo-cd helm reposerver/repository/testdata/invalid-helm":         "the reference left out what is no chart by intent",
	"bitnami+charts helm bitnami/common":                                        "a library chart",
}

// maxReferenceVariants is how many values files of a chart the reference used.
const maxReferenceVariants = 12

// reference is what the index of the corpus lists for one repository, in the
// form of describe.
type reference struct {
	targets map[string]bool
	// variants counts those of a chart; incomplete are the charts that the
	// reference could not render for want of a dependency.
	variants   map[string]int
	incomplete map[string]bool
}

func readReference(t *testing.T) map[string]reference {
	t.Helper()
	if testing.Short() {
		t.Skip("the corpus takes long")
	}
	f, err := os.Open("../../shared/corpus-ref/index.tsv")
	if err != nil {
		t.Skip("the corpus is absent")
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma = '\t'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]reference{}
	for _, row := range rows[1:] {
		repo, dir, kind, flags, reason := row[0], row[1], row[2], row[3], row[5]
		ref, ok := all[repo]
		if !ok {
			ref = reference{map[string]bool{}, map[string]int{}, map[string]bool{}}
			all[repo] = ref
		}
		target := render.Target{Kind: render.KindKustomize, Path: dir}
		if kind == "helm" {
			target.Kind = render.KindHelm
			flags, _, _ = strings.Cut(flags, "+")
			if ci, ok := strings.CutPrefix(flags, "ci="); ok {
				target.Variant = path.Join("ci", ci)
			}
			if reason == "missing-dependency" {
				ref.incomplete[dir] = true
			}
		}
		name := string(target.Kind) + " " + target.Name()
		if target.Variant != "" && !ref.targets[name] {
			ref.variants[dir]++
		}
		ref.targets[name] = true
	}
	return all
}

// TestDiscoverCorpus compares the kustomizations and charts that are found in
// real repositories with those that the reference rendered.
func TestDiscoverCorpus(t *testing.T) {
	t.Parallel()
	references := readReference(t)
	repos, err := filepath.Glob("../../shared/corpus/*+*")
	if err != nil || len(repos) == 0 {
		t.Skip("the corpus is absent")
	}
	for _, dir := range repos {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			repo := filepath.Base(dir)
			ref := references[repo]
			plan := discover(t, dir, ".")
			if diff := cmp.Diff(plan, discover(t, dir, ".")); diff != "" {
				t.Errorf("two runs differ:\n%s", diff)
			}
			got := map[string]render.Target{}
			for _, target := range plan.Targets {
				if target.Kind != render.KindPlain {
					got[string(target.Kind)+" "+target.Name()] = target
				}
			}
			for _, name := range slices.Sorted(maps.Keys(ref.targets)) {
				if _, found := got[name]; !found && explained[repo+" "+name] == "" {
					t.Errorf("missing: %s", name)
				}
			}
			for _, name := range slices.Sorted(maps.Keys(got)) {
				dir := got[name].Path
				capped := got[name].Variant != "" && (ref.variants[dir] == maxReferenceVariants || ref.incomplete[dir])
				if !ref.targets[name] && !capped && explained[repo+" "+name] == "" {
					t.Errorf("not in the reference: %s", name)
				}
			}
			t.Logf("%d of %d kustomizations and chart variants of the reference; %d plain manifests; %d skipped, %d failures",
				len(got), len(ref.targets), len(plan.Targets)-len(got), len(plan.Skipped), len(plan.Failures))
		})
	}
}
