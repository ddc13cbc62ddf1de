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
	if err := decodeStrictly(name, data, &c); err != nil {
		return lint.Case{}, err
	}
	if folder := path.Base(path.Dir(name)); c.ID != folder {
		return lint.Case{}, fmt.Errorf("%s: id is %q, want the name of the folder, %q", name, c.ID, folder)
	}
	return c, nil
}

// ReadVocabulary reads vocabulary.yaml in the root of a library. A key that is
// not known is an error.
func ReadVocabulary(fsys fs.FS) (lint.Vocabulary, error) {
	const name = "vocabulary.yaml"
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return lint.Vocabulary{}, fmt.Errorf("read vocabulary: %w", err)
	}
	var v lint.Vocabulary
	return v, decodeStrictly(name, data, &v)
}

// decodeStrictly decodes the YAML of a file and refuses keys that into lacks.
func decodeStrictly(name string, data []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	err := decoder.Decode(into)
	if err == nil {
		return nil
	}
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	if typed, ok := errors.AsType[*yaml.TypeError](err); ok {
		message = strings.Join(typed.Errors, "; ")
	}
	return fmt.Errorf("%s: %s", name, message)
}
