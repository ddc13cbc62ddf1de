package argocd

import (
	"path"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/repository"
	"github.com/kubegap/kubegap-lint/render/argocd/schema"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// wellTyped reports the fields of a value in the Application that have another
// type than the API has, and tells whether there is none. Where something else
// puts a value in place of a text later, its type is not known yet.
func (p *problems) wellTyped(t schema.Type, value any, at manifest.Path) bool {
	mistakes := t.Mistakes(value, at)
	for _, m := range mistakes {
		if text, ok := m.Value.(string); ok && repository.Placeholder(text) {
			p.skip(m.Path, render.ReasonMissingValue, "what it is depends on %s", text)
			continue
		}
		p.fail(m.Path, "%s", m.Message)
	}
	return len(mistakes) == 0
}

// readable tells whether the fields of the source have the types that they must
// have. Where it does not, the directory counts as deployed all the same: what
// it would be without its options is not what the Application deploys.
func (p *planner) readable() bool {
	if p.wellTyped(schema.Source(), p.fields, p.source.At) {
		return true
	}
	dir := path.Clean(text(p.fields, "path"))
	if dir != "." && p.c.known.Judge(text(p.fields, "repoURL")) != repository.Elsewhere && p.c.tree.IsDir(dir) {
		p.source.Covers = []string{dir}
	}
	return false
}
