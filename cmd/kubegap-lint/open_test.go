package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOpenClosesWhatFails demands that a repository which cannot be opened leaves no
// directory open, whatever is wrong with it.
func TestOpenClosesWhatFails(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		config string
		flags  renderFlags
		paths  []string
	}{
		"a configuration that cannot be read": {config: "nothing: [", paths: []string{"."}},
		"values that are not there":           {flags: renderFlags{values: []string{"none.yaml"}}, paths: []string{"."}},
		"a version that is none":              {flags: renderFlags{kubeVersion: "none"}, paths: []string{"."}},
		"a value that is none":                {flags: renderFlags{set: []string{"["}}, paths: []string{"."}},
		"what lies outside":                   {flags: renderFlags{root: "inner"}, paths: []string{"."}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Join(dir, "inner"), 0o700); err != nil {
				t.Fatal(err)
			}
			if test.config != "" {
				if err := os.WriteFile(filepath.Join(dir, ".kubegap.yaml"), []byte(test.config), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			app, _ := testApp(t, dir)
			if test.flags.root == "" {
				test.flags.root = "."
			}
			if r, err := app.open(t.Context(), test.flags, test.paths); err == nil {
				r.close()
				t.Fatal("it can be opened")
			}
			open, err := filepath.Glob("/proc/self/fd/*")
			if err != nil || len(open) == 0 {
				t.Skip("nothing tells what is open")
			}
			for _, fd := range open {
				if at, err := os.Readlink(fd); err == nil && (at == dir || at == filepath.Join(dir, "inner")) {
					t.Errorf("%s is open", at)
				}
			}
		})
	}
}
