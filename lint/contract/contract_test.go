package contract_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/contract"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/lint/scaffold"
	"github.com/kubegap/kubegap-lint/policies"
	"github.com/kubegap/kubegap-lint/render/folder"
)

const (
	caseFile = "cases/acme-2024-lost-volume/case.yaml"
	rule     = "acme-2024-lost-volume/volume-without-backup"
	ruleDir  = "cases/" + rule + "/"
	policyAt = ruleDir + "policy.rego"
	testAt   = ruleDir + "policy_test.rego"
	badAt    = ruleDir + "bad.yaml"
	goodAt   = ruleDir + "good.yaml"
)

const namesLib = `# METADATA
# description: Names of objects.
package kubegap.lib.names

# METADATA
# description: Whether the name of obj is long.
long(obj) if count(obj.name) > 40

_short(obj) if not long(obj)
`

const namesTest = `package kubegap.lib.names_test

import data.kubegap.lib.names

test_short if not names.long({"name": "a"})
`

// complete gives the files of a folder that keeps the contract.
func complete(t *testing.T, own bool) map[string]string {
	t.Helper()
	p := scaffold.Policy{
		Case: "acme-2024-lost-volume", Rule: "volume-without-backup", Year: 2024, Own: own,
		Kind: scaffold.Kind{Group: "apps", Version: "v1", Name: "Deployment"},
	}
	written, err := p.RuleFiles()
	if err != nil {
		t.Fatal(err)
	}
	about, err := p.CaseFile()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"lib/names/names.rego": namesLib, "lib/names/names_test.rego": namesTest}
	for _, file := range append(written, about) {
		files[file.Name] = string(file.Text)
	}
	return files
}

// run gives what is wrong with the files, each line with the id of its check.
func run(t *testing.T, files map[string]string, own bool) []string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var problems []string
	for _, check := range contract.Checks([]contract.Folder{{Tree: policy.Tree{FS: os.DirFS(dir)}, Dir: dir}}, options(t, own)) {
		for _, mistake := range check.Run(t.Context()) {
			problems = append(problems, check.ID()+" "+mistake.Error())
		}
	}
	return problems
}

func options(t *testing.T, own bool) contract.Options {
	t.Helper()
	o := contract.Options{Render: folder.Render}
	var err error
	if o.Schema, err = policy.ReadInputSchema(policies.FS()); err != nil {
		t.Fatal(err)
	}
	if o.Vocabulary, err = policy.ReadVocabulary(policies.FS()); err != nil {
		t.Fatal(err)
	}
	if !own {
		if o.Base, err = policy.Load(policies.FS()); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

func TestChecks(t *testing.T) {
	t.Parallel()
	var ids []string
	files := complete(t, false)
	dir := t.TempDir()
	if err := os.CopyFS(dir, mapFS(files)); err != nil {
		t.Fatal(err)
	}
	for _, check := range contract.Checks([]contract.Folder{{Tree: policy.Tree{FS: os.DirFS(dir)}, Dir: dir}}, options(t, false)) {
		ids = append(ids, check.ID())
		if mistakes := check.Run(t.Context()); len(mistakes) > 0 {
			t.Errorf("%s: %v", check.ID(), mistakes)
		}
	}
	want := []string{
		"layout/files", "acme-2024-lost-volume/case.yaml",
		rule + "/files", rule + "/rego", rule + "/metadata", rule + "/tests", rule + "/bad.yaml", rule + "/good.yaml",
		"lib/names/files", "lib/names/rego", "lib/names/metadata", "lib/names/tests",
	}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("checks (-want +got):\n%s", diff)
	}
}

// edit changes a file: it is left out where old is "*", written where old is "",
// and else the first old in it becomes new.
func edit(t *testing.T, files map[string]string, file, old, new string) {
	t.Helper()
	switch {
	case old == "*":
		delete(files, file)
	case old == "":
		files[file] = new
	case strings.Contains(files[file], old):
		files[file] = strings.Replace(files[file], old, new, 1)
		if strings.HasSuffix(file, "_test.rego") && old == "test_" {
			files[file] = strings.ReplaceAll(files[file], old, new)
		}
	default:
		t.Fatalf("%s has no %q:\n%s", file, old, files[file])
	}
}

// expect demands the wanted problem, and besides it only those with one of the
// texts in more.
func expect(t *testing.T, problems []string, want string, more []string) {
	t.Helper()
	if !slices.ContainsFunc(problems, func(p string) bool { return strings.HasPrefix(p, want) }) {
		t.Errorf("problems are\n%s\nwant %s", strings.Join(problems, "\n"), want)
	}
	for _, problem := range problems {
		expected := slices.ContainsFunc(append(more, want), func(text string) bool { return strings.Contains(problem, text) })
		if !expected {
			t.Errorf("unexpected problem: %s", problem)
		}
	}
}

func mapFS(files map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	return tree
}

// More is demanded of a library that stands on its own.
func TestOwnPolicies(t *testing.T) {
	t.Parallel()
	const resources = "# related_resources:\n#   - ref: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/\n#     description: Labels\n"
	own := func(t *testing.T) map[string]string {
		files := complete(t, true)
		for name, text := range libraries(t) {
			files[name] = text
		}
		return files
	}
	for _, test := range []struct{ name, file, old, new, want string }{
		{"nothing", caseFile, "id:", "id:", ""},
		{"no sources", caseFile, "sources:\n  - title: Replace this by the public report\n    url: https://example.com/postmortem\n    kind: primary\n", "sources: []\n", caseFile + ":6: sources is empty"},
		{"word of its own", caseFile, "[deployment]", "[acme-box]", caseFile + `:12: classification.components has "acme-box", which is not in vocabulary.yaml`},
		{"no title in Korean", caseFile, "  title: Replace this by the title in Korean\n", "", caseFile + ":25: ko.title is not set"},
		{"symptom in Korean", caseFile, "in Korean.\n  remediation", "in Korean\n  remediation", caseFile + `:26: ko.symptom is "Replace this by the symptom in Korean", want sentences`},
		{"no remediation in Korean", caseFile, "  remediation:\n    - Replace this by what the team did, in Korean.\n", "", caseFile + ":25: ko.remediation is empty"},
		{"no references", policyAt, resources, "", policyAt + ":1: related_resources is empty"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := own(t)
			edit(t, files, test.file, test.old, test.new)
			var problems []string
			for _, problem := range run(t, files, true) {
				_, text, _ := strings.Cut(problem, " ")
				problems = append(problems, text)
			}
			if test.want == "" && len(problems) > 0 {
				t.Errorf("problems are %q, want none", problems)
			} else if test.want != "" && (len(problems) != 1 || problems[0] != test.want) {
				t.Errorf("problems are %q, want %q", problems, test.want)
			}
		})
	}
}

