package vendored

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// Digest gives the digest of a file or a directory of the tree, as sha256 and a
// hexadecimal number. That of a directory is the digest of what this prints in
// it, with no links in the way:
//
//	find . -type f -printf '%P\n' | LC_ALL=C sort | xargs sha256sum
func Digest(tree *fsys.Tree, name string) (string, error) {
	if !tree.IsDir(name) {
		data, err := tree.ReadFile(name)
		if err != nil {
			return "", err
		}
		return DigestOf(data), nil
	}
	var list strings.Builder
	files, err := filesBelow(tree, name)
	if err != nil {
		return "", err
	}
	for _, file := range files {
		data, err := tree.ReadFile(path.Join(name, file))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&list, "%s  %s\n", hexDigest(data), file)
	}
	return DigestOf([]byte(list.String())), nil
}

// DigestOf gives the digest of the content of a file.
func DigestOf(data []byte) string { return "sha256:" + hexDigest(data) }

func hexDigest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// filesBelow lists the files below a directory, relative to it and in the order
// of their names as a whole. Whatever is neither file nor directory is an error.
func filesBelow(tree *fsys.Tree, dir string) ([]string, error) {
	var files []string
	for todo := []string{"."}; len(todo) > 0; {
		below := todo[0]
		todo = todo[1:]
		entries, err := tree.ReadDir(path.Join(dir, below))
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			name := path.Join(below, entry.Name())
			switch {
			case entry.IsDir():
				todo = append(todo, name)
			case entry.Type().IsRegular():
				files = append(files, name)
			default:
				return nil, fmt.Errorf("%s is not a regular file", name)
			}
		}
	}
	slices.Sort(files)
	return files, nil
}
