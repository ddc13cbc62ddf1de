package fix

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// shop is a repository of files with one object each, which all have a finding as
// long as their field is 1.
type shop struct {
	files map[string]string
	// reads are the files of further units, without objects.
	reads [][]string
	runs  int
}

func (s *shop) trial(texts map[string][]byte, bad func(texts map[string]string) []lint.Mark) Trial {
	s.runs++
	all := map[string]string{}
	for name, text := range s.files {
		all[name] = text
		if edited, ok := texts[name]; ok {
			all[name] = string(edited)
		}
	}
	trial := Trial{Report: lint.Report{Marks: map[lint.Mark]lint.Level{}}}
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		objects, _ := manifest.Parse(name, []byte(all[name]))[0].Objects()
		trial.Units = append(trial.Units, render.Unit{Target: render.Target{Kind: render.KindPlain, Path: name}, Objects: objects, Files: []string{name}})
		mark := lint.Mark{Rule: "rule", Unit: name}
		if objects[0].Body["field"] == int64(1) {
			trial.Report.Marks[mark] = lint.LevelWarning
			repair := lint.Repair{Change: lint.Change{Path: manifest.Path{manifest.Key("field")}, Value: int64(2)}, Target: &objects[0], Judged: true}
			trial.Report.Findings = append(trial.Report.Findings, lint.Finding{Rule: "rule", Defects: []lint.Defect{{Mark: mark, Repairs: []lint.Repair{repair}}}})
		}
	}
	for _, files := range s.reads {
		trial.Units = append(trial.Units, render.Unit{Target: render.Target{Kind: render.KindPlain, Path: "both of " + files[0]}, Files: files})
	}
	for _, mark := range bad(all) {
		trial.Report.Marks[mark] = lint.LevelWarning
	}
	return trial
}

// visit is a run over a shop.
type visit struct {
	*shop
	bad func(texts map[string]string) []lint.Mark
}

func (v visit) Before(context.Context) (Trial, error) { return v.trial(nil, v.bad), nil }

func (v visit) With(_ context.Context, _ Trial, texts map[string][]byte) (Trial, error) {
	return v.trial(texts, v.bad), nil
}

func (v visit) Again(context.Context, Trial) (Trial, error) { return v.trial(nil, v.bad), nil }

// newShop gives a shop of n files whose findings can be fixed.
func newShop(n int) *shop {
	s := &shop{files: map[string]string{}}
	for i := range n {
		s.files[fileOf(i)] = "apiVersion: v1\nkind: Shop\nfield: 1 # one\n"
	}
	return s
}

func fileOf(i int) string { return fmt.Sprintf("%03d.yaml", i) }