// libraries gives the embedded packages that the scaffold imports.
func libraries(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range []string{"objects", "result", "fixture"} {
		file := "lib/" + name + "/" + name + ".rego"
		data, err := fs.ReadFile(policies.FS(), file)
		if err != nil {
			t.Fatal(err)
		}
		files[file] = string(data)
	}
	return files
}

// The findings of this rule depend on which object comes first.
func TestOrder(t *testing.T) {
	t.Parallel()
	files := complete(t, false)
	edit(t, files, policyAt, "\tsome obj in objects.of_kind(\"apps/Deployment\")\n", "\tobj := objects.of_kind(\"apps/Deployment\")[0]\n")
	edit(t, files, badAt, "    team: payments\n", "")
	problems := run(t, files, false)
	want := rule + "/bad.yaml " + badAt + ": the findings depend on the order of the objects: bad.yaml:"
	expect(t, problems, want, nil)
	if len(problems) != 2 {
		t.Errorf("problems are %q, want the finding in each order", problems)
	}
}

// A value that makes a function fail is a doubt of the rule, which a fixture
// brings to light.
func TestDoubt(t *testing.T) {
	t.Parallel()
	files := complete(t, false)
	edit(t, files, policyAt, `objects.label(obj, "team") != ""`, `to_number(objects.label(obj, "team")) > 0`)
	problems := run(t, files, false)
	if !slices.ContainsFunc(problems, func(p string) bool {
		return strings.HasPrefix(p, rule+"/good.yaml "+goodAt+": "+rule+" may have missed something, since a function failed at cases/"+rule+"/policy.rego:33: to_number")
	}) {
		t.Errorf("problems are\n%s", strings.Join(problems, "\n"))
	}
}

