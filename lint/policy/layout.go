package policy

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// The names of the folders and files of a library.
var (
	slug     = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	caseSlug = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)+$`)
)

// IsSlug tells whether a name is made of small letters and digits, words with
// hyphens, as that of a rule.
func IsSlug(name string) bool { return slug.MatchString(name) }

// isName tells whether a name can be that of a rule or of a package in lib: a
// slug that is no word of Rego.
func isName(name string) bool { return slug.MatchString(name) && !ast.IsKeyword(name) }

// The ways in which a name in a tree can be out of place.
const (
	wantPolicy = "want cases/<case>/<rule>/policy.rego"
	wantShared = "want lib/<topic>/<name>.rego"
)

// layout finds the files of a library in a tree, and what lies where nothing
// would read it.
type layout struct {
	tree Tree
	files
	mistakes mistake.List
}

// survey finds the files of a tree. Names that start with a dot and Markdown are
// passed over everywhere, and in the root all that has nothing to do with
// policies.
func survey(tree Tree) (files, mistake.List) {
	l := layout{tree: tree}
	for _, entry := range l.read(".") {
		switch name := entry.Name(); {
		case name == "cases" && l.isFolder(name, entry):
			l.cases()
		case name == "lib" && l.isFolder(name, entry):
			l.lib()
		case name != "cases" && name != "lib":
			l.astray(name, entry)
		}
	}
	if empty := len(l.policies)+len(l.files.cases)+len(l.shared) == 0; empty && len(l.mistakes) == 0 {
		l.wrong(".", "holds no policies: "+wantPolicy)
	}
	return l.files, l.mistakes
}

func (l *layout) cases() {
	for _, entry := range l.read("cases") {
		folder := path.Join("cases", entry.Name())
		if !l.isFolder(folder, entry) {
			continue
		}
		entries := l.read(folder)
		found := l.demand(folder, "case.yaml", entries)
		if found {
			l.files.cases = append(l.files.cases, path.Join(folder, "case.yaml"))
		}
		for _, entry := range entries {
			name := path.Join(folder, entry.Name())
			switch {
			case entry.Name() == "case.yaml":
				l.isFile(name, entry)
			case entry.Name() == "case.yml" && !found && entry.Type().IsRegular(): // demand has told of it
			case l.isFolder(name, entry):
				l.rule(name)
			}
		}
	}
}

func (l *layout) rule(folder string) {
	entries := l.read(folder)
	if l.demand(folder, "policy.rego", entries) {
		l.policies = append(l.policies, path.Join(folder, "policy.rego"))
	}
	for _, entry := range entries {
		name := path.Join(folder, entry.Name())
		switch {
		case l.isLink(name, entry):
		case entry.Name() == "policy.rego" || entry.Name() == "policy_test.rego":
			l.isFile(name, entry)
		case isFixture(entry):
			if twin := entry.Name() + ".yaml"; entry.IsDir() && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == twin }) {
				l.wrong(name, "lies beside "+twin+": choose another name for one of them")
			}
		case fixture.MatchString(entry.Name()) && !entry.IsDir() && !entry.Type().IsRegular():
			l.isFile(name, entry)
		case path.Ext(name) == ".yml" && fixture.MatchString(strings.TrimSuffix(entry.Name(), ".yml")+".yaml"):
			l.wrong(name, "is no fixture: did you mean "+strings.TrimSuffix(entry.Name(), ".yml")+".yaml?")
		case entry.IsDir():
			l.stray(name, "is no fixture: want a name that starts with bad or good")
		case path.Ext(name) == ".rego":
			l.wrong(name, "is neither policy.rego nor policy_test.rego; what rules share belongs into lib/<topic>")
		default:
			l.wrong(name, "is neither the policy, its test nor a fixture: want bad-<what>.yaml or good-<what>.yaml")
		}
	}
}

func (l *layout) lib() {
	for _, entry := range l.read("lib") {
		folder := path.Join("lib", entry.Name())
		if !l.isFolder(folder, entry) {
			continue
		}
		before := len(l.shared)
		for _, entry := range l.read(folder) {
			name := path.Join(folder, entry.Name())
			switch {
			case entry.IsDir():
				l.stray(name, "lies too deep: "+wantShared)
			case path.Ext(name) != ".rego":
				l.wrong(name, "is no Rego: "+wantShared)
			case l.isFile(name, entry) && !isTest(name):
				l.shared = append(l.shared, name)
			}
		}
		if len(l.shared) == before {
			l.wrong(folder, "holds no package: "+wantShared)
		}
	}
}

// isTest tells whether a file of Rego holds tests.
func isTest(name string) bool { return strings.HasSuffix(name, "_test.rego") }

// read gives the entries of a folder that may matter, nil where it cannot be read.
func (l *layout) read(folder string) []fs.DirEntry {
	entries, err := fs.ReadDir(l.tree.FS, folder)
	if err != nil {
		l.wrong(folder, fsys.Cause(err).Error())
		return nil
	}
	return slices.DeleteFunc(entries, func(entry fs.DirEntry) bool {
		name := entry.Name()
		return strings.HasPrefix(name, ".") || path.Ext(name) == ".md" && entry.Type().IsRegular()
	})
}

// demand tells whether the entries of a folder have a name, and refuses the folder
// where not. A folder that cannot be read is refused already.
func (l *layout) demand(folder, name string, entries []fs.DirEntry) bool {
	if slices.ContainsFunc(entries, func(entry fs.DirEntry) bool { return entry.Name() == name }) {
		return true
	}
	short := strings.TrimSuffix(name, ".yaml") + ".yml"
	switch {
	case slices.ContainsFunc(entries, func(entry fs.DirEntry) bool { return entry.Name() == short }):
		l.wrong(path.Join(folder, short), "is not read: did you mean "+name+"?")
	case entries != nil:
		l.wrong(folder, "has no "+name)
	}
	return false
}

// isFolder tells whether an entry is a folder, and refuses what is none.
func (l *layout) isFolder(name string, entry fs.DirEntry) bool {
	switch {
	case l.isLink(name, entry):
	case entry.IsDir():
		return true
	case path.Ext(name) == ".rego" && strings.HasPrefix(name, "lib/"):
		l.wrong(name, "lies too high: "+wantShared)
	case path.Ext(name) == ".rego":
		l.wrong(name, "lies too high: "+wantPolicy)
	case path.Base(name) == "case.yaml":
		l.wrong(name, "lies too high: want cases/<case>/case.yaml")
	default:
		l.wrong(name, "is no folder, as all that lies here has to be")
	}
	return false
}

// isFile tells whether an entry is a regular file, and refuses what is none.
func (l *layout) isFile(name string, entry fs.DirEntry) bool {
	if !l.isLink(name, entry) && !entry.Type().IsRegular() {
		l.wrong(name, "is no file")
	}
	return entry.Type().IsRegular()
}

// isLink tells whether an entry is a link, and refuses it.
func (l *layout) isLink(name string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return false
	}
	l.wrong(name, "is a symbolic link; policies are read from files and folders only")
	return true
}

// astray refuses policies outside of the two folders that are read.
func (l *layout) astray(name string, entry fs.DirEntry) {
	switch base := path.Base(name); {
	case entry.IsDir():
		for _, entry := range l.read(name) {
			l.astray(path.Join(name, entry.Name()), entry)
		}
	case path.Ext(base) == ".rego" && strings.Contains("/"+name, "/lib/"):
		l.wrong(name, "is in the wrong place: "+wantShared)
	case path.Ext(base) == ".rego":
		l.wrong(name, "is in the wrong place: "+wantPolicy)
	case base == "case.yaml":
		l.wrong(name, "is in the wrong place: want cases/<case>/case.yaml")
	case entry.Type()&fs.ModeSymlink != 0:
		if info, err := fs.Stat(l.tree.FS, name); err != nil || info.IsDir() {
			l.isLink(name, entry)
		}
	}
}

// stray refuses the policies in a folder of no use, or else the folder.
func (l *layout) stray(folder, message string) {
	before := len(l.mistakes)
	for _, entry := range l.read(folder) {
		l.astray(path.Join(folder, entry.Name()), entry)
	}
	if len(l.mistakes) == before {
		l.wrong(folder, message)
	}
}

func (l *layout) wrong(name, message string) {
	l.mistakes = append(l.mistakes, mistake.Mistake{File: l.tree.File(name), Message: message})
}
