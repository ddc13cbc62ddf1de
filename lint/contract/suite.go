package contract

import (
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/lint/policy"
)

// Checks reads the folders and gives the checks of all that is in them: first of
// the layout, then of the cases, their rules and the packages in lib, by name.
// The tests and fixtures of a policy that cannot be compiled are left out, since
// another of its checks fails.
func Checks(folders []Folder, o Options) []Check {
	trees := make([]policy.Tree, len(folders))
	for i, folder := range folders {
		trees[i] = folder.Tree
	}
	s := suite{Options: o, broken: map[string]bool{}}
	s.library, s.read = policy.Read(o.Base, trees...)
	s.code = s.library.Check(o.Schema)
	for _, m := range slices.Concat(s.read, s.code) {
		s.broken[m.File] = true
	}
	var checks []Check
	for _, folder := range folders {
		for _, id := range subfolders(folder.FS, "cases") {
			checks = append(checks, s.ofCase(folder, id)...)
		}
		for _, topic := range subfolders(folder.FS, "lib") {
			checks = append(checks, s.ofPackage(folder, topic)...)
		}
	}
	rest := slices.Concat(s.read, s.code)
	return append([]Check{found("layout", "files", rest)}, checks...)
}

// suite makes the checks of folders.
type suite struct {
	Options
	library *policy.Library
	// read and code are the mistakes in what was read and in the code, of which no
	// check has been made yet.
	read, code mistake.List
	// broken are the files with mistakes.
	broken map[string]bool
}

// ofCase gives the checks of a case and of its rules.
func (s *suite) ofCase(f Folder, id string) []Check {
	var rules []Check
	folder := path.Join("cases", id)
	for _, slug := range subfolders(f.FS, folder) {
		rules = append(rules, s.ofRule(f, id+"/"+slug)...)
	}
	mistakes := take(&s.read, f.File(folder))
	if len(mistakes) == 0 {
		mistakes = s.library.CheckCase(id, s.words())
	}
	return append([]Check{found(id, "case.yaml", mistakes)}, rules...)
}

// words gives the vocabulary where the folders stand on their own, and else nil.
func (s *suite) words() *lint.Vocabulary {
	if s.Base != nil {
		return nil
	}
	return &s.Vocabulary
}

// ofRule gives the checks of a rule.
func (s *suite) ofRule(f Folder, id string) []Check {
	folder := path.Join("cases", id)
	files := append(take(&s.read, f.File(folder)), missing(f, folder, "policy_test.rego", "bad.yaml", "good.yaml")...)
	checks := []Check{found(id, "files", files), s.ofCode(f, id, folder)}
	rule, ok := s.library.Rule(id)
	if !ok {
		return checks
	}
	checks = append(checks, found(id, "metadata", s.library.CheckMetadata(id, s.Base == nil)))
	if !s.compiles(f, folder) {
		return checks
	}
	checks = append(checks, s.ofTests(f, id, folder)...)
	names, _ := policy.Fixtures(f.FS, folder) // a folder that cannot be read is a mistake already
	for _, name := range names {
		fixture := fixture{f, rule, path.Join(folder, name)}
		checks = append(checks, Check{id, name, func(ctx context.Context) mistake.List { return s.checkFixture(ctx, fixture) }})
	}
	return checks
}

// ofPackage gives the checks of a package in lib.
func (s *suite) ofPackage(f Folder, topic string) []Check {
	folder := path.Join("lib", topic)
	checks := []Check{found(folder, "files", take(&s.read, f.File(folder))), s.ofCode(f, folder, folder)}
	if !s.compiles(f, folder) {
		return checks
	}
	checks = append(checks, Check{folder, "metadata", func(context.Context) mistake.List { return checkDescriptions(f, folder) }})
	return append(checks, s.ofTests(f, folder, folder)...)
}

// ofCode gives the check of the code in a folder: that it compiles, and that it
// is formatted.
func (s *suite) ofCode(f Folder, subject, folder string) Check {
	mistakes := take(&s.code, f.File(folder))
	return Check{subject, "rego", func(context.Context) mistake.List {
		return append(slices.Clone(mistakes), checkFormat(f, folder)...)
	}}
}

// ofTests gives the check of the tests in a folder; none where it has no tests.
func (s *suite) ofTests(f Folder, subject, folder string) []Check {
	if !slices.ContainsFunc(regoFiles(f, folder), isTest) {
		return nil
	}
	return []Check{{subject, "tests", func(ctx context.Context) mistake.List { return s.runTests(ctx, f, folder) }}}
}

// compiles tells whether the policies in a folder, and all that they import, are
// without mistakes.
func (s *suite) compiles(f Folder, folder string) bool {
	modules, mistakes := parse(f, folder, func(name string) bool { return !isTest(name) })
	if len(mistakes) > 0 {
		return false
	}
	modules, err := s.library.WithImports(modules)
	if err != nil {
		return false
	}
	for name := range modules {
		if s.broken[name] {
			return false
		}
	}
	return true
}

// take removes from a list the mistakes in a file or below a folder.
func take(list *mistake.List, name string) mistake.List {
	var taken, left mistake.List
	for _, m := range *list {
		if m.File == name || strings.HasPrefix(m.File, name+"/") {
			taken = append(taken, m)
		} else {
			left = append(left, m)
		}
	}
	*list = left
	return taken
}

// missing gives a mistake for each of the files that a folder lacks.
func missing(f Folder, folder string, names ...string) mistake.List {
	var mistakes mistake.List
	for _, name := range names {
		if _, err := fs.Stat(f.FS, path.Join(folder, name)); err != nil {
			mistakes = append(mistakes, mistake.Mistake{File: f.File(folder), Message: "has no " + name})
		}
	}
	return mistakes
}

// subfolders gives the names of the folders in a folder, without those that are
// hidden.
func subfolders(tree fs.FS, folder string) []string {
	entries, _ := fs.ReadDir(tree, folder) // a folder that cannot be read is a mistake already
	var names []string
	for _, entry := range entries {
		if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
			names = append(names, entry.Name())
		}
	}
	return names
}
