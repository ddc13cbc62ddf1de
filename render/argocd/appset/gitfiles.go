package appset

import (
	"path"
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// files gives what the files that match a pattern, and none that excludes, hold:
// one set of parameters for a mapping, several for a sequence of mappings.
func (x *expansion) files(p part, wanted []pattern) (list []*params, ok bool) {
	listing, err := x.expander.listing()
	if err != nil {
		x.fail(p.at, "%v", err)
		return nil, false
	}
	match := make(map[string]func(string) bool, len(wanted))
	for _, n := range wanted {
		match[n.text] = pathspec(n.text)
	}
	takenBy := func(file string) (pattern, bool) {
		return taken(wanted, func(n pattern) bool { return match[n.text](file) })
	}
	x.expander.tree.Seek(func(lost string, _ []byte) bool { _, ok := takenBy(lost); return ok })
	for _, file := range listing.Files {
		by, ok := takenBy(file)
		if !ok {
			continue
		}
		sets, ok := x.file(p, file, by)
		if !ok {
			return nil, false
		}
		list = append(list, sets...)
	}
	return list, true
}

// file gives the parameters in one file.
func (x *expansion) file(p part, file string, by pattern) (list []*params, ok bool) {
	data, err := x.expander.tree.ReadFile(file)
	if err != nil {
		x.fail(by.at, "%s cannot be read: %v", file, fsys.Cause(err))
		return nil, false
	}
	x.result.Files = append(x.result.Files, file)
	elements, from, problem := contents(file, data)
	if problem != "" {
		x.fail(by.at, "%s %s", file, problem)
		return nil, false
	}
	for i, element := range elements {
		set := newParams()
		if x.templating.goTemplate {
			set.values, _ = decoded(element).(map[string]any)
		} else {
			for name, text := range flatten(decoded(element).(map[string]any)) {
				set.values[name] = text
			}
		}
		set.register("", element, from[i])
		x.addPath(p, set, path.Dir(file), path.Base(file), where{x.set.Source, by.at})
		if !x.addValues(p, set) {
			return nil, false
		}
		list = append(list, set)
	}
	return list, true
}

// contents gives the mappings that the first document of a file holds, and where
// they are. An empty file holds an empty one. problem is "" if it can be read.
func contents(file string, data []byte) (elements []map[string]any, from []where, problem string) {
	docs := manifest.Parse(file, data)
	if len(docs) == 0 {
		return []map[string]any{{}}, []where{{}}, ""
	}
	doc := docs[0]
	if doc.Err != nil {
		return nil, nil, "cannot be read: " + doc.Err.Message
	}
	switch body := doc.Body.(type) {
	case map[string]any:
		return []map[string]any{body}, []where{{doc.Source(nil), nil}}, ""
	case []any:
		for i, item := range body {
			element, ok := item.(map[string]any)
			if !ok {
				return nil, nil, "holds an item that is no mapping"
			}
			elements = append(elements, element)
			from = append(from, where{doc.Source(nil), manifest.Path{manifest.Index(i)}})
		}
		return elements, from, ""
	}
	return nil, nil, "holds neither a mapping nor a sequence of mappings"
}

// pathspec tells which files `git ls-files` gives for a pattern, as the repo
// server asks by default: a name, a directory for all that is in it, or a
// pattern whose stars match slashes, too. See
// https://git-scm.com/docs/gitglossary#Documentation/gitglossary.txt-pathspec and LsFiles in
// https://github.com/argoproj/argo-cd/blob/master/util/git/client.go
func pathspec(pattern string) func(string) bool {
	name := path.Clean(pattern)
	literal := func(file string) bool {
		return name == "." || file == name || strings.HasPrefix(file, name+"/")
	}
	if !strings.ContainsAny(pattern, `*?[\`) {
		return literal
	}
	expression, err := regexp.Compile(`(?s)\A` + expressionOf(pattern) + `\z`)
	if err != nil {
		return literal
	}
	return func(file string) bool { return literal(file) || expression.MatchString(file) }
}

// expressionOf turns a pattern with wildcards into a regular expression.
func expressionOf(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '*':
			b.WriteString(".*")
		case '?':
			b.WriteString(".")
		case '[':
			end := strings.IndexByte(pattern[min(i+2, len(pattern)):], ']')
			if end < 0 {
				b.WriteString(`\[`)
				continue
			}
			class := pattern[i+1 : i+2+end]
			if class[0] == '!' {
				class = "^" + class[1:]
			}
			b.WriteString("[" + strings.ReplaceAll(class, `[`, `\[`) + "]")
			i += 2 + end
		case '\\':
			if i+1 < len(pattern) {
				i++
			}
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		default:
			b.WriteString(regexp.QuoteMeta(pattern[i : i+1]))
		}
	}
	return b.String()
}
