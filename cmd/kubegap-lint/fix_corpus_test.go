package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFixOfCorpus fixes copies of real repositories: what renders before renders
// afterwards, it differs in nothing but the fields that the rules mean to change,
// and there is nothing more to fix.
func TestFixOfCorpus(t *testing.T) {
	t.Parallel()
	repos, err := os.ReadDir(corpus)
	if err != nil {
		t.Skip("the corpus is not here")
	}
	if testing.Short() {
		t.Skip("takes long")
	}
	var patterns []string
	for _, rule := range slices.Sorted(maps.Keys(fixedFields)) {
		patterns = append(patterns, fixedFields[rule])
	}
	allowed := regexp.MustCompile(strings.Join(patterns, "|"))
	for _, repo := range repos {
		if !repo.IsDir() {
			continue
		}
		t.Run(repo.Name(), func(t *testing.T) {
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(filepath.Join(corpus, repo.Name()))); err != nil {
				t.Fatal(err)
			}
			fixCopy(t, dir, allowed)
		})
	}
}

// fixCopy fixes a copy of a repository. Fields that charts make up on each rendering
// are compared with nothing.
func fixCopy(t *testing.T, dir string, allowed *regexp.Regexp) {
	before := objectsIn(t, dir)
	diff, told := runFix(t, dir)
	if diff == "" {
		return
	}
	t.Log(told)
	after := objectsIn(t, dir)
	changed := slices.DeleteFunc(differences("", before, after), allowed.MatchString)
	if len(changed) > 0 {
		unsteady := differences("", after, objectsIn(t, dir))
		changed = slices.DeleteFunc(changed, func(field string) bool { return slices.Contains(unsteady, field) })
	}
	for _, field := range changed {
		t.Errorf("%s changes", field)
	}
	if more, _ := runFix(t, dir); more != "" {
		t.Errorf("a second run still edits:\n%s", more)
	}
}
