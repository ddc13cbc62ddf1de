package policy

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/mistake"
)

// Read reads trees beside the library base, whose cases and packages they may
// refer to but not replace; nor may one tree replace those of another. It gives
// the library that holds all of them.
//
// Where Load stops at the first mistake, Read tells all, and the library then
// holds what could be read. It also knows mistakes that Load leaves to
// the tests of the embedded policies: see Library.Check for those in the code.
// A base of nil makes a library that stands on its own.
func Read(base *Library, trees ...Tree) (*Library, mistake.List) {
	r := reader{library: &Library{shared: map[string][]*source{}, caseTrees: map[string]Tree{}}, owners: map[string]string{}}
	if base != nil {
		r.adopt(base)
	}
	for _, tree := range trees {
		r.read(tree)
	}
	r.checkAlso()
	l := r.library
	slices.SortFunc(l.rules, func(a, b loaded) int { return cmp.Compare(a.ID, b.ID) })
	slices.SortFunc(l.cases, func(a, b lint.Case) int { return cmp.Compare(a.ID, b.ID) })
	return l, r.mistakes.Sorted()
}

// reader reads trees into a library.
type reader struct {
	library *Library
	// owners are the folders of the cases and packages that have been read, by
	// their name in a tree: "" for those of the base.
	owners map[string]string
	// based tells that there is a base.
	based    bool
	mistakes mistake.List
}

// adopt begins with the rules, cases and packages of a library.
func (r *reader) adopt(base *Library) {
	r.based = true
	r.library.rules, r.library.cases = slices.Clone(base.rules), slices.Clone(base.cases)
	maps.Copy(r.library.shared, base.shared)
	for _, c := range base.cases {
		r.owners["cases/"+c.ID] = ""
	}
	for pkg := range base.shared {
		r.owners["lib/"+strings.TrimPrefix(pkg, packageOf("lib")+".")] = ""
	}
}

func (r *reader) read(tree Tree) {
	files, mistakes := survey(tree)
	r.mistakes = append(r.mistakes, mistakes...)
	// A name that is refused is refused at the first file below it.
	refused := map[string]bool{}
	claimed := map[string]bool{}
	claim := func(file string, line func() int) bool {
		folder := strings.Join(strings.Split(file, "/")[:2], "/")
		if !claimed[folder] {
			claimed[folder] = true
			if objection := r.object(folder); objection != "" {
				refused[folder] = true
				r.mistakes = append(r.mistakes, mistake.Mistake{File: tree.File(file), Line: line(), Message: objection})
			} else {
				r.owners[ownerKey(folder)] = tree.File(folder)
			}
		}
		return !refused[folder]
	}
	for _, name := range files.cases {
		if claim(name, func() int { return tree.Line(name, "id") }) {
			r.readCase(tree, name)
		}
	}
	for _, name := range files.policies {
		if claim(name, func() int { return packageLine(tree, name) }) {
			r.readRule(tree, name)
		}
	}
	for _, name := range files.shared {
		if claim(name, func() int { return packageLine(tree, name) }) {
			r.readShared(tree, name)
		}
	}
}

// ownerKey is what folders have in common that make the same package.
func ownerKey(folder string) string {
	if strings.HasPrefix(folder, "lib/") {
		return strings.ReplaceAll(folder, "-", "_")
	}
	return folder
}

// ofLibrary is the form of the ids of the incident library.
var ofLibrary = regexp.MustCompile(`^(?i:il)-\d+$`)

// object tells what is wrong with the name of a case or of a package, "" where
// nothing is.
func (r *reader) object(folder string) string {
	kind, name := path.Split(folder)
	owner, taken := r.owners[ownerKey(folder)]
	switch {
	case taken && owner == "":
		return name + " belongs to kubegap-lint: choose another name"
	case taken:
		return fmt.Sprintf("%s is taken by %s: choose another name", name, owner)
	case kind == "lib/" && !isName(name):
		return fmt.Sprintf("%q is no name of a package: want small letters and digits, words with hyphens, and no word of Rego", name)
	case kind == "cases/":
		return refuseCase(name, r.based)
	}
	return ""
}

