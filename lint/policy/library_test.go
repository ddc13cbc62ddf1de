package policy_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/policy"
)

const (
	caseFile = "cases/example-2020-bare-pods/case.yaml"
	ruleFile = "cases/example-2020-bare-pods/bare-pod/policy.rego"
	libFile  = "lib/names/names.rego"
	ruleID   = "example-2020-bare-pods/bare-pod"
)

func load(t testing.TB) *policy.Library {
	t.Helper()
	library, err := policy.Load(os.DirFS("testdata/policies"))
	if err != nil {
		t.Fatal(err)
	}
	return library
}

func TestLoad(t *testing.T) {
	t.Parallel()
	library := load(t)
	var ids []string
	for _, rule := range library.Rules() {
		ids = append(ids, rule.ID)
	}
	if diff := cmp.Diff([]string{ruleID, "example-2020-bare-pods/unlabelled-service"}, ids); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	rule, ok := library.Rule(ruleID)
	if !ok {
		t.Fatal("the rule is not there")
	}
	want := lint.Rule{
		ID:          ruleID,
		Title:       "Pod without a controller",
		Description: "A pod that nothing owns is not started again. Pods named debug are left alone.",
		Level:       lint.LevelWarning,
		LevelReason: "The pod may be short-lived on purpose: a note when a Service selects none.",
		Remediation: "Use a Deployment.",
		Kinds:       []string{"Pod"},
		Also:        []string{"example-2021-other"},
		References:  []lint.Reference{{Title: "Pods", URL: "https://kubernetes.io/docs/concepts/workloads/pods/"}},
		Since:       "0.1.0",
	}
	if diff := cmp.Diff(want, rule); diff != "" {
		t.Errorf("rule (-want +got):\n%s", diff)
	}
	c, ok := library.Case("example-2020-bare-pods")
	if !ok || c.Title != "A pod without a controller was gone for good" || len(library.Cases()) != 1 {
		t.Errorf("case is %+v", c)
	}
	if _, ok := library.Rule("example-2020-bare-pods/other"); ok {
		t.Error("there is a rule that is not in the tree")
	}
	if _, ok := library.Case("example-2020"); ok {
		t.Error("there is a case that is not in the tree")
	}
}

// edited gives the tree of testdata with one replacement in one file.
func edited(t *testing.T, file, old, new string) fstest.MapFS {
	t.Helper()
	tree := fstest.MapFS{}
	root := os.DirFS("testdata/policies")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		text := string(data)
		if name == file {
			if !strings.Contains(text, old) {
				t.Fatalf("%s does not contain %q", file, old)
			}
			text = strings.ReplaceAll(text, old, new)
		}
		tree[name] = &fstest.MapFile{Data: []byte(text)}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestLoadErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, file, old, new, want string
	}{
		{"unknown key", ruleFile, "#   since:", "#   severity: high\n#   since:", ruleFile + `:17: METADATA: custom.severity is an unknown key`},
		{"unknown level", ruleFile, "level: warning", "level: fatal", ruleFile + `:10: METADATA: custom.level is an unknown level "fatal"`},
		{"no kinds", ruleFile, "#   kinds: [Pod]\n", "", ruleFile + ":10: METADATA: custom.kinds is not set"},
		{"no title", ruleFile, "# title: Pod without a controller\n", "", ruleFile + ":1: METADATA: title is not set"},
		{"METADATA of another scope", ruleFile, "# scope: package", "# scope: subpackages", ruleFile + ":18: no METADATA of scope package"},
		{"another package", ruleFile, "package kubegap.cases", "package kubegap.case", ruleFile + ":18: package is data.kubegap.case.example_2020_bare_pods.bare_pod, want data.kubegap.cases.example_2020_bare_pods.bare_pod"},
		{"METADATA that is no YAML", ruleFile, "# title: Pod", "# title: [Pod", ruleFile + ":4: rego_parse_error: yaml:"},
		{"no package", ruleFile, "package kubegap", "#", ruleFile},
		{"no case", caseFile, "", "", ruleFile + ": there is no case.yaml for its case"},
		{"unknown key of a case", caseFile, "year: 2020", "year: 2020\nseverity: high", caseFile + `:5: unknown key "severity"`},
		{"another id", caseFile, "id: example-2020-bare-pods", "id: example-2020", caseFile + `:1: id is "example-2020", want the name of the folder, "example-2020-bare-pods"`},
		{"a case that is no YAML", caseFile, "year: 2020", "year: [2020", caseFile + ":"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tree := edited(t, test.file, test.old, test.new)
			if test.old == "" {
				delete(tree, test.file)
			}
			_, err := policy.Load(tree)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want one with %q", err, test.want)
			}
		})
	}
}

// OPA would put these expressions into order; Judge does not.
func TestCheckWantsExpressionsInOrder(t *testing.T) {
	t.Parallel()
	library, err := policy.Load(edited(t, ruleFile, "services := _services(pod)\n\tcount(services) > 0", "count(services) > 0\n\tservices = _services(pod)"))
	if err != nil {
		t.Fatal(err)
	}
	if err := library.Check(nil); !strings.Contains(err.Error(), "violations uses a variable before the expression that gives it a value") {
		t.Errorf("error is %v, want one about the order", err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	if mistakes := load(t).Check(nil); len(mistakes) > 0 {
		t.Error(mistakes)
	}
	schema := map[string]any{"type": "object", "properties": map[string]any{"by_kind": map[string]any{"type": "object"}}}
	if err := load(t).Check(schema); !strings.Contains(err.Error(), "undefined ref: input.objects") {
		t.Errorf("error is %v, want one about what the schema lacks", err)
	}
	for _, test := range []struct {
		name, file, old, new, want string
	}{
		{"network", libFile, "startswith(obj.name, \"debug\")", "http.send(obj)", libFile + ":7: http.send is not for policies"},
		{"clock", libFile, "startswith(obj.name, \"debug\")", "time.now_ns() > 0", libFile + ":7: time.now_ns is not for policies"},
		{"environment", libFile, "startswith(obj.name, \"debug\")", "opa.runtime().env", libFile + ":7: opa.runtime is not for policies"},
		{"time zone", libFile, "startswith(obj.name, \"debug\")", "time.clock([0, \"Local\"])[0] > 0", libFile + ":7: time.clock is not for policies, since time zones depend on the machine"},
		{"certificates", libFile, "startswith(obj.name, \"debug\")", "crypto.x509.parse_and_verify_certificates(obj.name)[0]", libFile + ":7: crypto.x509.parse_and_verify_certificates is not for policies, since its result depends on the time of day"},
		{"all of a network", libFile, "startswith(obj.name, \"debug\")", "net.cidr_expand(obj.name)", libFile + ":7: net.cidr_expand is not for policies, since its result may be larger than any memory"},
		{"unused import", libFile, "package kubegap.lib.names", "package kubegap.lib.names\nimport data.kubegap.lib.other", "unused"},
		{"syntax", libFile, "debug(obj) if", "debug(obj if", libFile},
		{"a library in another package", libFile, "package kubegap.lib.names", "package kubegap.lib.name", libFile + ":3: package is data.kubegap.lib.name, want data.kubegap.lib.names"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			library, err := policy.Load(edited(t, test.file, test.old, test.new))
			if err == nil {
				err = library.Check(nil)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want one with %q", err, test.want)
			}
		})
	}
}
