package appset

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/repository"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// pattern is an item of the directories or the files of a git generator.
type pattern struct {
	text    string
	exclude bool
	at      manifest.Path
}

// git gives the directories or the contents of files of this repository. Where a
// generator names both, directories win. See
// https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators-Git/
func (x *expansion) git(p part) (list []*params, ok bool) {
	repoURL, _ := p.fields["repoURL"].(string)
	verdict := x.expander.known.Judge(repoURL)
	if verdict == repository.Elsewhere {
		x.elsewhere(p)
		return nil, false
	}
	directories, files := patterns(p, "directories"), patterns(p, "files")
	switch {
	case len(directories) > 0:
		list, ok = x.directories(p, directories)
	case len(files) > 0:
		list, ok = x.files(p, files)
	default:
		x.fail(p.at, "the git generator names neither directories nor files")
		return nil, false
	}
	switch {
	case !ok:
		return nil, false
	case len(list) > 0 && verdict == repository.Other:
		x.warn(render.ReasonPartial, p.field("repoURL"),
			"is no remote of this repository; the paths exist here, so they are read from here")
	case len(list) == 0 && verdict == repository.Here:
		x.warn(render.ReasonEmpty, p.at, "nothing in the repository matches the paths of the git generator")
	case len(list) == 0:
		x.elsewhere(p)
		return nil, false
	}
	return list, true
}

func (x *expansion) elsewhere(p part) {
	x.skip(render.ReasonRemote, p.field("repoURL"), "the git generator reads another repository")
}

func patterns(p part, kind string) []pattern {
	items, _ := p.fields[kind].([]any)
	var list []pattern
	for i, item := range items {
		fields, _ := item.(map[string]any)
		at := below(p.field(kind), manifest.Index(i), manifest.Key("path"))
		n := pattern{at: at}
		n.text, _ = fields["path"].(string)
		n.exclude, _ = fields["exclude"].(bool)
		list = append(list, n)
	}
	return list
}

// directories gives the directories that match a pattern and none that excludes.
// Those with a dot in front, and what is below them, never match.
func (x *expansion) directories(p part, wanted []pattern) (list []*params, ok bool) {
	listing, err := x.expander.listing()
	if err != nil {
		x.fail(p.at, "%v", err)
		return nil, false
	}
	for _, n := range wanted {
		if _, err := path.Match(n.text, ""); err != nil {
			x.fail(n.at, "is no pattern: %v", err)
			return nil, false
		}
	}
	takenBy := func(dir string) (pattern, bool) {
		by, ok := taken(wanted, func(n pattern) bool { match, _ := path.Match(n.text, dir); return match })
		return by, ok && dir != "." && !hidden(dir)
	}
	x.expander.tree.Seek(func(lost string, _ []byte) bool {
		for dir := lost; dir != "." && !x.expander.tree.IsDir(dir); dir = path.Dir(dir) {
			if _, ok := takenBy(dir); ok {
				return true
			}
		}
		return false
	})
	for _, dir := range listing.Dirs {
		by, ok := takenBy(dir)
		if !ok {
			continue
		}
		set := newParams()
		x.addPath(p, set, dir, "", where{x.set.Source, by.at})
		if !x.addValues(p, set) {
			return nil, false
		}
		list = append(list, set)
	}
	return list, true
}

// taken gives the first pattern that takes what match speaks of, unless one
// excludes it.
func taken(wanted []pattern, match func(pattern) bool) (by pattern, ok bool) {
	for _, n := range wanted {
		switch {
		case !match(n):
		case n.exclude:
			return pattern{}, false
		case !ok:
			by, ok = n, true
		}
	}
	return by, ok
}

func hidden(dir string) bool {
	return slices.ContainsFunc(strings.Split(dir, "/"), func(name string) bool { return strings.HasPrefix(name, ".") })
}

// addPath adds the parameters that tell a path: dir, and file where a file was
// found in it.
func (x *expansion) addPath(p part, set *params, dir, file string, at where) {
	base := path.Base(dir)
	fields := map[string]any{"basename": base, "basenameNormalized": normalize(base)}
	if file != "" {
		fields["filename"], fields["filenameNormalized"] = file, normalize(file)
	}
	segments := strings.Split(dir, "/")
	prefix, _ := p.fields["pathParamPrefix"].(string)
	name := join(prefix, "path")
	set.from[name] = at
	if x.templating.goTemplate {
		fields["path"], fields["segments"] = dir, segments
		if prefix == "" {
			set.values["path"] = fields
		} else {
			set.values[prefix] = map[string]any{"path": fields}
		}
		return
	}
	set.values[name] = dir
	for field, value := range fields {
		set.values[name+"."+field] = value
	}
	for i, segment := range segments {
		part := fmt.Sprintf("%s[%d]", name, i)
		set.values[part], set.from[part] = segment, at
	}
}