// A fixture may be a folder that is rendered as a repository.
func TestFolders(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, values, template, want string }{
		{"wanted", "team: ''\n", `{{ .Values.team | quote }} # want "has no label team"`, ""},
		{"not wanted", "team: ''\n", `{{ .Values.team | quote }}`, rule + "/bad-chart " + ruleDir + "bad-chart/templates/web.yaml:4: unwanted"},
		{"does not render", "team: ''\n", `{{ .Values.team | nothing }}`, rule + "/bad-chart " + ruleDir + "bad-chart/templates/web.yaml:4:"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := complete(t, false)
			files[ruleDir+"bad-chart/Chart.yaml"] = "apiVersion: v2\nname: web\nversion: 0.1.0\n"
			files[ruleDir+"bad-chart/values.yaml"] = test.values
			files[ruleDir+"bad-chart/templates/web.yaml"] = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, labels: {\n  team: " + test.template + "\n  }}\n"
			problems := run(t, files, false)
			if test.want == "" {
				if len(problems) != 0 {
					t.Errorf("problems are %q", problems)
				}
				return
			}
			expect(t, problems, test.want, []string{rule + "/bad-chart"})
		})
	}
}

// Where a library does not compile, the tests and fixtures of the rules that
// import it are left out, and those of others are not.
func TestBrokenLibrary(t *testing.T) {
	t.Parallel()
	files := complete(t, false)
	for name, text := range complete(t, false) {
		if rest, ok := strings.CutPrefix(name, ruleDir); ok {
			text = strings.ReplaceAll(text, "volume_without_backup", "second")
			if rest == "policy.rego" {
				text = strings.Replace(text, "import data.kubegap.lib.objects\n", "import data.kubegap.lib.names\nimport data.kubegap.lib.objects\n", 1)
				text = strings.Replace(text, "\tnot _has_owner", "\tnot names.long(obj)\n\tnot _has_owner", 1)
			}
			files["cases/acme-2024-lost-volume/second/"+rest] = text
		}
	}
	if problems := run(t, files, false); len(problems) > 0 {
		t.Fatalf("problems are %q", problems)
	}
	edit(t, files, "lib/names/names.rego", "> 40", "> limit")
	expect(t, run(t, files, false), "lib/names/rego lib/names/names.rego:7: var limit is unsafe", nil)
	dir := t.TempDir()
	if err := os.CopyFS(dir, mapFS(files)); err != nil {
		t.Fatal(err)
	}
	var run []string
	for _, check := range contract.Checks([]contract.Folder{{Tree: policy.Tree{FS: os.DirFS(dir)}, Dir: dir}}, options(t, false)) {
		if check.Name == "tests" || check.Name == "bad.yaml" {
			run = append(run, check.ID())
		}
	}
	if diff := cmp.Diff([]string{rule + "/tests", rule + "/bad.yaml"}, run); diff != "" {
		t.Errorf("what is run (-want +got):\n%s", diff)
	}
}

// A fixture that holds nothing proves nothing.
func TestEmptyFixtures(t *testing.T) {
	t.Parallel()
	const (
		chart  = "apiVersion: v2\nname: web\nversion: 0.1.0\n"
		remote = "resources:\n  - https://example.com/web.yaml\n"
		config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
	)
	for _, test := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"chart that fails", map[string]string{"good-chart/Chart.yaml": chart, "good-chart/templates/web.yaml": `{{ fail "no" }}`}, "good-chart"},
		{"remote base", map[string]string{"good-base/kustomization.yaml": remote}, "good-base: holds no object, so it proves nothing"},
		{"remote base and an object", map[string]string{"good-base/kustomization.yaml": remote + "  - web.yaml\n", "good-base/web.yaml": config}, ""},
		{"folder without manifests", map[string]string{"good-none/README.md": "x"}, "good-none: holds no object, so it proves nothing"},
		{"empty file", map[string]string{"good.yaml": ""}, "good.yaml: holds no object, so it proves nothing"},
		{"comment", map[string]string{"good.yaml": "# nothing\n"}, "good.yaml: holds no object, so it proves nothing"},
		{"no kind", map[string]string{"good.yaml": "metadata: {name: web}\n"}, "good.yaml: holds no object, so it proves nothing"},
		{"template", map[string]string{"good.yaml": "{{ if .Values.a }}\n" + config + "{{ end }}\n"}, "good.yaml"},
		{"another kind", map[string]string{"good.yaml": config}, "good.yaml: holds no object that the rule judges: want one of apps/Deployment"},
		{"another kind that is left alone", map[string]string{"good-config.yaml": config}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := complete(t, false)
			for name, text := range test.files {
				files[ruleDir+name] = text
			}
			problems := run(t, files, false)
			if test.want == "" {
				if len(problems) > 0 {
					t.Errorf("problems are %q, want none", problems)
				}
				return
			}
			fixture, _, _ := strings.Cut(test.want, ":")
			fixture, _, _ = strings.Cut(fixture, "/")
			expect(t, problems, rule+"/"+fixture+" "+ruleDir+test.want, []string{rule + "/" + fixture + " "})
		})
	}
}
