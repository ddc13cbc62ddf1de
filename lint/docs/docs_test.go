package docs_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/docs"
)

var (
	incident = lint.Case{
		ID: "IL-1", Title: "Replies lost", Organisation: "Example", Year: 2020,
		Summary: "Replies never arrived.", Symptom: "Nothing came.", Trigger: "A long wait.", RootCause: "A table forgot.",
		Confidence: "high", ContributingFactors: []string{"no\n  keepalive"}, Remediation: []string{"send keepalives"},
		Sources: []lint.Source{{Title: "Report", URL: "https://example.com/report", Kind: "primary"}},
		Limits:  []string{"code is not seen"},
	}
	rule = lint.Rule{
		ID: "IL-1/forgetful", Title: "Forgetful table", Level: lint.LevelWarning, LevelReason: "It hurts some.",
		Description: "Finds it.", Remediation: "Raise it.", Also: []string{"other-case"},
		Bad: "a: 1 # want \"forgets\"\nb: 2\n", Good: "a: 2\n",
		References: []lint.Reference{{Title: "Manual", URL: "https://example.com/manual"}},
	}
	library = docs.New([]lint.Case{incident}, []lint.Rule{rule})
)

func TestRule(t *testing.T) {
	t.Parallel()
	want := strings.ReplaceAll(`## Forgetful table

'IL-1/forgetful', warning

Finds it.

### What happened: IL-1, Example (2020)

Replies never arrived.

A table forgot.

### How to fix

Raise it.

### Level

warning. It hurts some.

### Example

Reported:

'''yaml
a: 1 # reported
b: 2
'''

Not reported:

'''yaml
a: 2
'''

### Sources

- [Report](https://example.com/report) (primary)
- [Manual](https://example.com/manual)
`, "'", "`")
	if diff := cmp.Diff(want, library.Rule(rule, 2)); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
}

func TestCaseHoldsEverythingOfTheCaseAndItsRules(t *testing.T) {
	t.Parallel()
	page := library.Case(incident, 1)
	for _, part := range []string{
		"# IL-1: Replies lost\n", "Example, 2020. Replies never arrived.\n", "## Symptom\n\nNothing came.\n", "## Trigger\n\nA long wait.\n",
		"## Root cause\n\nA table forgot.\n", "- no keepalive\n", "- send keepalives\n", "## Forgetful table\n", "### How to fix\n",
		"- [Manual](https://example.com/manual)\n", "- code is not seen\n", "How well the facts are known: high.\n",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
	if strings.Contains(page, "\n\n\n") {
		t.Error("the page has more than one blank line in a row")
	}
}

func TestCaseNamesRulesOfOtherCasesWithTheSameCause(t *testing.T) {
	t.Parallel()
	page := library.Case(lint.Case{ID: "other-case", Title: "Other"}, 1)
	if want := "- `IL-1/forgetful`: Forgetful table\n"; !strings.Contains(page, want) {
		t.Errorf("the page lacks %q:\n%s", want, page)
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	table := library.Table(func(id string) string { return "cases/" + id })
	want := "| [IL-1/forgetful](cases/IL-1) | warning | Forgetful table | Example, 2020 |\n"
	if !strings.HasSuffix(table, want) {
		t.Errorf("table is %q, want it to end with %q", table, want)
	}
}
