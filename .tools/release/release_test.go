package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestProveAgain builds a small program in spite of settings that would change it, and
// proves the binary.
func TestProveAgain(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	checkout(t, dir)
	clean := binary{host(), filepath.Join(temp, "clean")}
	if err := clean.build(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"GOFLAGS": "-tags=other", "GOAMD64": "v3", "GOARM64": "v9.0", "GOFIPS140": "latest", "GOEXPERIMENT": "nosuch",
		"GOTOOLCHAIN": "go1.2.3", "GOWORK": "/nowhere/go.work", "GODEBUG": "x=y", "GO111MODULE": "off", "CGO_ENABLED": "1",
		"GOENV": "/nowhere", "GIT_DIR": "/nowhere/.git",
	} {
		t.Setenv(name, value)
	}
	built := binary{host(), filepath.Join(temp, "built")}
	if err := built.build(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if err := sameBytes(clean, built); err != nil {
		t.Errorf("settings of the environment change the binary: %v", err)
	}
	if err := proveAgain(t.Context(), dir, temp, built); err != nil {
		t.Error(err)
	}
	// The cache of the second build holds what it compiled, which is Go's own library.
	compiled, err := filepath.Glob(filepath.Join(temp, "again", "cache", "*", "*-d"))
	if err != nil || len(compiled) < 20 {
		t.Errorf("the second build compiled %d packages (%v)", len(compiled), err)
	}
	other := binary{host(), filepath.Join(dir, "go.mod")}
	if err := sameBytes(built, other); err == nil {
		t.Error("another file passes for the binary")
	}
}

// checkout makes dir a checkout of a program that does nothing, or says something
// where it is built with a tag.
func checkout(t *testing.T, dir string) {
	t.Helper()
	for name, text := range map[string]string{
		"go.mod":                    "module example\n\ngo 1.26.0\n",
		"cmd/kubegap-lint/main.go":  "package main\n\nfunc main() {}\n",
		"cmd/kubegap-lint/other.go": "//go:build other\n\npackage main\n\nfunc init() { println(0) }\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"init", "--quiet"}, {"add", "."}, {"-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "--quiet", "-m", "x"},
	} {
		git := command(t.Context(), dir, "git", args...)
		git.Env = append(git.Env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
		if err := git.Run(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReplaceable tells the folders that a release may take the place of.
func TestReplaceable(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, name := range []string{"project/.git", "project/empty", "project/former/build", "project/other"} {
		if err := os.MkdirAll(filepath.Join(root, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"project/former/checksums.txt", "project/other/letter.txt", "project/file", "project/checksums.txt"} {
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("project", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ out, want string }{
		{"project/new", ""},
		{"project/empty", ""},
		{"project/former", ""},
		{"project/other", "is neither empty nor a former release, which has a checksums.txt"},
		{"project/file", "not a directory"},
		{"project", "holds the checkout"},
		{"link", "holds the checkout"},
		{".", "holds the checkout"},
	} {
		t.Run(tc.out, func(t *testing.T) {
			t.Parallel()
			err := replaceable(filepath.Join(root, tc.out), filepath.Join(root, "project"))
			if (err == nil) != (tc.want == "") || err != nil && !strings.Contains(err.Error(), tc.want) {
				t.Errorf("replaceable = %v, want %q", err, tc.want)
			}
		})
	}
}

// TestEnvironment has no setting that is not named.
func TestEnvironment(t *testing.T) {
	t.Setenv("GODEBUG", "x=y")
	t.Setenv("GOFLAGS", "-race")
	t.Setenv("GOPROXY", "https://proxy.example")
	all := environment("GOCACHE=/fresh")
	if !slices.Contains(all, "GOPROXY=https://proxy.example") || all[len(all)-1] != "GOCACHE=/fresh" {
		t.Errorf("settings are missing: %q", all)
	}
	for _, setting := range all {
		if name, value, _ := strings.Cut(setting, "="); name == "GODEBUG" || name == "GOFLAGS" && value != "" {
			t.Errorf("%s has a part in the build", setting)
		}
	}
}
