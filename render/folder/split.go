package folder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// fileComment is a line above a document that stands for a file of its own.
var fileComment = regexp.MustCompile(`(?m)^# ([A-Za-z0-9./-]+\.yaml)$`)

// split gives the files in a text whose documents have the names of files above
// them, such as "# clusters/prod/apps.yaml", and none for another text. A line of a
// file has the number that it has in the text.
func split(text string) map[string]string {
	files := map[string]string{}
	at := fileComment.FindAllStringSubmatchIndex(text, -1)
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		above := strings.Count(text[:m[0]], "\n")
		files[text[m[2]:m[3]]] = strings.Repeat("\n", above) + strings.TrimSuffix(text[m[0]:end], "---\n")
	}
	return files
}

// renderSplit renders files as a folder, which is gone once the units are done with.
func renderSplit(ctx context.Context, files map[string]string) ([]render.Unit, []render.Problem, func(), error) {
	dir, err := os.MkdirTemp("", "kubegap-lint-fixture-")
	if err != nil {
		return nil, nil, nil, fmt.Errorf("write fixture: %w", fsys.Cause(err))
	}
	remove := func() { _ = os.RemoveAll(dir) } // what is left lies among temporary files
	if err := writeAll(dir, files); err != nil {
		remove()
		return nil, nil, nil, fmt.Errorf("write fixture: %w", fsys.Cause(err))
	}
	units, failures, done, err := renderFolder(ctx, dir)
	if err != nil {
		remove()
		return nil, nil, nil, err
	}
	return units, failures, func() { done(); remove() }, nil
}

// writeAll writes files into a folder, which none of them may leave.
func writeAll(dir string, files map[string]string) error {
	for name, text := range files {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return errors.New(name + " leads out of the fixture")
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
