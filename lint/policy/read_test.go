package policy_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/lint/policy"
)

// user gives a tree of a user with one rule, which imports a package of the
// library in testdata and one of its own.
func user(t *testing.T) fstest.MapFS {
	t.Helper()
	replace := strings.NewReplacer(
		"example_2020_bare_pods", "acme_2024_lone_pods", "example-2020-bare-pods", "acme-2024-lone-pods",
		"example-2021-other", "example-2020-bare-pods",
		"import data.kubegap.lib.names\n", "import data.kubegap.lib.names\nimport data.kubegap.lib.teams\n",
		"\tnot names.debug(pod)\n", "\tnot names.debug(pod)\n\tnot teams.known(pod)\n",
	)
	tree := fstest.MapFS{"lib/teams/teams.rego": {Data: []byte("package kubegap.lib.teams\n\nknown(obj) if obj.name == \"team\"\n"), Mode: 0o644}}
	for _, name := range []string{caseFile, ruleFile} {
		data, err := os.ReadFile("testdata/policies/" + name)
		if err != nil {
			t.Fatal(err)
		}
		tree[replace.Replace(name)] = &fstest.MapFile{Data: []byte(replace.Replace(string(data))), Mode: 0o644}
	}
	return tree
}

func TestReadBesideALibrary(t *testing.T) {
	t.Parallel()
	base := load(t)
	library, mistakes := policy.Read(base, policy.Tree{Name: "policies", FS: user(t)})
	if mistakes = append(mistakes, library.Check(nil)...); len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	var ids []string
	for _, rule := range library.Rules() {
		ids = append(ids, rule.ID)
	}
	if diff := cmp.Diff([]string{"acme-2024-lone-pods/bare-pod", ruleID, "example-2020-bare-pods/unlabelled-service"}, ids); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	if len(library.Cases()) != 2 || len(base.Rules()) != 2 || len(base.Cases()) != 1 {
		t.Errorf("%d cases, want 2; the library beside has %d rules and %d cases", len(library.Cases()), len(base.Rules()), len(base.Cases()))
	}
	verdict, err := library.Judge(t.Context(), build(pods+"---\n{apiVersion: v1, kind: Pod, metadata: {name: team}}\n"), question(library))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for _, violation := range verdict.Violations {
		found[violation.Rule]++
	}
	if diff := cmp.Diff(map[string]int{"acme-2024-lone-pods/bare-pod": 2, ruleID: 3}, found); diff != "" {
		t.Errorf("violations (-want +got):\n%s", diff)
	}
}

// The rules of one tree may import the packages of another, in whatever order
// they come.
func TestReadTwoTrees(t *testing.T) {
	t.Parallel()
	all := user(t)
	shared := fstest.MapFS{"lib/teams/teams.rego": all["lib/teams/teams.rego"]}
	delete(all, "lib/teams/teams.rego")
	a, b := policy.Tree{Name: "a", FS: all}, policy.Tree{Name: "b", FS: shared}
	for _, trees := range [][]policy.Tree{{a, b}, {b, a}} {
		library, mistakes := policy.Read(load(t), trees...)
		if mistakes = append(mistakes, library.Check(nil)...); len(mistakes) > 0 {
			t.Error(mistakes)
		}
	}
	library, _ := policy.Read(load(t), a)
	want := "a/cases/acme-2024-lone-pods/bare-pod/policy.rego:27: data.kubegap.lib.teams.known is out of reach: there is no package data.kubegap.lib.teams"
	if mistakes := library.Check(nil); len(mistakes) == 0 || mistakes[0].Error() != want {
		t.Errorf("mistakes are\n%v\nwant\n%s", mistakes, want)
	}
}

