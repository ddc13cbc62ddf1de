package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/scope"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/baseline"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// TestChangedOnCorpus changes one random file of a real repository, fifty times,
// and compares what is reported of the units that read it with what a run over
// everything says of them.
func TestChangedOnCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	picks := picked(changeable(t), 50, 6)
	total := &changedTally{}
	for _, dir := range sortedKeys(picks) {
		changeFiles(t, dir, picks[dir], total)
	}
	t.Logf("%d changes touch %.1f %% of the units, for which %.1f %% are rendered, in %.1f %% of the time", total.changes,
		percent(total.touched, total.units), percent(total.rendered, total.units), percent(total.part, total.whole))
	if percent(total.rendered, total.units) > 90 {
		t.Error("the runs leave out less than a tenth of the units")
	}
}

// picked gives n random files by repository, the same ones each time.
func picked(candidates map[string][]string, n int, seed uint64) map[string][]string {
	random := rand.New(rand.NewPCG(seed, uint64(n))) //nolint:gosec // The same files each time.
	picks := map[string][]string{}
	for range n {
		dir := sortedKeys(candidates)[random.IntN(len(candidates))]
		files := candidates[dir]
		picks[dir] = append(picks[dir], files[random.IntN(len(files))])
	}
	return picks
}

func percent[T int | time.Duration](part, whole T) float64 {
	return 100 * float64(part) / float64(whole)
}

// changeable gives the files of each repository that may matter to what is
// rendered.
func changeable(t *testing.T) map[string][]string {
	t.Helper()
	repos, err := os.ReadDir(corpus)
	if err != nil {
		t.Skip("the corpus is not here")
	}
	candidates := map[string][]string{}
	for _, repo := range repos {
		if !repo.IsDir() {
			continue
		}
		dir, err := filepath.Abs(filepath.Join(corpus, repo.Name()))
		if err != nil {
			t.Fatal(err)
		}
		tree, err := fsys.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		list, err := tree.Walk(t.Context(), ".")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range list.Files {
			switch path.Ext(file) {
			case ".yaml", ".yml", ".json", ".tpl", ".tgz":
				candidates[dir] = append(candidates[dir], file)
			}
		}
		tree.Close()
	}
	return candidates
}

// changedTally sums up over changes what there is, and what is done for them.
type changedTally struct {
	changes, units, touched, rendered int
	whole, part                       time.Duration
}

// changeFiles changes files of a repository, one by one.
func changeFiles(t *testing.T, dir string, files []string, total *changedTally) {
	t.Helper()
	whole := changedRun(t, dir, "")
	for _, file := range files {
		part := changedRun(t, dir, file)
		touched := map[string]bool{}
		for _, u := range whole.units {
			if slices.Contains(u.Files, file) {
				touched[u.Target.Name()] = true
			}
		}
		name := filepath.Base(dir) + ": " + file
		if diff := cmp.Diff(attributed(whole.report, touched), attributed(part.report, touched)); diff != "" {
			t.Errorf("%s: findings (-whole +changed):\n%s", name, diff)
		}
		if got := part.report.Summary.Units; got != len(touched) {
			t.Errorf("%s: %d units are touched, want %d", name, got, len(touched))
		}
		t.Logf("touched %3d, rendered %3d of %3d units, %3d findings, %3.0f %% of the time: %s", len(touched), len(part.units), len(whole.units),
			len(part.report.Findings), percent(part.took, whole.took), name)
		total.changes++
		total.units += len(whole.units)
		total.touched += len(touched)
		total.rendered += len(part.units)
		total.whole += whole.took
		total.part += part.took
	}
}

// attributed writes the findings of some units, each with those of them that it
// is in.
func attributed(r lint.Report, units map[string]bool) []string {
	list := []string{}
	for _, f := range r.Findings {
		var in []string
		for _, unit := range append([]string{f.Unit}, f.AlsoIn...) {
			if units[unit] {
				in = append(in, unit)
			}
		}
		slices.Sort(in)
		if len(in) > 0 {
			list = append(list, fmt.Sprintf("%s %s %q", f.Rule, f.Location, slices.Compact(in)))
		}
	}
	slices.Sort(list)
	return list
}

// changedResult is a run, with the time that processors took for it.
type changedResult struct {
	units  []render.Unit
	report lint.Report
	took   time.Duration
}

// changedRun lints a repository in which a file changed; "" stands for a run over
// everything.
func changedRun(t *testing.T, dir, file string) changedResult {
	t.Helper()
	if file == "" {
		return changesRun(t, dir, nil, lint.Run)
	}
	c := scope.NewChanges()
	c.Add(file)
	return changesRun(t, dir, &c, lint.Run)
}

// changesRun lints a repository as it is after changes; nil stands for a run over
// everything.
func changesRun(t *testing.T, dir string, c *scope.Changes, judge judging) changedResult {
	t.Helper()
	start := processorTime(t)
	app, _ := testApp(t, dir)
	policies := loadPolicies()
	repo, err := app.open(t.Context(), renderFlags{root: "."}, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	defer repo.close()
	if c != nil {
		if err := repo.narrow(t.Context(), *c, nil); err != nil {
			t.Fatal(err)
		}
	}
	outcome, err := app.judge(t.Context(), lintFlags{pedantic: true}, baseline.Baseline{}, repo, policies, judge)
	if err != nil {
		t.Fatal(err)
	}
	return changedResult{outcome.Units, outcome.Report, processorTime(t) - start}
}
