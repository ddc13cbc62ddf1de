package format

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// GitHub writes the report as workflow commands, which a job prints so that
// GitHub Actions annotates the files of a pull request, and a last line that
// counts. The rules
// (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands):
//   - One line a command: ::error file=F,line=N,...::message. Parameters that
//     are not known are left out.
//   - In a message %, CR and LF are escaped, and in a parameter also colon and
//     comma (https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts).
//   - Columns are refused where the annotation has several lines. The last
//     line and the last column belong to it.
//   - GitHub shows the first ten annotations of a level in a step, and the rest
//     in the log only
//     (https://github.com/actions/toolkit/blob/main/docs/problem-matchers.md#limitations),
//     so that what did not render comes first, and then the gravest finding.
//
// What was left out and the warnings are notices. Suppressed findings are only
// counted.
func GitHub(w io.Writer, r lint.Report, _ Options) error {
	out := bufio.NewWriter(w)
	list := remarks(r)
	gravestFirst(list)
	for _, m := range list {
		fmt.Fprintf(out, "::%s %s::%s\n", command(m.level), parameters(m), escapeData(paragraphs(m)))
	}
	fmt.Fprintln(out, summaryLine(r, Options{ShowSuppressed: true}))
	return out.Flush()
}

// command is the workflow command of a level.
func command(l lint.Level) string {
	if l == lint.LevelNote {
		return "notice"
	}
	return l.String()
}

// parameters are the place and the heading of an annotation.
func parameters(m remark) string {
	var list []string
	add := func(name, value string) { list = append(list, name+"="+escapeParameter(value)) }
	if m.location.File != "" {
		add("file", m.location.File)
		addRange(m.location, func(name string, value int) { add(name, strconv.Itoa(value)) })
	}
	add("title", Printable(strings.TrimSpace(m.title+" ["+m.check+"]")))
	return strings.Join(list, ",")
}

// addRange adds the lines and columns of a place as far as they are known.
func addRange(l manifest.Location, add func(name string, value int)) {
	if l.Line < 1 {
		return
	}
	add("line", l.Line)
	end := max(l.Line, l.EndLine)
	add("endLine", end)
	if l.Column < 1 || end != l.Line {
		return
	}
	add("col", l.Column)
	if l.EndColumn > 0 {
		add("endColumn", max(l.Column, l.EndColumn-1))
	}
}

// paragraphs is the text of an annotation.
func paragraphs(m remark) string {
	text := m.message
	if m.incident != "" {
		text += "\n\n" + m.incident
	}
	if m.fix != "" {
		text += "\n\nFix: " + m.fix
	}
	return text
}

// escapeData escapes the percent sign first, since the rest makes more of them.
func escapeData(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "%", "%25")
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r", "%0D"), "\n", "%0A")
}

func escapeParameter(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(escapeData(s), ":", "%3A"), ",", "%2C")
}
