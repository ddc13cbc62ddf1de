package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/lint"
)

// corpus holds real repositories. It is not part of the project.
const corpus = "../../../shared/corpus"

// TestCorpus lints real repositories: no run may panic, two runs must give the
// same bytes, and every place must lie in its file.
func TestCorpus(t *testing.T) {
	t.Parallel()
	repos, err := os.ReadDir(corpus)
	if err != nil {
		t.Skip("the corpus is not here")
	}
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, repo := range repos {
		if !repo.IsDir() {
			continue
		}
		t.Run(repo.Name(), func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join(corpus, repo.Name()))
			if err != nil {
				t.Fatal(err)
			}
			first, told := lintForTest(t, dir)
			if again, _ := lintForTest(t, dir); again != first {
				t.Error("two runs differ")
			}
			var report lint.Report
			if err := json.Unmarshal([]byte(first), &report); err != nil {
				t.Fatal(err)
			}
			barren := "kubegap-lint: .: nothing in it is a Kubernetes object, a chart or a kustomization\n"
			if nothing := report.Summary.Units+len(report.Skipped)+len(report.Failures) == 0; nothing && told != barren || !nothing && told != "" {
				t.Errorf("standard error %q for %+v", told, report.Summary)
			}
			checkPlaces(t, dir, report)
		})
	}
}

// lintForTest gives the report and what was told beside it.
func lintForTest(t *testing.T, dir string) (report, told string) {
	t.Helper()
	app, out := testApp(t, dir)
	code := app.Run(context.Background(), []string{"--root", ".", "--pedantic", "--format", "json"})
	if code == exitUsage {
		t.Fatalf("exit code %d, standard error %q", code, out.stderr.String())
	}
	return out.stdout.String(), out.stderr.String()
}

func checkPlaces(t *testing.T, dir string, report lint.Report) {
	t.Helper()
	seen := map[string]bool{}
	for _, f := range report.Findings {
		if seen[f.Fingerprint] {
			t.Errorf("fingerprint of %s at %s stands twice", f.Rule, f.Location)
		}
		seen[f.Fingerprint] = true
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Location.File)))
		if err != nil {
			t.Errorf("%s: %s is not a file of the repository", f.Rule, f.Location.File)
			continue
		}
		if n := strings.Count(string(text), "\n") + 1; f.Location.Line < 1 || f.Location.EndLine > n || f.Location.Line > n {
			t.Errorf("%s: %s is outside of the file, which has %d lines", f.Rule, f.Location, n)
		}
	}
}

// BenchmarkLint measures the whole run over the examples, without the start of
// the process.
func BenchmarkLint(b *testing.B) {
	for b.Loop() {
		app, _ := testApp(b, "../..")
		if code := app.Run(context.Background(), []string{"--format", "json", "examples"}); code != exitFindings {
			b.Fatalf("exit code %d", code)
		}
	}
}
