package policies_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/contract"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/policies"
	"github.com/kubegap/kubegap-lint/render/folder"
)

// TestContract holds every case, rule and package to the contract of package
// contract, as `kubegap-lint test policies` does. It reads the folders, so that a
// new rule needs no change here. One rule or fixture is tested by its name:
//
//	go test ./policies -run 'TestContract/IL-0178/prestop-eats-grace-period/bad.yaml'
func TestContract(t *testing.T) {
	t.Parallel()
	root := os.DirFS(".")
	schema, err := policy.ReadInputSchema(root)
	if err != nil {
		t.Fatal(err)
	}
	vocabulary, err := policy.ReadVocabulary(root)
	if err != nil {
		t.Fatal(err)
	}
	checks := contract.Checks(
		[]contract.Folder{{Tree: policy.Tree{FS: root}, Dir: "."}},
		contract.Options{Schema: schema, Vocabulary: vocabulary, Render: folder.Render},
	)
	for _, path := range []string{"layout", "IL-0178/prestop-eats-grace-period/bad.yaml", "lib/values/tests"} {
		if !slices.ContainsFunc(checks, func(c contract.Check) bool { return strings.HasPrefix(c.ID(), path) }) {
			t.Errorf("there is no check %s", path)
		}
	}
	runAll(t, checks, 0)
}

// runAll runs checks as tests that are nested by the parts of their ids, of which
// the first are the names of the test itself.
func runAll(t *testing.T, checks []contract.Check, depth int) {
	groups := map[string][]contract.Check{}
	var names []string
	for _, check := range checks {
		parts := strings.Split(check.ID(), "/")
		if len(parts) == depth {
			for _, mistake := range check.Run(t.Context()) {
				t.Error(mistake)
			}
			continue
		}
		if groups[parts[depth]] == nil {
			names = append(names, parts[depth])
		}
		groups[parts[depth]] = append(groups[parts[depth]], check)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runAll(t, groups[name], depth+1)
		})
	}
}

// TestEmbedded demands that what is embedded is what lies here.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"cases/*/case.yaml", "cases/*/*/policy.rego", "cases/*/*/bad.yaml", "cases/*/*/good.yaml", "lib/*/*.rego"} {
		want, err := fs.Glob(os.DirFS("."), pattern)
		if err != nil {
			t.Fatal(err)
		}
		got, err := fs.Glob(policies.FS(), pattern)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
			t.Errorf("%s (-here +embedded):\n%s", pattern, diff)
		}
	}
}

// TestEveryCaseIsFound demands of every case a rule of its own, or one of
// another case that names it.
func TestEveryCaseIsFound(t *testing.T) {
	t.Parallel()
	library, err := policy.Load(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, rule := range library.Rules() {
		found[rule.Case()] = true
		for _, id := range rule.Also {
			found[id] = true
		}
	}
	for _, c := range library.Cases() {
		if !found[c.ID] {
			t.Errorf("%s has no rule, and no rule of another case names it in custom.also", c.ID)
		}
	}
}
