package save

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kubegap/kubegap-lint/lint/fix"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// The reasons for which an edited file is not written.
var (
	errChanged  = errors.New("the file has changed meanwhile")
	errReadOnly = errors.New("the file is read-only")
)

// Edited writes edited files below the root of a repository, each in one step, and none
// of them where one must not be written: it is read-only, or no longer what was edited.
func Edited(root string, files []fix.File) (err error) {
	var temporaries []string
	defer func() {
		for _, temporary := range temporaries {
			err = errors.Join(err, os.Remove(temporary))
		}
	}()
	for _, file := range files {
		temporary, err := writeBeside(filepath.Join(root, filepath.FromSlash(file.Name)), file)
		if err != nil {
			return fmt.Errorf("write %s: %w", file.Name, fsys.Cause(err))
		}
		temporaries = append(temporaries, temporary)
	}
	for _, file := range files {
		if err := os.Rename(temporaries[0], filepath.Join(root, filepath.FromSlash(file.Name))); err != nil {
			return fmt.Errorf("write %s: %w", file.Name, fsys.Cause(err))
		}
		temporaries = temporaries[1:]
	}
	return nil
}

// writeBeside writes an edited file under another name beside it, with the same
// permissions. It fails where the file is not the one that was read, or must not be
// written.
func writeBeside(name string, file fix.File) (temporary string, err error) {
	info, err := os.Lstat(name)
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o222 == 0 {
		return "", errReadOnly
	}
	if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, file.Before) {
		return "", errors.Join(err, errChanged)
	}
	temporary, err = writeTemporary(filepath.Dir(name), file.After, info.Mode().Perm())
	if err != nil {
		return "", err
	}
	if err := os.Chmod(temporary, info.Mode().Perm()); err != nil {
		return "", errors.Join(err, os.Remove(temporary))
	}
	return temporary, nil
}