// A library that stands on its own may have ids of the incident library, and name
// cases that are still to come.
func TestReadAlone(t *testing.T) {
	t.Parallel()
	tree := fstest.MapFS{}
	for name, file := range user(t) {
		text := strings.NewReplacer("acme-2024-lone-pods", "IL-0001", "acme_2024_lone_pods", "il_0001").Replace(string(file.Data))
		tree[strings.ReplaceAll(name, "acme-2024-lone-pods", "IL-0001")] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	library, mistakes := policy.Read(nil, policy.Tree{FS: tree})
	if len(mistakes) > 0 {
		t.Error(mistakes)
	}
	if _, ok := library.Rule("IL-0001/bare-pod"); !ok {
		t.Error("the rule is not there")
	}
	if _, mistakes := policy.Read(load(t), policy.Tree{FS: tree}); len(mistakes) != 1 || mistakes[0].Message != "IL-0001 is an id of the incident library: choose another name, such as acme-2024-lost-volume" {
		t.Errorf("mistakes are %v", mistakes)
	}
}

// failing is a tree of which one file or folder cannot be read.
type failing struct {
	fs.FS
	name string
}

func (f failing) Open(name string) (fs.File, error) {
	if name == f.name {
		return nil, &fs.PathError{Op: "open", Path: "/secret/" + name, Err: errors.New("permission denied")}
	}
	return f.FS.Open(name)
}

func TestReadUnreadable(t *testing.T) {
	t.Parallel()
	tree := user(t)
	for name := range tree {
		for _, unreadable := range []string{name, name[:strings.LastIndexByte(name, '/')]} {
			_, mistakes := policy.Read(load(t), policy.Tree{Name: "p", FS: failing{tree, unreadable}})
			want := mistake.Mistake{File: "p/" + unreadable, Message: "permission denied"}
			if !strings.Contains(mistakes.Error(), want.Error()) {
				t.Errorf("mistakes are\n%v\nwant\n%v", mistakes, want)
			}
		}
	}
}

// Lines that end as on Windows do not hide METADATA.
func TestReadCarriageReturns(t *testing.T) {
	t.Parallel()
	tree := user(t)
	for _, file := range tree {
		file.Data = []byte(strings.ReplaceAll(string(file.Data), "\n", "\r\n"))
	}
	library, mistakes := policy.Read(load(t), policy.Tree{FS: tree})
	if mistakes = append(mistakes, library.Check(nil)...); len(mistakes) > 0 {
		t.Error(mistakes)
	}
	if rule, _ := library.Rule("acme-2024-lone-pods/bare-pod"); rule.Level != lint.LevelWarning {
		t.Errorf("rule is %+v", rule)
	}
}

func TestMistake(t *testing.T) {
	t.Parallel()
	list := mistake.List{{File: "b", Line: 2, Message: "is wrong"}, {File: "a", Message: "is missing"}, {Message: "is odd"}, {File: "b", Line: 2, Message: "is wrong"}}
	if got, want := list.Sorted().Error(), "is odd\na: is missing\nb:2: is wrong"; got != want {
		t.Errorf("mistakes are %q, want %q", got, want)
	}
}

// To open a pipe would wait for somebody who writes to it.
func TestReadPipe(t *testing.T) {
	t.Parallel()
	tree := user(t)
	const pipe = "cases/acme-2024-lone-pods/bare-pod/bad-x.yaml"
	tree[pipe] = &fstest.MapFile{Mode: fs.ModeNamedPipe | 0o644}
	want := mistake.List{{File: pipe, Message: "is no file"}}
	if _, mistakes := policy.Read(load(t), policy.Tree{FS: tree}); cmp.Diff(want, mistakes) != "" {
		t.Errorf("mistakes are %v, want %v", mistakes, want)
	}
	if names, err := policy.Fixtures(tree, "cases/acme-2024-lone-pods/bare-pod"); err != nil || len(names) > 0 {
		t.Errorf("fixtures are %v, %v", names, err)
	}
}

// The same is demanded of case.yaml and METADATA in a run as in a test.
func TestCheckTexts(t *testing.T) {
	t.Parallel()
	tree := user(t)
	const name, rego = "cases/acme-2024-lone-pods/case.yaml", "cases/acme-2024-lone-pods/bare-pod/policy.rego"
	tree[name].Data = []byte("id: acme-2024-lone-pods\nyear: -5\nsources: [{title: A, url: 'https://a.example', kind: gossip}]\nrelated: [IL-1]\n")
	tree[rego].Data = []byte(strings.Replace(string(tree[rego].Data), "since: 0.1.0", "since: soon", 1))
	library, mistakes := policy.Read(load(t), policy.Tree{FS: tree})
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	got := library.CheckTexts().Error()
	for _, want := range []string{
		name + ": title is not set", name + ": contributingFactors is not set", name + ": symptom is not set",
		name + ": classification.components is empty", name + ": lessons is empty",
		name + ":2: year is -5, want a year from 2014 to 2099", name + ":3: sources has the kind \"gossip\"",
		name + `:4: related names "IL-1", want the id of another case`, rego + `:17: custom.since is "soon", want a version`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("mistakes are\n%s\nwant %s", got, want)
		}
	}
}
