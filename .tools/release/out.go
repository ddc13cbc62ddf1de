package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// replaceable fails where the folder out must not be removed: it holds the checkout
// in dir, or is neither empty nor the output of a former release.
func replaceable(out, dir string) error {
	entries, err := os.ReadDir(out)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(out)
	if err != nil {
		return err
	}
	checkout, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err
	}
	if checkout, err = filepath.Abs(checkout); err != nil {
		return err
	}
	rel, err := filepath.Rel(real, checkout)
	if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return fmt.Errorf("-out %s holds the checkout", out)
	}
	if _, err := os.Lstat(filepath.Join(out, checksums)); err != nil && len(entries) > 0 {
		return fmt.Errorf("-out %s is neither empty nor a former release, which has a %s", out, checksums)
	}
	return nil
}

// replace puts the folder made in the place of out.
func replace(out, made string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	return os.Rename(made, out)
}
