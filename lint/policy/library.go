// Package policy loads the policies, compiles those that can fire, and
// evaluates them over a graph of objects.
//
// A library is a file tree: cases/<case>/case.yaml describes an incident,
// cases/<case>/<rule>/policy.rego is a rule that finds its root cause, and
// lib/<topic>/*.rego holds the package data.kubegap.lib.<topic>, which several
// rules share.
package policy

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/lint"
)

// Library is a set of policies. It is safe for concurrent use.
type Library struct {
	rules []loaded
	cases []lint.Case
	// shared are the files below lib, by package.
	shared map[string][]*source
	// caseTrees are the trees that cases were read from, save for those of a base.
	caseTrees map[string]Tree
	// added are the files that were read, save for those of a base.
	added []*source
	// compilers holds what Judge has compiled, by the ids of the rules.
	compilers sync.Map
}

// loaded is a rule and what only this package knows of it.
type loaded struct {
	lint.Rule
	words  []string
	policy *source
}

// Load reads the library whose root is the root of fsys. It fails on the first
// mistake, in the order of the file names, and names its file and line. The
// code of the policies is read only when it is needed: see Check.
func Load(fsys fs.FS) (*Library, error) {
	tree := Tree{FS: fsys}
	files, err := list(fsys)
	if err != nil {
		return nil, fmt.Errorf("read policies: %w", err)
	}
	var (
		l     = &Library{shared: map[string][]*source{}}
		errs  = make([]error, len(files.policies)+len(files.cases))
		group errgroup.Group
	)
	l.rules, l.cases = make([]loaded, len(files.policies)), make([]lint.Case, len(files.cases))
	for i, name := range files.policies {
		group.Go(func() error {
			l.rules[i], errs[i] = readRule(tree, name)
			return nil
		})
	}
	for i, name := range files.cases {
		group.Go(func() error {
			l.cases[i], errs[len(files.policies)+i] = readCase(tree, name)
			return nil
		})
	}
	_ = group.Wait() // the functions keep their errors, so that the first by name is reported
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	for _, name := range files.shared {
		s, err := readSource(tree, name)
		if err != nil {
			return nil, err
		}
		l.shared[s.pkg] = append(l.shared[s.pkg], s)
		l.added = append(l.added, s)
	}
	for _, rule := range l.rules {
		l.added = append(l.added, rule.policy)
		if !slices.ContainsFunc(l.cases, func(c lint.Case) bool { return c.ID == rule.Case() }) {
			return nil, fmt.Errorf("%s: there is no case.yaml for its case", rule.policy.name)
		}
	}
	slices.SortFunc(l.rules, func(a, b loaded) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(l.cases, func(a, b lint.Case) int { return cmp.Compare(a.ID, b.ID) })
	return l, nil
}

// Rules gives all rules, sorted by id.
func (l *Library) Rules() []lint.Rule {
	rules := make([]lint.Rule, len(l.rules))
	for i, r := range l.rules {
		rules[i] = r.Rule
	}
	return rules
}

// Cases gives all cases, sorted by id.
func (l *Library) Cases() []lint.Case { return slices.Clone(l.cases) }

// Rule gives the rule of that id, and whether there is one.
func (l *Library) Rule(id string) (lint.Rule, bool) {
	i, found := slices.BinarySearchFunc(l.rules, id, func(r loaded, id string) int { return cmp.Compare(r.ID, id) })
	if !found {
		return lint.Rule{}, false
	}
	return l.rules[i].Rule, true
}

// Case gives the case of that id, and whether there is one.
func (l *Library) Case(id string) (lint.Case, bool) {
	i, found := slices.BinarySearchFunc(l.cases, id, func(c lint.Case, id string) int { return cmp.Compare(c.ID, id) })
	if !found {
		return lint.Case{}, false
	}
	return l.cases[i], true
}

// files are the names of the files of a library, sorted.
type files struct{ policies, cases, shared []string }

// list finds the files of a library. What else lies in the tree, such as tests
// and fixtures, is none of it.
func list(fsys fs.FS) (files, error) {
	var f files
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		parts := strings.Split(name, "/")
		switch {
		case len(parts) == 4 && parts[0] == "cases" && parts[3] == "policy.rego":
			f.policies = append(f.policies, name)
		case len(parts) == 3 && parts[0] == "cases" && parts[2] == "case.yaml":
			f.cases = append(f.cases, name)
		case len(parts) == 3 && parts[0] == "lib" && path.Ext(name) == ".rego" && !strings.HasSuffix(name, "_test.rego"):
			f.shared = append(f.shared, name)
		}
		return nil
	})
	return f, err
}
