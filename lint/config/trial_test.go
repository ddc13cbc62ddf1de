package config

import (
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"
)

// TestTrialWords demands that a start knows the words of the policies, and no others
// but those that the policies leave open.
func TestTrialWords(t *testing.T) {
	t.Parallel()
	const name = "../../policies/lib/environment/environment.rego"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	module, err := ast.ParseModule(name, string(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"qa", "stage", "staging"}
	for _, rule := range module.Rules {
		if rule.Head.Value == nil {
			continue
		}
		if words, ok := rule.Head.Value.Value.(ast.Set); ok && rule.Head.Name == "_trial_words" {
			for _, word := range words.Slice() {
				want = append(want, string(word.Value.(ast.String)))
			}
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, trialWords()); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
}

func TestForTrial(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"kustomize/tests/memorystore": true, "examples/prod": true, "overlays/QA-eu": true, "staging2": false,
		"clusters/production": false, "contest/latest": false, "": false,
	} {
		if got := forTrial(name); got != want {
			t.Errorf("%q is for trial: %v, want %v", name, got, want)
		}
	}
}
