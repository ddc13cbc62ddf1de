package gitops

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// SeekObject tells the search of a view of the tree that an object was looked for in
// an environment in vain, or among all of its kind where the name is "": a file that
// the tree has lost may have held it. That one may have deployed it from a file which
// is still there does not count: any object of Flux or Argo CD might have.
func SeekObject(tree *fsys.Tree, kind, name string) {
	tree.Seek(func(file string, text []byte) bool { return mayMake(file, text, kind, name) })
}

var (
	// kindLine matches the kind of a document, or of the items of a list and of what
	// is written in JSON.
	kindLine = regexp.MustCompile(`(?m)^["']?kind["']?[ \t]*:[ \t]*["']?([A-Za-z{]*)`)
	kindItem = regexp.MustCompile(`"?kind"?[ \t]*:[ \t]*["']?([A-Za-z]+)`)
	nameLine = regexp.MustCompile(`"?name"?[ \t]*:[ \t]*["']?([-.\w{]+)`)
)

// mayMake tells whether a file may have made an object, as kustomize may name it: by
// a name with something before and behind. A text that is nil may hold anything.
func mayMake(file string, text []byte, kind, name string) bool {
	if text == nil {
		return true
	}
	if render.IsKustomizationName(path.Base(file)) {
		generator := []byte(strings.ToLower(kind) + "generator")
		return bytes.Contains(bytes.ToLower(text), generator) && mayName(text, name)
	}
	kinds := kindLine.FindAllSubmatch(text, -1)
	if len(kinds) == 0 || slices.ContainsFunc(kinds, func(m [][]byte) bool { return bytes.HasSuffix(m[1], []byte("List")) }) {
		kinds = kindItem.FindAllSubmatch(text, -1)
	}
	return slices.ContainsFunc(kinds, func(m [][]byte) bool {
		return bytes.HasPrefix(m[1], []byte(kind)) || bytes.HasPrefix(m[1], []byte("{"))
	}) && mayName(text, name)
}

// mayName tells whether one of the names in a text is a part of a name, or made by a
// template.
func mayName(text []byte, name string) bool {
	return name == "" || slices.ContainsFunc(nameLine.FindAllSubmatch(text, -1), func(m [][]byte) bool {
		return bytes.HasPrefix(m[1], []byte("{")) || bytes.Contains(m[1], []byte("{{")) || strings.Contains(name, string(m[1]))
	})
}

// Deploys tells whether a text may hold or make objects of Flux or Argo CD: one of
// their API groups is in it, or a chart that makes Applications of its values.
func Deploys(text []byte) bool {
	return slices.ContainsFunc([]string{"fluxcd.io/", "argoproj.io/", "argocd-apps"}, func(mark string) bool {
		return bytes.Contains(text, []byte(mark))
	})
}
