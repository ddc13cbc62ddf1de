package manifest

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// Issue is something about a file that its author should know, at its place.
type Issue struct {
	Location Location
	Message  string
}

// Error gives file:line:column: message.
func (i *Issue) Error() string { return i.Location.String() + ": " + i.Message }

// Document is one document of a YAML or JSON stream. It is safe for concurrent
// use.
type Document struct {
	// Body is the value of the document, decoded as the API server would see
	// it after kubectl's conversion to JSON: nil, bool, string, int64, float64,
	// []any and map[string]any. It is nil if Err is set. Values may be shared
	// within Body (aliases), and must not be changed.
	Body any
	// Err tells why the document could not be read; nil if it could.
	Err *Issue
	// Duplicates are the keys that a mapping has for the second time or more,
	// in the order of the file. The last one of equal keys is in Body.
	Duplicates []Issue
	// JSON is set if the document was read as JSON rather than YAML.
	JSON bool

	file string
	// text holds the document. It starts after line lines of the file, and
	// after column code points of its first line.
	text         string
	line, column int

	parse sync.Once
	root  *yaml.Node
	lines []int
}

// Parse reads a stream of YAML documents, or of JSON values. It honours byte
// order marks, UTF-16 and CRLF, and tells JSON from YAML as kubectl does, by
// the first character. Empty documents are left out. A document that cannot be
// read has Err set, and does not keep those after it from being read; only
// after an error in JSON is the rest of the stream lost. file names the stream
// in locations.
//
// A stream that is not text as YAML and JSON have it is one document with an error
// (https://yaml.org/spec/1.2.2/#52-character-encodings). Kustomize, Helm, Flux and
// Argo CD refuse it, too; kubectl alone goes on, and sends U+FFFD to the cluster in
// the place of each byte that is not UTF-8.
//
// Positions are found only when they are asked for, by reading the document
// again: few documents of a repository ever need one.
func Parse(file string, data []byte) []*Document {
	text, ok := Text(data)
	if !ok {
		return []*Document{broken(file, fault{line: 1, column: 1, message: "is binary, not YAML or JSON"})}
	}
	if f, wrong := misencoded(data); wrong {
		return []*Document{broken(file, f)}
	}
	return parseText(file, text)
}

func parseText(file, text string) []*Document {
	if !looksLikeJSON(text) {
		return parseStream(file, text, 0)
	}
	values, rest, wrong := parseJSON(file, text)
	if wrong == nil {
		return values
	}
	// kubectl reads as YAML what follows no value or one, since only a second
	// one proves that the stream is JSON.
	if len(values) < 2 {
		before := text[:rest]
		indent := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
		docs := parseStream(file, strings.Repeat(" ", indent)+text[rest:], strings.Count(before, "\n"))
		if path.Ext(file) != ".json" || !anyFailed(docs) {
			return append(values, docs...)
		}
	}
	return append(values, wrong)
}

func broken(file string, f fault) *Document {
	d := &Document{file: file}
	d.Err = d.issue(f)
	return d
}

func anyFailed(docs []*Document) bool {
	for _, d := range docs {
		if d.Err != nil {
			return true
		}
	}
	return false
}

// parseJSON reads text as JSON values. wrong is a document for the error that
// ended the stream, if there was one, and rest the offset of what follows the
// last value.
func parseJSON(file, text string) (values []*Document, rest int, wrong *Document) {
	spans, f := jsonSpans(text)
	at := cursor{line: 1}
	for _, span := range spans {
		at.pass(text[rest:span[0]])
		d := &Document{file: file, text: text[span[0]:span[1]], line: at.line - 1, column: at.column, JSON: true}
		d.decode(jsonTree(d.text, at))
		values = append(values, d)
		at.pass(d.text)
		rest = span[1]
	}
	if f != nil {
		wrong = broken(file, *f)
		wrong.text = text
	}
	return values, rest, wrong
}

// parseStream reads the YAML stream text, which starts after line lines of the
// file.
func parseStream(file, text string, line int) []*Document {
	var docs []*Document
	for _, c := range split(text) {
		c.line += line
		d := &Document{file: file, text: c.text, line: c.line}
		if c.junk != "" {
			d.Err = d.issue(fault{line: c.line, column: 1, message: "a document separator must stand alone on its line"})
			docs = append(docs, d)
			continue
		}
		root, wrong := parseYAML(c.text, c.line)
		switch {
		case wrong != nil:
			d.Err = d.issue(*wrong)
		case root == nil:
			continue
		default:
			d.decode(root)
		}
		if d.Body != nil || d.Err != nil {
			docs = append(docs, d)
		}
	}
	return docs
}

// decode sets the body from the document's root.
func (d *Document) decode(root *yaml.Node) {
	dec := decoder{json: d.JSON}
	body, wrong := dec.value(root)
	if wrong != nil {
		d.Err = d.issue(fault{wrong.node.Line, wrong.node.Column, wrong.message})
		return
	}
	d.Body = body
	d.Duplicates = d.duplicateIssues(dec.duplicates)
}

// duplicateIssues sorts the duplicates. One within an anchor was found once for
// the anchor and once for its aliases.
func (d *Document) duplicateIssues(duplicates []duplicate) []Issue {
	var issues []Issue
	for _, dup := range duplicates {
		i := d.issue(fault{dup.second.Line, dup.second.Column,
			fmt.Sprintf("key %q is already set in line %d; the last one wins", dup.key, dup.first.Line)})
		issues = append(issues, *i)
	}
	slices.SortFunc(issues, func(a, b Issue) int { return a.Location.Compare(b.Location) })
	return slices.CompactFunc(issues, func(a, b Issue) bool { return a.Location == b.Location })
}

func (d *Document) issue(f fault) *Issue {
	return &Issue{
		Location: Location{
			File: d.file,
			Line: f.line, Column: f.column,
			EndLine: f.line, EndColumn: f.column,
			Precision: PrecisionExact,
		},
		Message: strings.TrimSpace(f.message),
	}
}
