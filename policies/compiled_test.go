package policies_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/policies"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/folder"
)

// TestCompiled demands that the compiled form is that of the files beside it, and
// that Open reads from it what Load reads from them.
func TestCompiled(t *testing.T) {
	t.Parallel()
	loaded, opened := bothWays(t)
	want, err := loaded.Compiled()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(policy.CompiledFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s is out of date: run 'make docs'", policy.CompiledFile)
	}
	if diff := cmp.Diff(loaded.Rules(), opened.Rules()); diff != "" {
		t.Errorf("rules (-loaded +opened):\n%s", diff)
	}
	if diff := cmp.Diff(loaded.Cases(), opened.Cases(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("cases (-loaded +opened):\n%s", diff)
	}
}

// TestCompiledJudgesTheSame evaluates all rules over the first bad fixture of each,
// from source and compiled.
func TestCompiledJudgesTheSame(t *testing.T) {
	t.Parallel()
	loaded, opened := bothWays(t)
	fixtures, err := fs.Glob(os.DirFS("."), "cases/*/*/bad.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var units []render.Unit
	for _, name := range fixtures {
		found, _, done, err := folder.Render(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(done)
		for i := range found {
			found[i].Target.Path = path.Join(path.Dir(name), found[i].Target.Path)
		}
		units = append(units, found...)
	}
	g := graph.Build(units, nil)
	want, got := verdict(t, loaded, g), verdict(t, opened, g)
	if len(want.Violations) < len(fixtures) {
		t.Errorf("%d violations in %d fixtures", len(want.Violations), len(fixtures))
	}
	less := func(a, b lint.Violation) bool {
		return a.Rule+a.Message+a.Path.String() < b.Rule+b.Message+b.Path.String()
	}
	if diff := cmp.Diff(want, got, cmpopts.SortSlices(less), cmp.Comparer(func(a, b lint.Violation) bool {
		return a.Rule == b.Rule && a.Object == b.Object && a.Level == b.Level && a.Message == b.Message && a.Path.String() == b.Path.String()
	})); diff != "" {
		t.Errorf("violations (-loaded +opened):\n%s", diff)
	}
}

// bothWays gives the library as it is read from source and from its compiled form.
func bothWays(t *testing.T) (loaded, opened *policy.Library) {
	t.Helper()
	loaded, err := policy.Load(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	opened, err = policy.Open(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	return loaded, opened
}

func verdict(t *testing.T, l *policy.Library, g *graph.Graph) lint.Verdict {
	t.Helper()
	var question lint.Question
	for _, rule := range l.Rules() {
		question.Rules = append(question.Rules, rule.ID)
	}
	v, err := l.Judge(t.Context(), g, question)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
