package manifest

import (
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	yamlv2 "go.yaml.in/yaml/v2"
	"go.yaml.in/yaml/v3"
)

// fault is something wrong in a text: what, and at which line and column of
// its file.
type fault struct {
	line, column int
	message      string
}

// parseYAML gives the root of the YAML document in text, which starts after
// line lines of its file and ends in a newline. Lines of the nodes are lines of
// the file. The root is nil if the document is empty.
func parseYAML(text string, line int) (*yaml.Node, *fault) {
	if root, ok := parseQuick(text, line); ok {
		return root, nil
	}
	if deep := deepLine(text); deep > 0 {
		f := fault{line: deep, message: tooDeep}.onLine(text)
		f.line += line
		return nil, &f
	}
	root, err := decodeSingle(text)
	if err != nil {
		f := locateError(text, err)
		f.line += line
		return nil, &f
	}
	if root != nil {
		realign(root, text, line)
	}
	return root, nil
}

// deepLine gives the first line, from 1, that is indented within more than
// maxDepth others; 0 if there is none. yaml.v3 takes seconds for such a text.
func deepLine(text string) int {
	number := 0
	var indents []int
	for line := range strings.Lines(text) {
		number++
		content := strings.TrimLeft(line, " ")
		if isBlank(content) {
			continue
		}
		indent := len(line) - len(content)
		for len(indents) > 0 && indents[len(indents)-1] >= indent {
			indents = indents[:len(indents)-1]
		}
		if indents = append(indents, indent); len(indents) > maxDepth {
			return number
		}
	}
	return 0
}

// decodeSingle makes sure that text holds no more than one document.
func decodeSingle(text string) (*yaml.Node, error) {
	dec := yaml.NewDecoder(strings.NewReader(text))
	var doc, more yaml.Node
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		return nil, err
	}
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, err
	}
	return doc.Content[0], nil
}

// oddBreaks are what YAML takes for line breaks and editors do not.
const oddBreaks = "\r\u0085\u2028\u2029"

// realign turns the positions that yaml.v3 gives into those of the file. They
// differ by the lines before text, and where text has odd line breaks.
func realign(root *yaml.Node, text string, line int) {
	odd := strings.ContainsAny(text, oddBreaks)
	if line == 0 && !odd {
		return
	}
	var places map[int]cursor
	if odd {
		places = lineStarts(text)
	}
	walkNodes(root, func(n *yaml.Node) {
		if p, ok := places[n.Line]; ok {
			n.Line = p.line
			n.Column += p.column
		}
		n.Line += line
	})
}

// lineStarts tells where each line in YAML's sense starts.
func lineStarts(text string) map[int]cursor {
	cur := cursor{line: 1}
	yamlLine := 1
	starts := map[int]cursor{1: cur}
	runes := []rune(text)
	for i, r := range runes {
		cur.column++
		switch {
		case r == '\n':
			cur = cursor{line: cur.line + 1}
			fallthrough
		case r == '\r' && (i+1 == len(runes) || runes[i+1] != '\n'), r == 0x85, r == 0x2028, r == 0x2029:
			yamlLine++
			starts[yamlLine] = cur
		}
	}
	return starts
}

// walkNodes calls visit for root and every node below it, once each.
func walkNodes(root *yaml.Node, visit func(*yaml.Node)) {
	visit(root)
	for _, child := range root.Content {
		walkNodes(child, visit)
	}
}

// errorLine takes apart what yaml.v2 and yaml.v3 report.
var errorLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?(.*)`)

// locateError finds the line and column of an error of yaml.v3, which tells at
// most a line, and for errors of the parser rather than the scanner the line of
// the block around it. yaml.v2 tells the line before the culprit for those.
func locateError(text string, err error) fault {
	line, message := splitError(err)
	switch {
	case message == "did not find expected <document start>":
		line++
	case strings.HasPrefix(message, "did not find expected "):
		var ignored any
		if err := yamlv2.Unmarshal([]byte(text), &ignored); err != nil {
			if l, m := splitError(err); m == message {
				line = l + 1
			}
		}
	}
	f := fault{line: max(line, 1), message: message}
	if name, ok := strings.CutPrefix(message, "unknown anchor '"); ok {
		name, _, _ = strings.Cut(name, "'")
		return f.seek(text, "*"+name)
	}
	if i := strings.IndexFunc(text, isForbidden); i >= 0 && strings.HasPrefix(message, "control characters") {
		return f.at(text, i)
	}
	return f.onLine(text)
}

func splitError(err error) (line int, message string) {
	m := errorLine.FindStringSubmatch(err.Error())
	if m == nil {
		return 0, err.Error()
	}
	line, _ = strconv.Atoi(m[1])
	return line, m[2]
}

// isForbidden tells whether r may not stand in a YAML stream.
func isForbidden(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7F && r < 0xA0 && r != 0x85 ||
		r == 0xFEFF || r == 0xFFFE || r == 0xFFFF
}

// seek moves the fault to the first occurrence of what.
func (f fault) seek(text, what string) fault {
	if i := strings.Index(text, what); i >= 0 {
		return f.at(text, i)
	}
	return f.onLine(text)
}

// at moves the fault to an offset of text.
func (f fault) at(text string, offset int) fault {
	f.line = strings.Count(text[:offset], "\n") + 1
	f.column = len([]rune(text[strings.LastIndexByte(text[:offset], '\n')+1:offset])) + 1
	return f
}

// onLine finds the column within the line that the fault names: that of the
// character which starts no token, that of the second colon, else that of the
// first text. A line past the end becomes the last one.
func (f fault) onLine(text string) fault {
	text = strings.TrimRight(text, "\n")
	if strings.ContainsAny(text, oddBreaks) {
		starts := lineStarts(text)
		start := starts[min(f.line, len(starts))]
		f.line, f.column = start.line, start.column+1
		return f
	}
	lines := strings.Split(text, "\n")
	f.line = min(f.line, len(lines))
	line := lines[f.line-1]
	begin := len(line) - len(strings.TrimLeft(line, " "))
	switch {
	case strings.HasPrefix(f.message, "found character that cannot start"):
		if i := strings.IndexAny(line[begin:], "\t@`%"); i >= 0 {
			begin += i
		}
	case strings.HasPrefix(f.message, "mapping values are not allowed"):
		if i := secondColon(line); i >= 0 {
			begin = i
		}
	}
	f.column = len([]rune(line[:begin])) + 1
	return f
}

// secondColon gives the offset of the colon that cannot belong to a key: the
// second one, or the only one; -1 if there is none.
func secondColon(line string) int {
	first := strings.Index(line+" ", ": ")
	if first < 0 {
		return -1
	}
	if second := strings.Index(line[first+1:]+" ", ": "); second >= 0 {
		return first + 1 + second
	}
	return first
}
