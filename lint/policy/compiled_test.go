package policy_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/version"

	"github.com/kubegap/kubegap-lint/lint/policy"
)

// compiledTree gives the library of the tests with its compiled form.
func compiledTree(t *testing.T) fstest.MapFS {
	t.Helper()
	data, err := load(t).Compiled()
	if err != nil {
		t.Fatal(err)
	}
	tree := edited(t, caseFile, "", "")
	tree[policy.CompiledFile] = &fstest.MapFile{Data: data}
	return tree
}

func TestOpenJudgesAsLoad(t *testing.T) {
	t.Parallel()
	tree := compiledTree(t)
	delete(tree, caseFile) // the compiled form holds the cases
	opened, err := policy.Open(tree)
	if err != nil {
		t.Fatal(err)
	}
	loaded := load(t)
	if diff := cmp.Diff(loaded.Rules(), opened.Rules()); diff != "" {
		t.Errorf("rules (-loaded +opened):\n%s", diff)
	}
	objects := build("{apiVersion: v1, kind: Pod, metadata: {name: a}}")
	want, err := loaded.Judge(t.Context(), objects, question(loaded))
	if err != nil {
		t.Fatal(err)
	}
	got, err := opened.Judge(t.Context(), objects, question(opened))
	if err != nil {
		t.Fatal(err)
	}
	if len(want.Violations) == 0 || len(got.Violations) != len(want.Violations) || got.Violations[0].Message != want.Violations[0].Message {
		t.Errorf("violations are %v, want %v", got.Violations, want.Violations)
	}
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		edit func(data []byte) []byte
		want string
	}{
		{"empty", func([]byte) []byte { return nil }, "it is damaged"},
		{"cut off in the index", func(data []byte) []byte { return data[:100] }, "it is damaged"},
		{"cut off in a module", func(data []byte) []byte { return data[:len(data)-1] }, "it is damaged"},
		{"another version", func(data []byte) []byte {
			return bytes.Replace(data, []byte(version.Version), bytes.Repeat([]byte("9"), len(version.Version)), 1)
		}, "it is for version 9"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tree := compiledTree(t)
			tree[policy.CompiledFile].Data = test.edit(tree[policy.CompiledFile].Data)
			if _, err := policy.Open(tree); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want one that says %q", err, test.want)
			}
		})
	}
	tree := compiledTree(t)
	delete(tree, policy.CompiledFile)
	if _, err := policy.Open(tree); err == nil || !strings.Contains(err.Error(), "read "+policy.CompiledFile) {
		t.Errorf("error is %v, want one about the missing file", err)
	}
}
