package save

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// destinations makes a folder with a file that the group may write, and links to it, to
// nothing, in a circle and to another folder.
func destinations(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := errors.Join(os.WriteFile(file, []byte("former"), 0o600), os.Chmod(file, 0o660), os.Mkdir(filepath.Join(dir, "folder"), 0o755)); err != nil {
		t.Fatal(err)
	}
	err := os.Link(file, filepath.Join(dir, "hard"))
	for name, target := range map[string]string{"link": file, "chain": "link", "dangling": "folder/free", "circle": "circle", "folder/up": ".."} {
		err = errors.Join(err, os.Symlink(target, filepath.Join(dir, name)))
	}
	if err != nil {
		t.Skipf("there are no links here: %v", err)
	}
	return dir
}

func TestDestinationWrite(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		// in is the file that is written; all others stay.
		in  string
		err error
	}{
		{"new", "new", nil},
		{"file", "file", nil},
		{"chain", "file", nil},
		{"dangling", "folder/free", nil},
		{"folder/up/new", "new", nil},
		{"circle", "", syscall.ELOOP},
		{"folder", "", syscall.EISDIR},
		{"none/new", "", fs.ErrNotExist},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			dir := destinations(t)
			want := held(t, dir)
			if tc.in != "" {
				want[tc.in] = "X"
			}
			if err := To(filepath.Join(dir, tc.name)).Write([]byte("X")); !errors.Is(err, tc.err) {
				t.Errorf("Write = %v, want %v", err, tc.err)
			}
			if diff := cmp.Diff(want, held(t, dir)); diff != "" {
				t.Errorf("files (-want +got):\n%s", diff)
			}
			if info, err := os.Stat(filepath.Join(dir, "file")); err != nil || info.Mode() != 0o660 {
				t.Errorf("permissions have become %v (%v)", info.Mode(), err)
			}
		})
	}
}

// held gives what the files below a folder hold, and where its links lead.
func held(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		if entry.Type() == fs.ModeSymlink {
			target, err := os.Readlink(name)
			files[filepath.ToSlash(rel)] = "-> " + target
			return err
		}
		data, err := os.ReadFile(name)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestDestinationInOneStep has whoever reads the former file see all of it, and writes
// into what the program has open, whose place no other file must take.
func TestDestinationInOneStep(t *testing.T) {
	t.Parallel()
	name := filepath.Join(destinations(t), "file")
	former, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer former.Close()
	if err := To(name).Write([]byte("new")); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(former); err != nil || string(got) != "former" {
		t.Errorf("the former file is now %q (%v)", got, err)
	}
	open, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	stream := fmt.Sprintf("/dev/fd/%d", open.Fd())
	if _, err := os.Stat(stream); err != nil {
		t.Skip(err)
	}
	if err := To(stream).Write([]byte("stream")); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(open); err != nil || string(got) != "stream" {
		t.Errorf("the open file is now %q (%v)", got, err)
	}
}

func TestDestinationSame(t *testing.T) {
	t.Parallel()
	dir := destinations(t)
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{"file", "file", true},
		{"file", "chain", true},
		{"file", "hard", true},
		{"folder/up/file", "link", true},
		{"dangling", "folder/free", true},
		{"new", "folder/up/new", true},
		{"new", "newer", false},
		{"file", "dangling", false},
		{"file", "folder", false},
	} {
		a, b := To(filepath.Join(dir, tc.a)), To(filepath.Join(dir, tc.b))
		if a.Same(b) != tc.want || b.Same(a) != tc.want {
			t.Errorf("%s and %s are the same: %v, want %v", tc.a, tc.b, !tc.want, tc.want)
		}
	}
}
