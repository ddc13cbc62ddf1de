package contract

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/policy"
)

var (
	anyCase = regexp.MustCompile(`^(IL-\d{4}|[a-z][a-z0-9]*(-[a-z0-9]+)+)$`)
	semver  = regexp.MustCompile(`^\d+\.\d+\.\d+$`)
)

// checkMetadata checks of a rule's METADATA what reading it does not.
func (s *suite) checkMetadata(rule lint.Rule) policy.Mistakes {
	n := notes{line: func(keys ...string) (string, int) {
		file, line, _ := s.library.MetadataLine(rule.ID, keys...)
		return file, line
	}}
	n.heading(rule.Title, "title")
	n.sentences(rule.Description, "description")
	n.sentences(rule.LevelReason, "custom", "level_reason")
	n.sentences(rule.Remediation, "custom", "remediation")
	if !semver.MatchString(rule.Since) {
		n.add("is %q, want a version such as 0.1.0", []any{rule.Since}, "custom", "since")
	}
	for _, id := range rule.Also {
		n.otherCase(id, rule.Case(), "custom", "also")
	}
	if len(rule.References) == 0 && s.Base == nil {
		n.add("is empty", nil, "related_resources")
	}
	for _, reference := range rule.References {
		n.reference(reference.Title, reference.URL, "related_resources")
	}
	return n.mistakes
}

// notes collects mistakes in a text with keys.
type notes struct {
	// line gives the place of a value.
	line     func(keys ...string) (file string, line int)
	mistakes policy.Mistakes
}

func (n *notes) add(format string, args []any, keys ...string) {
	file, line := n.line(keys...)
	n.mistakes = append(n.mistakes, policy.Mistake{File: file, Line: line, Message: strings.Join(keys, ".") + " " + fmt.Sprintf(format, args...)})
}

// heading demands one line without a full stop.
func (n *notes) heading(text string, keys ...string) {
	if text == "" || strings.HasSuffix(text, ".") || strings.Contains(text, "\n") {
		n.add("is %q, want one line without a full stop", []any{text}, keys...)
	}
}

// sentences demands a text that ends with a full stop, or with a block of code.
func (n *notes) sentences(text string, keys ...string) {
	text = strings.TrimSpace(text)
	if text == "" || !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "```") {
		n.add("is %q, want sentences", []any{text}, keys...)
	}
}

// reference demands a page with a title.
func (n *notes) reference(title, url string, keys ...string) {
	if title == "" || !strings.HasPrefix(url, "https://") {
		n.add("names %q with the title %q, want an https URL and a title", []any{url, title}, keys...)
	}
}

// otherCase demands the id of a case other than own.
func (n *notes) otherCase(id, own string, keys ...string) {
	if !anyCase.MatchString(id) || id == own {
		n.add("names %q, want the id of another case", []any{id}, keys...)
	}
}
