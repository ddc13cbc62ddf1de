package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/scope"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
)

// TestGoneOnCorpus takes away, or renames, one random file of a copy of a real
// repository, forty times. Each unit that a run over everything then has, and that
// it had not before or had otherwise, must be touched, with the same findings. Units
// are told apart by all that is rendered of them, so that nothing is taken on trust
// of the files that they say they read.
func TestGoneOnCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	picks := picked(changeable(t), 40, 7)
	changed, touched, all := 0, 0, 0
	for _, original := range sortedKeys(picks) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(original)); err != nil {
			t.Fatalf("%s cannot be copied: %v", original, err)
		}
		before, again := looks(changesRun(t, dir, nil, unjudged).units), looks(changesRun(t, dir, nil, unjudged).units)
		for i, file := range picks[original] {
			name := filepath.Base(original) + ": " + file
			c := takeAway(t, dir, file, i%2 == 0)
			after := changesRun(t, dir, nil, unjudged)
			part := changesRun(t, dir, &c, lint.Run)
			other := map[string]bool{}
			for unit, look := range looks(after.units) {
				steady := before[unit] == again[unit] // A chart may make passwords.
				if before[unit] != look && steady {
					other[unit] = true
				}
			}
			if len(other) > 0 {
				after = changesRun(t, dir, nil, lint.Run)
			}
			if diff := cmp.Diff(attributed(after.report, other), attributed(part.report, other)); diff != "" {
				t.Errorf("%s: findings of what is another (-whole +changed):\n%s", name, diff)
			}
			if got := part.report.Summary.Units; got < len(other) {
				t.Errorf("%s: %d units are touched, but %d are other ones: %v", name, got, len(other), sortedKeys(other))
			}
			t.Logf("other %3d, touched %3d of %3d units: %s", len(other), part.report.Summary.Units, len(after.units), name)
			changed, touched, all = changed+len(other), touched+part.report.Summary.Units, all+len(after.units)
			putBack(t, original, dir, file)
		}
	}
	t.Logf("%d units are other ones, %d touched, of %d", changed, touched, all)
	if touched > all/2 {
		t.Error("more than half of the units are touched")
	}
}

// unjudged leaves it at what is rendered.
func unjudged(context.Context, []render.Unit, []render.Unit, lint.Judge, lint.Options) (lint.Report, error) {
	return lint.Report{}, nil
}

// looks gives what was rendered of each unit, by its name and where it goes.
func looks(units []render.Unit) map[string]string {
	all := map[string]string{}
	for _, u := range units {
		var objects []any
		for _, o := range u.Objects {
			objects = append(objects, o.Body)
		}
		look, err := json.Marshal([]any{u.Environment, u.Deployer.Kind, u.Deployer.Name, objects, len(u.Failures)})
		if err != nil {
			look = []byte(err.Error())
		}
		all[u.Target.Name()] += string(look)
	}
	return all
}

// takeAway removes a file, or renames it, and gives that as changes.
func takeAway(t *testing.T, dir, file string, rename bool) scope.Changes {
	t.Helper()
	held, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	c := scope.NewChanges()
	c.Lose(file, held)
	if rename {
		c.Add(renamed(file))
		err = os.Rename(filepath.Join(dir, file), filepath.Join(dir, renamed(file)))
	} else {
		err = os.Remove(filepath.Join(dir, file))
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// putBack undoes takeAway.
func putBack(t *testing.T, original, dir, file string) {
	t.Helper()
	held, err := os.ReadFile(filepath.Join(original, file))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, file), held, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, renamed(file))); err != nil {
		t.Fatal(err)
	}
}

func renamed(file string) string {
	return filepath.Join(filepath.Dir(file), "renamed-"+filepath.Base(file))
}
