package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestLineEndsOfFixtures makes sure that no editor has changed what two trees are
// about.
func TestLineEndsOfFixtures(t *testing.T) {
	t.Parallel()
	for file, end := range map[string]string{
		"helm-crlf/values.yaml":               "\r\n",
		"helm-crlf/templates/deployment.yaml": "\r\n",
		"helm-no-newline/templates/a.yaml":    ".data.last",
		"helm-no-newline/templates/b.yaml":    "*/}}",
	} {
		text, err := os.ReadFile(filepath.Join("testdata/positions", file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(string(text), end) {
			t.Errorf("%s does not end in %q", file, end)
		}
	}
}

// fixtureTrees gives the names of the trees.
func fixtureTrees(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("testdata/positions")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names
}

// flagsOf gives the words of the file named flags.
func flagsOf(t *testing.T, dir string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "flags"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return strings.Fields(string(data))
}

// fixture copies a tree, makes its packages, and gives its directory.
func fixture(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata/positions", name))); err != nil {
		t.Fatal(err)
	}
	var packages []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path.Ext(name) == ".tgz" {
			packages = append(packages, name)
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range packages {
		packChart(t, name)
	}
	return dir
}

// packChart puts a package in the place of a directory with a chart.
func packChart(t *testing.T, dir string) {
	t.Helper()
	unpacked := dir + ".unpacked"
	if err := os.Rename(dir, unpacked); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	zip := gzip.NewWriter(file)
	archive := tar.NewWriter(zip)
	// What is packed lies in a directory, whose name Helm does not mind.
	if err := addTo(archive, "chart", unpacked); err != nil {
		t.Fatal(err)
	}
	for _, closer := range []interface{ Close() error }{archive, zip} {
		if err := closer.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(unpacked); err != nil {
		t.Fatal(err)
	}
}

func addTo(archive *tar.Writer, prefix, dir string) error {
	return fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if err := archive.WriteHeader(&tar.Header{Name: path.Join(prefix, name), Size: int64(len(data)), Mode: 0o644, Typeflag: tar.TypeReg}); err != nil {
			return err
		}
		_, err = archive.Write(data)
		return err
	})
}
