package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kubegap/kubegap-lint/lint/fix"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// writeFiles writes edited files below the root of the repository, each in one
// step.
func writeFiles(root string, files []fix.File) error {
	for _, file := range files {
		if err := replaceFile(filepath.Join(root, filepath.FromSlash(file.Name)), file); err != nil {
			return fmt.Errorf("write %s: %w", file.Name, fsys.Cause(err))
		}
	}
	return nil
}

// errChanged tells of a file that is not the one that was read.
var errChanged = errors.New("the file has changed meanwhile")

// replaceFile writes an edited file in one step, with the permissions that it has.
func replaceFile(name string, file fix.File) error {
	info, err := os.Lstat(name)
	if err != nil {
		return err
	}
	if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, file.Before) {
		return errors.Join(err, errChanged)
	}
	temporary, err := os.CreateTemp(filepath.Dir(name), ".kubegap-lint-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(file.After)
	err = errors.Join(err, temporary.Chmod(info.Mode().Perm()), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	return nil
}
