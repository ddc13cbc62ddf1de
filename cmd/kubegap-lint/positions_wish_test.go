package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// comment is a comment with wishes, and oneWish one of them.
var (
	comment = regexp.MustCompile(`(?:# ?|/\* ?)((?:at|near|file|via) .*?)\s*(?:\*/\s*-?\}\}.*)?$`)
	oneWish = regexp.MustCompile(`^(at|near|file|via) (?:\[([^\]]+)\] )?(\w+)(?:/(\S+))? (\.\S*|\[".*)$`)
)

// wishesIn reads the comments of all files of a tree.
func wishesIn(t *testing.T, dir string) []wish {
	t.Helper()
	var wishes []wish
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) == ".tgz" {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		for i, line := range strings.Split(string(data), "\n") {
			found := comment.FindStringSubmatch(strings.TrimSuffix(line, "\r"))
			if found == nil {
				continue
			}
			for _, text := range strings.Split(found[1], ";") {
				w := parseWish(t, strings.TrimSpace(text))
				w.file, w.line = name, i+1
				wishes = append(wishes, w)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return wishes
}

func parseWish(t *testing.T, text string) wish {
	t.Helper()
	parts := oneWish.FindStringSubmatch(text)
	if parts == nil {
		t.Fatalf("%q is no wish", text)
	}
	return wish{word: parts[1], unit: parts[2], kind: parts[3], name: parts[4], path: parsePath(t, parts[5])}
}

// pathStep is a step of a path as Path.String writes it.
var pathStep = regexp.MustCompile(`^(?:\.([^.\[\]"]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\])`)

// parsePath reads what Path.String writes.
func parsePath(t *testing.T, text string) manifest.Path {
	t.Helper()
	path := manifest.Path{}
	for rest := text; rest != "" && text != "."; {
		found := pathStep.FindStringSubmatch(rest)
		if found == nil {
			t.Fatalf("%q is no path", text)
		}
		rest = rest[len(found[0]):]
		switch {
		case found[1] != "":
			path = append(path, manifest.Key(found[1]))
		case found[2] != "":
			n, _ := strconv.Atoi(found[2]) // the pattern takes digits only
			path = append(path, manifest.Index(n))
		default:
			key, err := strconv.Unquote(found[3])
			if err != nil {
				t.Fatalf("%s in %q: %v", found[3], text, err)
			}
			path = append(path, manifest.Key(key))
		}
	}
	return path
}
