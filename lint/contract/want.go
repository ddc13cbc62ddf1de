package contract

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/mistake"
)

// want is a finding that a fixture expects on one of its lines.
type want struct {
	file  string
	line  int
	level lint.Level
	part  string
}

// matches tells whether a finding in the file is the one.
func (w want) matches(f lint.Finding) bool {
	return f.Location.Line == w.line && f.Level == w.level && strings.Contains(f.Message, w.part)
}

var (
	wantComment = regexp.MustCompile(`# want\b(.*)`)
	nearWant    = regexp.MustCompile(`#\s*(?i:wants?)\s*:?\s*(?:(?:error|warning|note)\s+)?"`)
	wantItem    = regexp.MustCompile(`^\s*(?:(error|warning|note)\s+)?("(?:[^"\\]|\\.)*")`)
)

// expectations reads the comments `# want "part of the message"` in the files of
// a fixture, with the level before the text where it is not the rule's own, and
// several texts where several findings are wanted.
func expectations(texts map[string]string, level lint.Level) ([]want, mistake.List) {
	var wants []want
	var mistakes mistake.List
	for _, file := range slices.Sorted(maps.Keys(texts)) {
		for i, line := range strings.Split(texts[file], "\n") {
			comment := wantComment.FindStringSubmatch(line)
			if comment == nil {
				if nearWant.MatchString(line) {
					mistakes = append(mistakes, mistake.Mistake{File: file, Line: i + 1, Message: `is no expectation: write # want "part of the message"`})
				}
				continue
			}
			found, err := readWants(comment[1], want{file: file, line: i + 1, level: level})
			if err != nil {
				mistakes = append(mistakes, mistake.Mistake{File: file, Line: i + 1, Message: err.Error()})
			}
			wants = append(wants, found...)
		}
	}
	return wants, mistakes
}

// readWants reads what stands behind # want.
func readWants(text string, like want) ([]want, error) {
	var wants []want
	rest := text
	for item := wantItem.FindStringSubmatch(rest); item != nil; item = wantItem.FindStringSubmatch(rest) {
		w := like
		if item[1] != "" {
			if err := w.level.UnmarshalText([]byte(item[1])); err != nil {
				return nil, err
			}
		}
		var err error
		if w.part, err = strconv.Unquote(item[2]); err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", item[2], err)
		}
		if strings.TrimSpace(w.part) == "" {
			return nil, errors.New("expects an empty text, which is part of every message")
		}
		wants = append(wants, w)
		rest = rest[len(item[0]):]
	}
	if len(wants) == 0 || strings.TrimSpace(rest) != "" {
		return nil, fmt.Errorf(`cannot read the expectation at %q: want # want "part of the message"`, strings.TrimSpace(rest))
	}
	return wants, nil
}
