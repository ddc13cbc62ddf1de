package suppress

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"

	"github.com/kubegap/kubegap-lint/lint"
)

// mark begins a comment that suppresses.
const mark = "kubegap:ignore"

// HoldsMark tells by the content of a file whether a comment in it may suppress, or
// may be meant to. In UTF-16, which begins with a byte order mark, each letter has a
// zero byte.
func HoldsMark(data []byte) bool {
	holds := func(part string) bool { return bytes.Contains(data, []byte(part)) }
	return slices.ContainsFunc([]string{
		"ubegap", "ubeGap", "UBEGAP", "ube-gap", "ube_gap", "UBE-GAP", // what nearMark begins with, as people write it
		":ignore", // what isNear allows to be misspelled before it
	}, holds) || bytes.IndexByte(data[:min(len(data), 2)], 0xFE) >= 0
}

// saying is what a comment means.
type saying int

const (
	// nothing: it is not about suppressions.
	nothing saying = iota
	// suppression: it begins with the mark.
	suppression
	// nearly: it is clearly meant to suppress, and does not begin with the mark.
	nearly
)

// ids are the rules and cases that a suppression may name.
type ids struct{ lint.IDs }

// say tells what a comment means, and gives what follows the mark.
func (x ids) say(text string) (saying, string) {
	rest, isOurs := strings.CutPrefix(text, mark)
	switch {
	case isOurs && (rest == "" || isBlank(rest[0])):
		return suppression, rest
	case isOurs || isNear(word(text), mark) || x.meantFor(text):
		return nearly, ""
	}
	return nothing, ""
}

// nearMark is the name of the program and a word of what it should do: what lies
// between them, the word, and, behind it, what is told about lines or files.
var nearMark = regexp.MustCompile(`(?i)^kube[-_]?gap(?:[-_]?lint)?(?:\.(?:dev|io|com))?([-_:./=\s]*)([a-z]+)(?:[-_]?(?:next)?[-_]?(?:line|file|rule|case|start|end|all))?(?:[\s:=,;(\[]|$)`)

// meantFor tells whether a comment is meant to suppress, by a name, a word and what
// follows. Where there is a blank between name and word, as in a sentence about the
// program, what follows must be that of a suppression.
func (x ids) meantFor(text string) bool {
	m := nearMark.FindStringSubmatchIndex(text)
	if m == nil {
		return false
	}
	between, verb, rest := text[m[2]:m[3]], text[m[4]:m[5]], strings.TrimLeft(text[m[5]:], " \t:=")
	switch {
	case !meansIgnore(verb):
		return false
	case !strings.ContainsAny(between, " \t"), strings.Contains(between, ":") && strings.EqualFold(verb, "ignore"):
		return true
	case strings.EqualFold(verb, "ignores"), strings.EqualFold(verb, "ignored"):
		return false
	}
	_, reason := cutReason(rest)
	_, named := x.Find(strings.TrimRight(word(rest), ",;:"))
	return reason != "" || named
}

// meansIgnore tells whether a word is ignore, is nearly so, or is what other linters
// have in its place.
func meansIgnore(verb string) bool {
	return isNear(verb, "ignore") || slices.Contains([]string{"disable", "skip", "suppress", "allow", "exclude", "nolint"}, strings.ToLower(verb))
}

// isNear tells whether a word, in upper or lower case, is another one but for at most
// two letters.
func isNear(word, other string) bool {
	return len(word) <= len(other)+2 && levenshtein.ComputeDistance(strings.ToLower(word), other) <= 2
}

// isNearAnnotation tells whether the key of a label or an annotation is meant to be
// Annotation, and is another: any in its domain, since there is only one, and what
// would be taken for the mark of a comment.
func (x ids) isNearAnnotation(key string) bool {
	if key == Annotation {
		return false
	}
	key = strings.ToLower(key)
	if !strings.Contains(key, "gap") && !strings.Contains(key, "ignore") {
		return false
	}
	domain, _, _ := strings.Cut(Annotation, "/")
	return strings.HasPrefix(key, domain+"/") || isNear(key, Annotation) || x.meantFor(key)
}
