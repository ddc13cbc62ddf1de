package fsys

import (
	"errors"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Patterns are patterns as a .gitignore file has them, in their order: a later
// one wins, and one that starts with ! takes out of the match what earlier ones
// match. What lies in a directory that matches does so, too, and nothing takes
// it out. The zero value matches nothing.
type Patterns struct {
	// dir is the directory that the patterns are relative to; names outside of
	// it match none.
	dir   string
	rules []ignoreRule
}

// NewPatterns gives the patterns in lines, relative to dir, which is a name of
// the tree. A line for which CheckPattern fails matches nothing.
func NewPatterns(dir string, lines ...string) Patterns {
	p := Patterns{dir: clean(dir), rules: make([]ignoreRule, len(lines))}
	for i, line := range lines {
		if CheckPattern(line) == nil {
			p.rules[i], _ = parseIgnoreRule(line)
		}
	}
	return p
}

// CheckPattern tells what is wrong with a pattern: that it can match nothing.
func CheckPattern(line string) error {
	rule, ok := parseIgnoreRule(line)
	path := strings.TrimPrefix(line, "!")
	switch {
	case !ok:
		return errors.New("is no pattern: it is empty, or a comment")
	case strings.HasPrefix(path, "./"):
		return errors.New("matches nothing: leave out the ./")
	case path == ".." || strings.HasPrefix(path, "../") || strings.Contains(path, "/../"):
		return errors.New("matches nothing: a pattern does not lead out of its directory")
	case !doublestar.ValidatePattern(rule.glob):
		return errors.New("matches nothing: the pattern is broken off")
	}
	return nil
}

// Len is the number of patterns.
func (p Patterns) Len() int { return len(p.rules) }

// Match tells whether the patterns match name or a directory that it lies in.
func (p Patterns) Match(name string, isDir bool) bool {
	for i, c := range name {
		if c == '/' && p.match(name[:i], true, nil) {
			return true
		}
	}
	return p.match(name, isDir, nil)
}

// Uses tells which of the patterns match name itself, whatever the others say: it
// calls used with their indices.
func (p Patterns) Uses(name string, isDir bool, used func(i int)) { p.match(name, isDir, used) }

// match tells whether the patterns match name itself. used, which may be nil, is
// called with the index of each pattern that does.
func (p Patterns) match(name string, isDir bool, used func(i int)) bool {
	below, ok := p.below(name)
	if !ok {
		return false
	}
	matches, base := false, path.Base(name)
	for i, rule := range p.rules {
		if rule.glob != "" && rule.match(below, base, isDir) {
			matches = !rule.negated
			if used != nil {
				used(i)
			}
		}
	}
	return matches
}

// below gives the part of name below the directory of the patterns.
func (p Patterns) below(name string) (string, bool) {
	if len(p.rules) == 0 || name == "." {
		return "", false
	}
	if p.dir == "." || p.dir == "" {
		return name, true
	}
	return strings.CutPrefix(name, p.dir+"/")
}
