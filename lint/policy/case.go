package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/lint"
)

// readCase reads a case.yaml. A key that is not known is an error, and so is an
// id that differs from the name of the folder.
func readCase(fsys fs.FS, name string) (lint.Case, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return lint.Case{}, fmt.Errorf("read case: %w", err)
	}
	var c lint.Case
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&c); err != nil {
		message := strings.TrimPrefix(err.Error(), "yaml: ")
		if typed, ok := errors.AsType[*yaml.TypeError](err); ok {
			message = strings.Join(typed.Errors, "; ")
		}
		return lint.Case{}, fmt.Errorf("%s: %s", name, message)
	}
	if folder := path.Base(path.Dir(name)); c.ID != folder {
		return lint.Case{}, fmt.Errorf("%s: id is %q, want the name of the folder, %q", name, c.ID, folder)
	}
	return c, nil
}
