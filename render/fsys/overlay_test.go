package fsys_test

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// overlayFixture gives an overlay over a tree with the file dir/disk.yaml, a
// sealed file, and links to a file, to a directory, out of the tree and to
// nothing.
func overlayFixture(t *testing.T) *fsys.Overlay {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "dir"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"dir/disk.yaml", "dir/sealed"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("disk"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{
		"file": "dir/disk.yaml", "directory": "dir", "outside": os.TempDir(), "nothing": "missing",
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return fsys.NewOverlay(fsys.NewCache(tree), func(name string) bool { return path.Base(name) == "sealed" })
}

func TestOverlayReadFile(t *testing.T) {
	t.Parallel()
	o := overlayFixture(t)
	o.Put("dir/memory.yaml", []byte("memory"))
	o.Put("new/deep/sealed", []byte("memory"))
	for _, test := range []struct {
		name, want string
		err        error
	}{
		{name: "dir/disk.yaml", want: "disk"},
		{name: "directory/disk.yaml", want: "disk"},
		{name: "file", want: "disk"},
		{name: "dir/memory.yaml", want: "memory"},
		{name: "dir/sealed", err: fs.ErrNotExist},
		{name: "new/deep/sealed", want: "memory"},
		{name: "missing", err: fs.ErrNotExist},
		{name: "nothing", err: fs.ErrNotExist},
		{name: "outside/file", err: fsys.ErrOutside},
		{name: "../outside", err: fsys.ErrOutside},
	} {
		data, err := o.ReadFile(o.Abs(test.name))
		if string(data) != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: %q, %v; want %q, %v", test.name, data, err, test.want, test.err)
		}
	}
	want := []string{"dir/disk.yaml", "directory/disk.yaml", "file"}
	if diff := cmp.Diff(want, o.Files()); diff != "" {
		t.Errorf("files that were read (-want +got):\n%s", diff)
	}
}

func TestOverlayCleanedAbs(t *testing.T) {
	t.Parallel()
	o := overlayFixture(t)
	o.Put("new/deep/file", nil)
	for _, test := range []struct {
		name, dir, file string
		err             error
	}{
		{name: ".", dir: "."},
		{name: "dir", dir: "dir"},
		{name: "directory", dir: "dir"},
		{name: "directory/disk.yaml", dir: "dir", file: "disk.yaml"},
		{name: "file", dir: "dir", file: "disk.yaml"},
		{name: "new/deep", dir: "new/deep"},
		{name: "new/deep/file", dir: "new/deep", file: "file"},
		{name: "missing", err: fs.ErrNotExist},
		{name: "outside", err: fsys.ErrOutside},
		{name: "..", err: fsys.ErrOutside},
	} {
		dir, file, err := o.CleanedAbs(o.Abs(test.name))
		want := ""
		if test.dir != "" {
			want = o.Abs(test.dir)
		}
		if dir.String() != want || file != test.file || !errors.Is(err, test.err) {
			t.Errorf("%s: %s, %s, %v; want %s, %s, %v", test.name, dir, file, err, want, test.file, test.err)
		}
		if exists := o.Exists(o.Abs(test.name)); exists != (test.err == nil) {
			t.Errorf("%s: Exists is %v", test.name, exists)
		}
		if isDir := o.IsDir(o.Abs(test.name)); isDir != (test.err == nil && test.file == "") {
			t.Errorf("%s: IsDir is %v", test.name, isDir)
		}
	}
}

func TestOverlayIsReadOnly(t *testing.T) {
	t.Parallel()
	o := overlayFixture(t)
	name := o.Abs("dir/disk.yaml")
	_, create := o.Create(name)
	for op, err := range map[string]error{
		"Create": create, "Mkdir": o.Mkdir(name), "MkdirAll": o.MkdirAll(name),
		"RemoveAll": o.RemoveAll(name), "WriteFile": o.WriteFile(name, nil),
	} {
		if !errors.Is(err, fsys.ErrReadOnly) {
			t.Errorf("%s: %v", op, err)
		}
	}
	if data, err := o.ReadFile(name); string(data) != "disk" || err != nil {
		t.Errorf("the file is %q, %v", data, err)
	}
}

// TestCacheReadsOnce changes a file that was read: units that are rendered in
// one run must agree on what it holds.
func TestCacheReadsOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	if err := os.WriteFile(name, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	cache := fsys.NewCache(tree)
	for _, text := range []string{"before", "after"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if data, err := cache.ReadFile("file"); string(data) != "before" || err != nil {
			t.Errorf("read %q, %v", data, err)
		}
	}
}
