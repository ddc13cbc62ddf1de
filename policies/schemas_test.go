package policies_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/render/folder"
)

// TestInputSchema checks that the program builds from each fixture an input as
// the schema describes it, which TestContract takes for granted.
func TestInputSchema(t *testing.T) {
	t.Parallel()
	validate := validator(t, "schemas/input.json")
	for _, name := range allFixtures(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			units, _, done, err := folder.Render(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			defer done()
			validate(t, policy.Input(graph.Build(units, nil), lint.Question{KubeVersion: "1.34"}))
		})
	}
}

func TestCaseSchema(t *testing.T) {
	t.Parallel()
	validate := validator(t, "schemas/case.json")
	names, err := fs.Glob(os.DirFS("."), "cases/*/case.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("cases are %v, error is %v", names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := yaml.Unmarshal(data, &value); err != nil {
			t.Fatal(err)
		}
		validate(t, ast.MustInterfaceToValue(value))
	}
}

func TestViolationSchema(t *testing.T) {
	t.Parallel()
	validate := validator(t, "schemas/violation.json")
	text, err := os.ReadFile("lib/result/result.rego")
	if err != nil {
		t.Fatal(err)
	}
	results, err := rego.New(
		rego.Module("result.rego", string(text)),
		rego.Input(map[string]any{"index": 1}),
		rego.Query(`[
			data.kubegap.lib.result.at(input, [], "is wrong"),
			data.kubegap.lib.result.with_level(data.kubegap.lib.result.at_with(input, ["a", 0], "is wrong", [
				data.kubegap.lib.result.related(input, ["b"], "is why"),
			]), "note"),
			data.kubegap.lib.result.with_peers(data.kubegap.lib.result.at(input, [], "is wrong"), [
				data.kubegap.lib.result.related(input, ["b"], "is wrong as well"),
			]),
		]`),
	).Eval(t.Context())
	if err != nil || len(results) != 1 {
		t.Fatalf("%d results, error is %v", len(results), err)
	}
	for _, violation := range results[0].Expressions[0].Value.([]any) {
		validate(t, ast.MustInterfaceToValue(violation))
	}
}

// validator gives a function that checks values against a schema.
func validator(t *testing.T, file string) func(t *testing.T, value ast.Value) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	query, err := rego.New(rego.Query("json.match_schema(input.value, input.schema, result)"), rego.StrictBuiltinErrors(true)).PrepareForEval(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return func(t *testing.T, value ast.Value) {
		t.Helper()
		input := ast.NewObject(
			ast.Item(ast.StringTerm("value"), ast.NewTerm(value)),
			ast.Item(ast.StringTerm("schema"), ast.NewTerm(ast.MustInterfaceToValue(schema))),
		)
		results, err := query.Eval(t.Context(), rego.EvalParsedInput(input))
		if err != nil || len(results) != 1 {
			t.Fatalf("%d results, error is %v", len(results), err)
		}
		result := results[0].Bindings["result"].([]any)
		if result[0] != true {
			t.Errorf("%s: %v", file, result[1])
		}
	}
}

// allFixtures gives the fixtures of all rules.
func allFixtures(t *testing.T) []string {
	t.Helper()
	root := os.DirFS(".")
	rules, err := fs.Glob(root, "cases/*/*/policy.rego")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, rule := range rules {
		names, err := policy.Fixtures(root, path.Dir(rule))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			list = append(list, path.Join(path.Dir(rule), name))
		}
	}
	return list
}
