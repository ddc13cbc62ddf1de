package helm

import (
	"regexp"
	"strconv"
	"strings"
)

// engineError is what can be told from the text of an error of Helm's engine,
// which has no types.
type engineError struct {
	kind errorKind
	// outer is the place in the template that was being printed, inner the
	// innermost place in a template file; their names are those of Helm's
	// template files. Both may be empty.
	outer, inner place
	// certain is set where outer is known to be the template being printed; a
	// template action inside it would hide it.
	certain bool
	// undefined is the name of the template that is used and not defined, if
	// that is the cause.
	undefined string
	// message is the innermost cause.
	message string
}

// place is a place in a template.
type place struct {
	template string
	// line counts from 1 and is 0 where unknown. column is an offset in bytes,
	// as text/template counts, and -1 where unknown.
	line, column int
}

type errorKind int

const (
	// parseError: a file is no template.
	parseError errorKind = iota
	// demandError: a template calls required or fail.
	demandError
	// execError: anything else that goes wrong while a template is printed.
	execError
)

var (
	parseErrorText  = regexp.MustCompile(`(?s)^parse error (?:at|in) \((.+?)\): (.*)$`)
	demandErrorText = regexp.MustCompile(`(?s)^execution error (?:at|in) \((.+?)\): (.*)$`)
	// frame is one level of a chain of errors from text/template.
	frame = regexp.MustCompile(`template: ([^\n:"]+:\d+(?::\d+)?): executing "([^"\n]*)" at <([^\n]*?)>: `)
	// frameParse is how a template that tpl was given fails to parse.
	frameParse  = regexp.MustCompile(`template: gotpl:(\d+)(?::\d+)?: `)
	placeText   = regexp.MustCompile(`^(.+?)(?::(\d+))?(?::(\d+))?$`)
	unclosed    = regexp.MustCompile(`^unclosed action started at .*:(\d+)$`)
	nilField    = regexp.MustCompile(`nil pointer evaluating .*\.(\w+)$`)
	noTemplate  = regexp.MustCompile(`(?:no template|template) ("[^"]*") (?:associated with template|not defined)`)
	deepInclude = regexp.MustCompile(`(?s)^.*rendering template has a nested reference name: (\S+?):? .*$`)
)

// parseEngineError reads an error of Helm's engine.
func parseEngineError(err error) engineError {
	text := err.Error()
	if m := parseErrorText.FindStringSubmatch(text); m != nil {
		at := parsePlace(m[1])
		if start := unclosed.FindStringSubmatch(m[2]); start != nil {
			at.line, m[2] = number(start[1], at.line), "unclosed action"
		}
		return engineError{kind: parseError, outer: at, inner: at, certain: true, message: clean(m[2])}
	}
	if m := demandErrorText.FindStringSubmatch(text); m != nil {
		at := parsePlace(m[1])
		return engineError{kind: demandError, outer: at, inner: at, message: oneLine(m[2])}
	}
	e := engineError{kind: execError}
	expression, rest := "", text
	for _, m := range frame.FindAllStringSubmatchIndex(text, -1) {
		at := parsePlace(text[m[2]:m[3]])
		executing := text[m[4]:m[5]]
		expression, rest = text[m[6]:m[7]], text[m[1]:]
		if at.template == tplName {
			continue
		}
		if e.outer.template == "" {
			e.outer, e.certain = at, executing == at.template
		}
		e.inner = at
	}
	if m := noTemplate.FindStringSubmatch(rest); m != nil {
		if name, err := strconv.Unquote(m[1]); err == nil {
			e.undefined = name
		}
	}
	e.message = explain(expression, rest)
	return e
}

// tplName is what the engine calls the texts that tpl is given.
const tplName = "gotpl"

// parsePlace reads file:line or file:line:column.
func parsePlace(s string) place {
	m := placeText.FindStringSubmatch(s)
	if m == nil {
		return place{template: s, column: -1}
	}
	return place{template: m[1], line: number(m[2], 0), column: number(m[3], -1)}
}

// number reads a number, which is missing where the text is no number.
func number(text string, missing int) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return missing
	}
	return n
}

// explain says what went wrong in the expression, in the words of a chart's
// author rather than of Go.
func explain(expression, cause string) string {
	if m := nilField.FindStringSubmatch(cause); m != nil {
		return expression + ": there is nothing to take ." + m[1] + " from, a value before it is not set"
	}
	if m := noTemplate.FindStringSubmatch(cause); m != nil {
		return "template " + m[1] + " is not defined"
	}
	if m := deepInclude.FindStringSubmatch(cause); m != nil {
		return "template " + strconv.Quote(strings.Trim(m[1], `"`)) + " includes itself without end"
	}
	if strings.HasPrefix(cause, "error calling") {
		_, cause, _ = strings.Cut(cause, ": ")
	}
	if m := frameParse.FindStringIndex(cause); m != nil {
		cause = "in the text given to tpl: " + cause[m[1]:]
	}
	if expression == "" {
		return clean(cause)
	}
	return expression + ": " + clean(cause)
}

var goTypes = strings.NewReplacer(
	"got interface {}", "got nothing",
	"map[string]interface {}", "a map",
	"[]interface {}", "a list",
	"interface {}", "a value",
	"chartutil.Values", "a map",
	"float64", "a number",
	"int64", "a number",
)

// maxMessage bounds the text of a message, in bytes.
const maxMessage = 300

// clean replaces Go's types and bounds the length.
func clean(s string) string { return oneLine(goTypes.Replace(s)) }

// oneLine puts a text on one line of bounded length.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxMessage {
		s = strings.ToValidUTF8(s[:maxMessage], "") + " ..."
	}
	return s
}
