package format

import (
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/kubegap/kubegap-lint/lint"
)

// maxTags is the number of tags that code scanning accepts of a rule.
const maxTags = 20

// describe fills in what code scanning shows of a rule.
func describe(d *sarif.ReportingDescriptor, rule lint.Rule, x index) {
	d.WithName(ruleName(rule.ID)).
		WithShortDescription(message(rule.Title)).
		WithFullDescription(message(firstParagraph(rule.Description))).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel(rule.Level.String()))
	d.WithHelp(message(plainHelp(rule, x)).WithMarkdown(x.docs.Rule(rule, 1)))
	if len(rule.References) > 0 {
		d.WithHelpURI(rule.References[0].URL)
	}
	d.WithProperties(sarif.Properties{
		"tags":             tags(rule),
		"precision":        "high",
		"problem.severity": severity(rule.Level),
	})
}

func message(text string) *sarif.MultiformatMessageString {
	return sarif.NewMultiformatMessageString(text)
}

// ruleName turns IL-0178/prestop-eats-grace-period into PrestopEatsGracePeriod:
// SARIF wants a name that is understandable to an end user, in Pascal case
// (SARIF 2.1.0, 3.49.7).
func ruleName(id string) string {
	_, slug, _ := strings.Cut(id, "/")
	var name strings.Builder
	for word := range strings.SplitSeq(slug, "-") {
		if word != "" {
			name.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return name.String()
}

// severity is the word that code scanning uses for a level.
func severity(l lint.Level) string {
	if l == lint.LevelNote {
		return "recommendation"
	}
	return l.String()
}

func tags(rule lint.Rule) []string {
	tags := append([]string{"kubernetes", "incident", rule.Case()}, rule.Also...)
	return tags[:min(len(tags), maxTags)]
}

func plainHelp(rule lint.Rule, x index) string {
	help := firstParagraph(rule.Description) + "\n\n"
	if incident := x.incident(rule.Case()); incident != "" {
		help += incident + "\n\n"
	}
	return help + "Fix: " + firstParagraph(rule.Remediation)
}
