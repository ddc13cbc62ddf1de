package format

import (
	"encoding/xml"
	"io"

	"github.com/kubegap/kubegap-lint/lint"
)

// Checkstyle writes the report in the XML of Checkstyle, which reviewdog and
// many other tools read. There is no public schema; what is written is what
// Checkstyle's own XMLLogger
// (https://checkstyle.org/apidocs/com/puppycrawl/tools/checkstyle/XMLLogger.html)
// and reviewdog
// (https://pkg.go.dev/github.com/reviewdog/reviewdog/parser#CheckStyleResult)
// have in common:
//   - One <file> for each file that has something to say, and in it one <error>
//     for each message, with line, column, severity, message and source.
//   - Line and column are left out where they are not known.
//   - Severities are error, warning and info.
//   - The source is the rule. A comment of reviewdog has it and the message, so
//     that the message holds the incident and the remedy as well.
//
// What failed is an error; what was left out and the warnings are info. What is
// about no file stands under the root of the repository. Suppressed findings are
// not in the report.
func Checkstyle(w io.Writer, r lint.Report, _ Options) error {
	doc := checkstyleDoc{Version: checkstyleVersion}
	files := map[string]int{}
	for _, m := range remarks(r) {
		name := m.location.File
		if name == "" {
			name = repositoryRoot
		}
		i, ok := files[name]
		if !ok {
			i = len(doc.Files)
			files[name] = i
			doc.Files = append(doc.Files, checkstyleFile{Name: name})
		}
		doc.Files[i].Errors = append(doc.Files[i].Errors, checkstyleErrorOf(m))
	}
	return writeXML(w, doc)
}

// checkstyleVersion is that of the format, which all writers of it name.
const checkstyleVersion = "4.3"

type checkstyleDoc struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr,omitempty"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

func checkstyleErrorOf(m remark) checkstyleError {
	severity := m.level.String()
	if m.level == lint.LevelNote {
		severity = "info"
	}
	fix := m.fix
	if fix != "" {
		fix = "Fix: " + fix
	}
	return checkstyleError{
		Line: m.location.Line, Column: m.location.Column, Severity: severity,
		Message: sentences(m.message, m.incident, fix), Source: m.check,
	}
}

// writeXML writes a document. What XML cannot hold becomes U+FFFD.
func writeXML(w io.Writer, doc any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
