package argocd

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/gobwas/glob"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// skipMarker stands in files that Argo CD passes over. See
// https://argo-cd.readthedocs.io/en/stable/user-guide/directory/#skipping-file-rendering
const skipMarker = "+argocd:skip-file-rendering"

// plain plans a directory of manifests. See
// https://argo-cd.readthedocs.io/en/stable/user-guide/directory/
func (p *planner) plain() {
	options := mapping(p.fields, "directory")
	include, ok := p.glob(options, "include")
	if !ok {
		return
	}
	exclude, ok := p.glob(options, "exclude")
	if !ok {
		return
	}
	p.source.Kind = render.KindPlain
	var jsonnet []string
	for _, name := range p.manifests(p.source.Path, flag(options, "recurse")) {
		relative := strings.TrimPrefix(name, p.source.Path+"/")
		switch {
		case exclude != nil && exclude.Match(relative), include != nil && !include.Match(relative), p.marked(name):
		case path.Ext(name) == ".jsonnet":
			jsonnet = append(jsonnet, relative)
		default:
			p.source.Files = append(p.source.Files, name)
		}
	}
	if len(jsonnet) > 0 {
		p.skip(p.field("path"), render.ReasonPartial, "Jsonnet is not rendered: %s", strings.Join(jsonnet, ", "))
	}
	p.source.Covers = p.source.Files
}

// glob compiles a pattern; nil stands for none. Its stars match slashes, too.
func (p *planner) glob(options map[string]any, key string) (*glob.Pattern, bool) {
	pattern := text(options, key)
	if pattern == "" {
		return nil, true
	}
	compiled, err := glob.Compile(pattern)
	if err != nil {
		p.fail(p.field("directory", key), "is no pattern: %v", err)
		return nil, false
	}
	return compiled, true
}

// manifests gives the files of a directory that Argo CD takes for manifests, by
// their names. Links to directories are not followed.
func (p *planner) manifests(dir string, recurse bool) []string {
	entries, err := p.c.tree.ReadDir(dir)
	if err != nil {
		p.skipped = append(p.skipped, render.Problem{
			Reason: render.ReasonUnreadable, Message: "cannot be read: " + fsys.Cause(err).Error(),
			Location: manifest.Location{File: dir},
		})
		return nil
	}
	var list []string
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		switch {
		case entry.IsDir():
			if recurse && entry.Name() != ".git" {
				list = append(list, p.manifests(name, true)...)
			}
		case slices.Contains([]string{".yaml", ".yml", ".json", ".jsonnet"}, path.Ext(name)) && p.c.tree.IsFile(name):
			list = append(list, name)
		}
	}
	return list
}

func (p *planner) marked(name string) bool {
	data, err := p.c.tree.ReadFile(name)
	return err == nil && bytes.Contains(data, []byte(skipMarker))
}
