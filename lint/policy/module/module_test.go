package module_test

import (
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/kubegap/kubegap-lint/lint/policy/module"
)

const policy = `package example

import data.example

default fallback := {"a": [null, true, false, 1.5, "text"], "b": {1, 2}, "c": set()}

double(x) := x * 2 if is_number(x)

double(_) := 0 if false

size(x) := "large" if {
	x > 10
} else := "middle" if {
	x > 5
} else := "small"

names contains name if {
	some i, name in input.list
	not starts[name]
	every c in input.list { count(c) > 0 }
	i >= 0
}

starts[name] := rest if {
	some name in input.list
	startswith(name, "x")
	rest := substring(name, 1, -1)
}

answer := {
	"array": [double(x) | some x in [1, 2, 3]],
	"set": {size(x) | some x in [1, 7, 11]},
	"object": {k: v | some k, v in starts},
	"names": names,
	"fallback": fallback,
	"with": overridden,
	"text": sprintf("%s-%d", ["a", 1]),
	"parent.child": parent.child,
}

parent.child := "dotted"

overridden := number if {
	number := count(names) with input.list as ["one"]
}
`

// compiled gives the compiled module of a text.
func compiled(t *testing.T, text string) *ast.Module {
	t.Helper()
	parsed, err := ast.ParseModuleWithOpts("example.rego", text, ast.ParserOptions{RegoVersion: ast.RegoV1})
	if err != nil {
		t.Fatal(err)
	}
	compiler := ast.NewCompiler()
	if compiler.Compile(map[string]*ast.Module{"example.rego": parsed}); compiler.Failed() {
		t.Fatal(compiler.Errors)
	}
	return compiler.Modules["example.rego"]
}

func roundTrip(t *testing.T, m *ast.Module) *ast.Module {
	t.Helper()
	data, err := module.Encode(m)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := module.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

func TestDecodeGivesTheSameRules(t *testing.T) {
	t.Parallel()
	want := compiled(t, policy)
	got := roundTrip(t, want)
	if !got.Package.Equal(want.Package) || len(got.Rules) != len(want.Rules) {
		t.Fatalf("package %v with %d rules, want %v with %d", got.Package, len(got.Rules), want.Package, len(want.Rules))
	}
	for i, rule := range want.Rules {
		if !rule.Equal(got.Rules[i]) {
			t.Errorf("rule %d is\n%v\nwant\n%v", i, got.Rules[i], rule)
		}
		if got.Rules[i].Location.Row != rule.Location.Row || got.Rules[i].Location.File != "example.rego" {
			t.Errorf("rule %d is at %v, want %v", i, got.Rules[i].Location, rule.Location)
		}
	}
}

func TestDecodedModulesAnswerTheSame(t *testing.T) {
	t.Parallel()
	answer := func(compiler *ast.Compiler) any {
		t.Helper()
		results, err := rego.New(rego.Compiler(compiler), rego.Query("data.example.answer"), rego.Input(map[string]any{"list": []any{"one", "xtwo"}})).Eval(t.Context())
		if err != nil || len(results) != 1 {
			t.Fatalf("%d results, error is %v", len(results), err)
		}
		return results[0].Expressions[0].Value
	}
	fromSource := ast.MustCompileModules(map[string]string{"example.rego": policy})
	decoded, err := module.Compiler(map[string]*ast.Module{"example.rego": roundTrip(t, compiled(t, policy))})
	if err != nil {
		t.Fatal(err)
	}
	want, got := ast.MustInterfaceToValue(answer(fromSource)), ast.MustInterfaceToValue(answer(decoded))
	if want.Compare(got) != 0 {
		t.Errorf("the answer is\n%v\nwant\n%v", got, want)
	}
}

func TestEncodeIsDeterministic(t *testing.T) {
	t.Parallel()
	first, err := module.Encode(compiled(t, policy))
	if err != nil {
		t.Fatal(err)
	}
	second, _ := module.Encode(compiled(t, policy))
	if string(first) != string(second) {
		t.Error("two encodings differ")
	}
}

func TestEncodeRefusesWhatCompilingRemoves(t *testing.T) {
	t.Parallel()
	parsed := ast.MustParseModuleWithOpts("package example\n\np if { some x; input[x] == 1 }", ast.ParserOptions{RegoVersion: ast.RegoV1})
	if _, err := module.Encode(parsed); err == nil || !strings.Contains(err.Error(), "*ast.SomeDecl") {
		t.Errorf("error is %v, want one about *ast.SomeDecl", err)
	}
}

func TestDecodeRefusesDamagedData(t *testing.T) {
	t.Parallel()
	data, err := module.Encode(compiled(t, policy))
	if err != nil {
		t.Fatal(err)
	}
	for end := range data {
		if _, err := module.Decode(data[:end]); err == nil {
			t.Fatalf("the first %d of %d bytes make a module", end, len(data))
		}
	}
	for i := range data {
		damaged := append([]byte{}, data...)
		damaged[i] ^= 0xff
		_, _ = module.Decode(damaged) // must not panic; what stays well-formed is a module
	}
}
