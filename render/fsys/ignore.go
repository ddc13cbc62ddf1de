package fsys

import (
	"bytes"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignores is the content of one .gitignore file and, through parent, of those
// above it. The nil value ignores nothing.
//
// The rules are those of https://git-scm.com/docs/gitignore. A user's global
// excludes file is left out on purpose: a run must not depend on who starts it.
// Nor is a file taken in because git tracks it: only the index tells, which a copy
// without git lacks and which lies outside of the tree in a worktree, so that equal
// files would give other findings.
type ignores struct {
	parent *ignores
	// dir is the directory of the file, relative to the root.
	dir   string
	rules []ignoreRule
}

// ignoreRule is one line of a .gitignore file.
type ignoreRule struct {
	// glob is a doublestar pattern, and literal tells that it has no wildcard.
	glob    string
	literal bool
	// anchored patterns match the path below the file's directory, the others
	// the base name.
	anchored bool
	dirOnly  bool
	negated  bool
}

// match tells whether the file or directory name is left out. It asks about
// name alone: who walks a tree does not come below a directory left out.
func (g *ignores) match(name string, isDir bool) bool {
	base := path.Base(name)
	for ; g != nil; g = g.parent {
		below := name
		if g.dir != "." {
			below = name[len(g.dir)+1:]
		}
		for i := len(g.rules) - 1; i >= 0; i-- {
			if g.rules[i].match(below, base, isDir) {
				return !g.rules[i].negated
			}
		}
	}
	return false
}

func (r ignoreRule) match(below, base string, isDir bool) bool {
	if r.dirOnly && !isDir {
		return false
	}
	subject := base
	if r.anchored {
		subject = below
	}
	if r.literal {
		return r.glob == subject
	}
	// A pattern that git cannot read matches nothing, and so does it here.
	return doublestar.MatchUnvalidated(r.glob, subject)
}

// with adds the rules that the file with content data, in the directory dir,
// has over g.
func (g *ignores) with(dir string, data []byte) *ignores {
	var rules []ignoreRule
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for line := range strings.SplitSeq(string(data), "\n") {
		if rule, ok := parseIgnoreRule(line); ok {
			rules = append(rules, rule)
		}
	}
	if len(rules) == 0 {
		return g
	}
	return &ignores{parent: g, dir: dir, rules: rules}
}

// parseIgnoreRule reads one line; false means that it holds no pattern.
func parseIgnoreRule(line string) (ignoreRule, bool) {
	var r ignoreRule
	line = trimBlanks(strings.TrimSuffix(line, "\r"))
	if strings.HasPrefix(line, "#") {
		return r, false
	}
	line, r.negated = strings.CutPrefix(line, "!")
	line, r.dirOnly = strings.CutSuffix(line, "/")
	if line == "" {
		return r, false
	}
	r.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	// A trailing /** stands for what is in the directory, not for itself.
	if strings.HasSuffix(line, "/**") {
		line += "/*"
	}
	r.literal = !strings.ContainsAny(line, `*?[\`)
	if !r.literal {
		// Braces mean nothing to git; what is escaped stays as it is.
		line = strings.NewReplacer(`\\`, `\\`, `\{`, `\{`, `\}`, `\}`, "{", `\{`, "}", `\}`).Replace(line)
	}
	r.glob = line
	return r, true
}

// trimBlanks cuts trailing spaces, but not one behind a backslash.
func trimBlanks(line string) string {
	trimmed := strings.TrimRight(line, " ")
	backslashes := len(trimmed) - len(strings.TrimRight(trimmed, `\`))
	if backslashes%2 == 1 && len(trimmed) < len(line) {
		trimmed += " "
	}
	return trimmed
}
