package docs_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
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
	pages = docs.Pages{Catalog: catalog.Catalog{Cases: []lint.Case{incident}, Rules: []lint.Rule{rule}}}
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
	if diff := cmp.Diff(want, pages.Rule(rule, 2)); diff != "" {
		t.Errorf("page (-want +got):\n%s", diff)
	}
}

func TestCaseHoldsEverythingOfTheCaseAndItsRules(t *testing.T) {
	t.Parallel()
	page := pages.Case(incident, 1)
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
	page := pages.Case(lint.Case{ID: "other-case", Title: "Other"}, 1)
	if want := "- `IL-1/forgetful`: Forgetful table\n"; !strings.Contains(page, want) {
		t.Errorf("the page lacks %q:\n%s", want, page)
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	linked := pages
	linked.Link = func(id string) string { return "cases/" + id }
	table := linked.Table()
	want := "| [IL-1/forgetful](cases/IL-1) | warning | Forgetful table | Example, 2020 |\n"
	if !strings.HasSuffix(table, want) {
		t.Errorf("table is %q, want it to end with %q", table, want)
	}
}

func TestCaseSendsToRelatedCases(t *testing.T) {
	t.Parallel()
	words := lint.Classification{Components: []string{"table"}, RootCauses: []string{"forgetting"}}
	one := lint.Case{ID: "IL-1", Classification: words, Related: []string{"IL-4", "gone"}}
	linked := docs.Pages{
		Catalog: catalog.Catalog{
			Cases: []lint.Case{
				one,
				{ID: "IL-2", Title: "Second", Organisation: "Example", Year: 2021, Classification: words},
				{ID: "IL-3", Classification: lint.Classification{Components: []string{"table"}}},
				{ID: "IL-4", Title: "Fourth", Organisation: "Example", Year: 2022, Korean: lint.Translation{Title: "네 번째"}},
			},
			Vocabulary: lint.Vocabulary{RootCauses: map[string]lint.Label{"forgetting": {English: "Forgets", Korean: "망각"}}},
		},
		Link: func(id string) string { return "../" + id },
	}
	_, list, _ := strings.Cut(linked.Case(one, 1), "## Related cases\n\n")
	want := "- [IL-4](../IL-4): Fourth (Example, 2022)\n- [IL-2](../IL-2): Second (Example, 2021); same root cause: Forgets; shared: table\n"
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("related cases (-want +got):\n%s", diff)
	}
	linked.Language, linked.Link = catalog.Korean, nil
	_, list, _ = strings.Cut(linked.Case(one, 1), "## 관련 사례\n\n")
	want = "- IL-4: 네 번째 (Example, 2022)\n- IL-2: Second (Example, 2021); 같은 원인: 망각; 공통: table\n"
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("related cases in Korean (-want +got):\n%s", diff)
	}
}
