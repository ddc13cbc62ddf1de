package fix

import (
	"context"
	"fmt"
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
	runs  int
}

func (s *shop) trial(texts map[string][]byte, bad func(texts map[string]string) bool) Trial {
	s.runs++
	all := map[string]string{}
	for name, text := range s.files {
		all[name] = text
		if edited, ok := texts[name]; ok {
			all[name] = string(edited)
		}
	}
	trial := Trial{Report: lint.Report{Marks: map[lint.Mark]lint.Level{}}}
	for i := range len(s.files) {
		name := fmt.Sprintf("%02d.yaml", i)
		objects, _ := manifest.Parse(name, []byte(all[name]))[0].Objects()
		trial.Units = append(trial.Units, render.Unit{Target: render.Target{Kind: render.KindPlain, Path: name}, Objects: objects})
		mark := lint.Mark{Rule: "rule", Unit: name}
		if objects[0].Body["field"] == int64(1) {
			trial.Report.Marks[mark] = lint.LevelWarning
			repair := lint.Repair{Change: lint.Change{Path: manifest.Path{manifest.Key("field")}, Value: int64(2)}, Target: &objects[0], Judged: true}
			trial.Report.Findings = append(trial.Report.Findings, lint.Finding{Rule: "rule", Defects: []lint.Defect{{Mark: mark, Repairs: []lint.Repair{repair}}}})
		}
	}
	if bad(all) {
		trial.Report.Marks[lint.Mark{Rule: "another", Object: "Shop"}] = lint.LevelWarning
	}
	return trial
}

// TestGoodFixesAreKept has one bad fix among many: it alone is left out, in few
// runs.
func TestGoodFixesAreKept(t *testing.T) {
	t.Parallel()
	s := &shop{files: map[string]string{}}
	const count = 64
	for i := range count {
		s.files[fmt.Sprintf("%02d.yaml", i)] = "apiVersion: v1\nkind: Shop\nfield: 1 # one\n"
	}
	bad := func(texts map[string]string) bool { return strings.Contains(texts["17.yaml"], "2") }
	result, err := Fix(context.Background(), Options{
		Before:   []Trial{s.trial(nil, bad)},
		ReadFile: func(name string) ([]byte, error) { return []byte(s.files[name]), nil },
		Editable: func(string) error { return nil },
		Run: func(_ context.Context, _ int, texts map[string][]byte) (Trial, error) {
			return s.trial(texts, bad), nil
		},
		Repeat: func(context.Context, int) (Trial, error) { return s.trial(nil, bad), nil },
	})
	if err != nil {
		t.Fatal(err)
	}
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