// refuseCase tells what is wrong with the id of a case, apart from being taken.
func refuseCase(id string, based bool) string {
	switch fromLibrary := ofLibrary.MatchString(id); {
	case fromLibrary && based:
		return fmt.Sprintf("%s is an id of the incident library: choose another name, such as %s", id, exampleCase)
	case !fromLibrary && !caseSlug.MatchString(id):
		return fmt.Sprintf("%q is no id of a case: want two words or more of small letters and digits, with hyphens, such as %s", id, exampleCase)
	}
	return ""
}

// RefuseCase fails for an id that a case beside those of base cannot have. A base
// of nil stands for a library that stands on its own.
func RefuseCase(base *Library, id string) error {
	if base != nil {
		if _, taken := base.Case(id); taken {
			return fmt.Errorf("%s belongs to kubegap-lint: choose another name", id)
		}
	}
	if objection := refuseCase(id, base != nil); objection != "" {
		return errors.New(objection)
	}
	return nil
}

// RefuseRule fails for a name that a rule cannot have.
func RefuseRule(name string) error {
	if !isName(name) {
		return fmt.Errorf("%q is no name of a rule: want small letters and digits, words with hyphens, and no word of Rego", name)
	}
	return nil
}

const exampleCase = "acme-2024-lost-volume"

func (r *reader) readCase(tree Tree, name string) {
	c, err := readCase(tree, name)
	if err != nil {
		r.mistakes = append(r.mistakes, MistakesOf(err, tree.File(name))...)
		return
	}
	r.library.cases = append(r.library.cases, c)
	r.library.caseTrees[c.ID] = tree
}

func (r *reader) readRule(tree Tree, name string) {
	if err := RefuseRule(path.Base(path.Dir(name))); err != nil {
		r.mistakes = append(r.mistakes, mistake.Mistake{File: tree.File(name), Line: packageLine(tree, name), Message: err.Error()})
		return
	}
	rule, err := readRule(tree, name)
	if err != nil {
		r.mistakes = append(r.mistakes, MistakesOf(err, tree.File(name))...)
		return
	}
	r.library.rules = append(r.library.rules, rule)
	r.library.added = append(r.library.added, rule.policy)
	r.mistakes = append(r.mistakes, rule.checkMetadata()...)
}

func (r *reader) readShared(tree Tree, name string) {
	s, err := readSource(tree, name)
	if err != nil {
		r.mistakes = append(r.mistakes, MistakesOf(err, tree.File(name))...)
		return
	}
	r.library.shared[s.pkg] = append(r.library.shared[s.pkg], s)
	r.library.added = append(r.library.added, s)
}

// checkAlso refuses further cases that there are not. A library that stands on
// its own may name cases that are still to come.
func (r *reader) checkAlso() {
	if !r.based {
		return
	}
	for _, rule := range r.library.rules {
		for _, id := range rule.Also {
			known := slices.ContainsFunc(r.library.cases, func(c lint.Case) bool { return c.ID == id })
			if _, own := r.owners["cases/"+rule.Case()]; own && r.owners["cases/"+rule.Case()] != "" && !known {
				line := rule.policy.metadata().line("custom", "also")
				r.mistakes = append(r.mistakes, mistake.Mistake{File: rule.policy.name, Line: line, Message: fmt.Sprintf("METADATA: custom.also: there is no case %q", id)})
			}
		}
	}
}

// packageLine gives the line of the package clause in a file of Rego.
func packageLine(tree Tree, name string) int {
	text, _ := readText(tree.FS, name) // a file that cannot be read has no lines
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "package ") {
			return i + 1
		}
	}
	return 0
}
