package policy

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/lint/mistake"
)

var (
	anyCase = regexp.MustCompile(`^(IL-\d{4}|[a-z][a-z0-9]*(-[a-z0-9]+)+)$`)
	semver  = regexp.MustCompile(`^\d+\.\d+\.\d+$`)
)

// notes collects mistakes in a text with keys.
type notes struct {
	// line gives the place of a value.
	line     func(keys ...string) (file string, line int)
	mistakes mistake.List
}

func (n *notes) add(format string, args []any, keys ...string) {
	file, line := n.line(keys...)
	n.mistakes = append(n.mistakes, mistake.Mistake{File: file, Line: line, Message: strings.Join(keys, ".") + " " + fmt.Sprintf(format, args...)})
}

// set demands a text that is not blank, and tells whether it is one.
func (n *notes) set(text string, keys ...string) bool {
	if strings.TrimSpace(text) == "" {
		n.add("is not set", nil, keys...)
		return false
	}
	return true
}

// heading demands one line without a full stop.
func (n *notes) heading(text string, keys ...string) {
	if n.set(text, keys...) && (strings.HasSuffix(text, ".") || strings.Contains(text, "\n")) {
		n.add("is %q, want one line without a full stop", []any{text}, keys...)
	}
}

// sentences demands a text that ends with a full stop, or with a block of code.
func (n *notes) sentences(text string, keys ...string) {
	text = strings.TrimSpace(text)
	if n.set(text, keys...) && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "```") {
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