// fix fixes all findings, where bad gives the findings that come up beside them.
func (s *shop) fix(t *testing.T, bad func(texts map[string]string) []lint.Mark) Result {
	t.Helper()
	findings := s.trial(nil, bad).Report.Findings
	s.runs = 0
	result, err := Fix(t.Context(), Options{
		Findings: findings,
		ReadFile: func(name string) ([]byte, error) { return []byte(s.files[name]), nil },
		Editable: func(string) error { return nil },
		Runs:     []Run{visit{s, bad}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestGoodFixesAreKept has one bad fix among many, and nothing tells which: it alone
// is left out, in few runs.
func TestGoodFixesAreKept(t *testing.T) {
	t.Parallel()
	const count = 64
	s := newShop(count)
	result := s.fix(t, func(texts map[string]string) (found []lint.Mark) {
		if strings.Contains(texts[fileOf(17)], "2") {
			found = append(found, lint.Mark{Rule: "another", Object: "Shop"})
		}
		return found
	})
	if len(result.Fixed) != count-1 || len(result.Files) != count-1 || len(result.Left) != 1 {
		t.Fatalf("fixed %d, left %d", len(result.Fixed), len(result.Left))
	}
	if diff := cmp.Diff("it would bring a new finding: another on Shop", result.Left[0].Reason); diff != "" {
		t.Error(diff)
	}
	if got := string(result.Files[0].After); got != "apiVersion: v1\nkind: Shop\nfield: 2 # one\n" {
		t.Errorf("the file is %q", got)
	}
	if s.runs > 20 {
		t.Errorf("takes %d runs", s.runs)
	}
}

// TestRunsDoNotGrowWithBadFixes has a bad fix in each second unit: the units tell which
// these are, in as many runs for few as for many.
func TestRunsDoNotGrowWithBadFixes(t *testing.T) {
	t.Parallel()
	for _, count := range []int{4, 400} {
		s := newShop(count)
		result := s.fix(t, func(texts map[string]string) (found []lint.Mark) {
			for i := 0; i < count; i += 2 {
				if strings.Contains(texts[fileOf(i)], "2") {
					found = append(found, lint.Mark{Rule: "another", Object: "Shop", Unit: fileOf(i)})
				}
			}
			return found
		})
		if len(result.Fixed) != count/2 || len(result.Left) != count/2 {
			t.Fatalf("fixed %d, left %d", len(result.Fixed), len(result.Left))
		}
		if result.Fixed[0].Defects[0].Mark.Unit != fileOf(1) || result.Left[0].Finding.Defects[0].Mark.Unit != fileOf(0) {
			t.Error("the wrong ones are left")
		}
		// Without edits and once more, all, the bad ones, and the good ones.
		if s.runs != 5 {
			t.Errorf("%d findings take %d runs", count, s.runs)
		}
	}
}

// TestFixesThatExcludeEachOther has units that read two files each, of which only one
// may be edited: the first is.
func TestFixesThatExcludeEachOther(t *testing.T) {
	t.Parallel()
	const count = 40
	s := newShop(count)
	for i := 0; i < count; i += 2 {
		s.reads = append(s.reads, []string{fileOf(i), fileOf(i + 1)})
	}
	result := s.fix(t, func(texts map[string]string) (found []lint.Mark) {
		for i := 0; i < count; i += 2 {
			if strings.Contains(texts[fileOf(i)], "2") && strings.Contains(texts[fileOf(i+1)], "2") {
				found = append(found, lint.Mark{Rule: "another", Object: "Shop", Unit: "both of " + fileOf(i)})
			}
		}
		return found
	})
	if len(result.Fixed) != count/2 || len(result.Left) != count/2 {
		t.Fatalf("fixed %d, left %d", len(result.Fixed), len(result.Left))
	}
	for i, f := range result.Fixed {
		if got := f.Defects[0].Mark.Unit; got != fileOf(2*i) {
			t.Errorf("fixed %s", got)
		}
	}
	// Without edits and once more, all, the first ones, and the others.
	if s.runs != 5 {
		t.Errorf("takes %d runs", s.runs)
	}
}

// TestOneCauseOfManyProblems has problems in all units but the one that is to blame for
// them.
func TestOneCauseOfManyProblems(t *testing.T) {
	t.Parallel()
	const count, cause = 64, 17
	s := newShop(count)
	result := s.fix(t, func(texts map[string]string) (found []lint.Mark) {
		for i := range count {
			if i != cause && strings.Contains(texts[fileOf(i)], "2") && strings.Contains(texts[fileOf(cause)], "2") {
				found = append(found, lint.Mark{Rule: "another", Object: "Shop", Unit: fileOf(i)})
			}
		}
		return found
	})
	if len(result.Fixed) != count-1 || len(result.Left) != 1 || result.Left[0].Finding.Defects[0].Mark.Unit != fileOf(cause) {
		t.Fatalf("fixed %d, left %d", len(result.Fixed), len(result.Left))
	}
	// Without edits and once more, all, the others, and the cause.
	if s.runs != 5 {
		t.Errorf("takes %d runs", s.runs)
	}
}
