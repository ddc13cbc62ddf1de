package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// edits gives the edits that should change a field: of its exact place, and of
// the values that its hops name. A unit that a controller makes of others has
// none: those others are edited.
func (a *audit) edits(unit render.Unit, index int, path manifest.Path, value any) []edit {
	if _, ok := renderersOf(nil)[unit.Target.Kind]; !ok {
		return nil
	}
	trace := unit.Objects[index].Source.Trace(path)
	var edits []edit
	add := func(at manifest.Location, means string, change func(line string) (string, bool)) {
		text, rest := a.split(at)
		if after, ok := change(text); ok && at.Precision == manifest.PrecisionExact {
			edits = append(edits, edit{a.root, unit, index, path, at, means, text + rest, after + rest})
		}
	}
	if a.isAction(unit.Target.Kind, trace.Location) {
		add(trace.Location, "expression", withoutExpressions)
	} else {
		add(trace.Location, "value", func(line string) (string, bool) { return withOther(line, value) })
	}
	for _, hop := range trace.Via {
		if unit.Target.Kind != render.KindHelm || a.isAction(unit.Target.Kind, hop.Location) {
			continue
		}
		switch own := scalarOf(a.line(hop.Location)); {
		case own == "true" || own == "false":
			add(hop.Location, "switch of a hop", func(line string) (string, bool) { return withOther(line, own) })
		case own != "" && strings.Contains(fmt.Sprint(value), own):
			add(hop.Location, "value of a hop", func(line string) (string, bool) { return withOther(line, own) })
		}
	}
	return edits
}

// split gives the line of a place, cut where the place or a comment tells that
// what follows is no part of the field.
func (a *audit) split(at manifest.Location) (text, rest string) {
	line := a.line(at)
	end := len(line)
	if at.EndLine == at.Line && at.EndColumn > at.Column {
		end = len(string([]rune(line)[:at.EndColumn-1]))
	} else if i := strings.Index(line, " #"); i >= 0 {
		end = i
	}
	return line[:end], line[end:]
}

// withOther puts another value in the place of the last one of the line that is
// the value or a part of it.
func withOther(line string, value any) (string, bool) {
	text := fmt.Sprint(value)
	if strings.Contains(text, "\n") {
		return "", false
	}
	candidates := []string{text}
	for _, own := range ownValues(line) {
		if own != "" && (strings.Contains(text, own) || strings.Contains(own, text)) {
			candidates = append(candidates, own)
		}
	}
	for _, candidate := range candidates {
		// The key of the line is no value.
		if i := strings.LastIndex(line, candidate); i >= 0 && !strings.HasPrefix(line[i+len(candidate):], ":") {
			return line[:i] + otherText(candidate) + line[i+len(candidate):], true
		}
	}
	return "", false
}

// scalarOf gives the text of the only value of a line of YAML, or "".
func scalarOf(line string) string {
	key, rest, ok := strings.Cut(line, ": ")
	value := strings.Trim(strings.TrimSpace(rest), `"'`)
	if !ok || strings.ContainsAny(value, "{}[]&*|>#~\"'") || strings.HasPrefix(strings.TrimSpace(key), "#") {
		return ""
	}
	return value
}

// otherText gives another text of the same type.
func otherText(text string) string {
	switch text {
	case "true":
		return "false"
	case "false":
		return "true"
	}
	if n, err := strconv.Atoi(text); err == nil {
		return strconv.Itoa(n + 1)
	}
	return text + "x"
}

// action is a template action on one line, and control one that prints nothing.
var (
	action  = regexp.MustCompile(`\{\{-?\s*(.*?)\s*-?\}\}`)
	control = regexp.MustCompile(`^(if|else|end|range|with|define|block|template|break|continue|/\*|\$\w*\s*(,|:?=))`)
)

// withoutExpressions puts a text in the place of what the line's actions print.
// ok is false where the line has actions of other sorts, too: they may skip what
// is on the line.
func withoutExpressions(line string) (after string, ok bool) {
	for _, found := range action.FindAllStringSubmatch(line, -1) {
		if control.MatchString(found[1]) {
			return "", false
		}
	}
	after = action.ReplaceAllString(line, "kgl1")
	return after, after != line
}
