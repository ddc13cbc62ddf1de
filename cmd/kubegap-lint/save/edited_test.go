package save

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/fix"
)

// TestEdited writes two files, or none of them where the second one must not be
// written.
func TestEdited(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		// meanwhile happens to the second file before it is written.
		meanwhile func(name string) error
		want      error
	}{
		{"nothing happens", func(string) error { return nil }, nil},
		{"it changes", func(name string) error { return os.WriteFile(name, []byte("new"), 0o600) }, errChanged},
		{"it becomes read-only", func(name string) error { return os.Chmod(name, 0o444) }, errReadOnly},
		{"it goes", os.Remove, fs.ErrNotExist},
		{"its directory goes", func(name string) error { return os.RemoveAll(filepath.Dir(name)) }, fs.ErrNotExist},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			first, second := filepath.Join(dir, "a.yaml"), filepath.Join(dir, "b", "b.yaml")
			if err := errors.Join(os.Mkdir(filepath.Dir(second), 0o755), os.WriteFile(first, []byte("a"), 0o640), os.WriteFile(second, []byte("b"), 0o640),
				os.Chmod(first, 0o640), os.Chmod(second, 0o640), tc.meanwhile(second)); err != nil {
				t.Fatal(err)
			}
			before := filesBelow(t, dir)
			err := Edited(dir, []fix.File{
				{Name: "a.yaml", Before: []byte("a"), After: []byte("A")}, {Name: "b/b.yaml", Before: []byte("b"), After: []byte("B")},
			})
			if !errors.Is(err, tc.want) || (err == nil) != (tc.want == nil) {
				t.Fatalf("Edited = %v, want %v", err, tc.want)
			}
			want := before
			if tc.want == nil {
				want = map[string]string{"a.yaml": "-rw-r----- A", "b/b.yaml": "-rw-r----- B"}
			}
			if diff := cmp.Diff(want, filesBelow(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
		})
	}
}

// filesBelow gives the permissions and the content of all files below a directory.
func filesBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		files[filepath.ToSlash(rel)] = info.Mode().String() + " " + string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
