package format

import (
	"fmt"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format/words"
)

// section is what the text says of one case.
type section struct {
	heading string
	rows    []string
	// details are folded, and have the lines and pictures of the findings.
	details []string
}

const (
	tableHead  = "\n| Level | Where | What |\n| --- | --- | --- |\n"
	detailHead = "\n<details>\n<summary>What to do, the lines, and how the objects hang together</summary>\n\n"
	detailEnd  = "</details>\n"
)

func (s *section) String() string {
	text := s.heading + tableHead + strings.Join(s.rows, "")
	if len(s.details) > 0 {
		text += detailHead + strings.Join(s.details, "\n") + "\n" + detailEnd
	}
	return text
}

// filling puts as much into sections as there is room for.
type filling struct {
	left     int
	sections []*section
	byCase   map[string]*section
	told     told
}

// told is what stands above already, and is not repeated.
type told struct{ rules, pictures map[string]bool }

// fill makes the sections, which come in the order of their gravest findings: all rows
// that have room, and then details. It gives the sentence that tells what had none.
func (f *filling) fill(m markdownWriter) string {
	f.byCase, f.told = map[string]*section{}, told{map[string]bool{}, map[string]bool{}}
	findings := byLevel(m.report.Findings)
	shown := 0
	for shown < len(findings) && f.row(m, findings[shown]) {
		shown++
	}
	detailed := 0
	for detailed < shown && f.detail(m, findings[detailed]) {
		detailed++
	}
	var left []string
	if more := len(findings) - shown; more > 0 {
		left = append(left, words.Counted(more, "further finding"))
	}
	if more := shown - detailed; more > 0 {
		left = append(left, "the details of "+words.Counted(more, "finding"))
	}
	if len(left) == 0 {
		return ""
	}
	return "Left out, since comments have a limit: " + strings.Join(left, ", and ") + "."
}

// take tells whether there is room for text of that length, and takes it.
func (f *filling) take(length int) bool {
	if length > f.left {
		return false
	}
	f.left -= length
	return true
}

func (f *filling) row(m markdownWriter, finding lint.Finding) bool {
	s, known := f.byCase[finding.Case]
	row := m.row(finding)
	length := len(row)
	if !known {
		s = &section{heading: m.heading(finding.Case)}
		length += len(s.heading) + len(tableHead)
	}
	if !f.take(length) {
		return false
	}
	if !known {
		f.byCase[finding.Case] = s
		f.sections = append(f.sections, s)
	}
	s.rows = append(s.rows, row)
	return true
}

func (f *filling) detail(m markdownWriter, finding lint.Finding) bool {
	s := f.byCase[finding.Case]
	detail := m.detail(finding, f.told)
	length := len(detail) + 1
	if len(s.details) == 0 {
		length += len(detailHead) + len(detailEnd)
	}
	if !f.take(length) {
		return false
	}
	s.details = append(s.details, detail)
	return true
}

// heading names a case, and tells what happened to whom.
func (m markdownWriter) heading(id string) string {
	page := ""
	if m.options.CasePage != nil {
		page = m.options.CasePage(id)
	}
	text := "\n### " + link(inline(id), page)
	c, ok := m.index.cases[id]
	if !ok {
		return text + "\n"
	}
	return text + fmt.Sprintf(": %s\n\n**What happened:** %s (%d): %s\n", inline(clip(c.Title, maxText)), inline(clip(c.Organisation, maxText)), c.Year, prose(clip(c.Summary, maxText)))
}

// row writes a finding: its object first, then what is wrong with it, and its rule without
// the case.
func (m markdownWriter) row(f lint.Finding) string {
	level := f.Level.String()
	if f.Level == lint.LevelError {
		level = "**" + level + "**"
	}
	return fmt.Sprintf("| %s | %s | %s: %s (%s) |\n", level, m.place(f.Location, codeInTable), codeInTable(clip(f.Object.String(), maxText)), inline(clip(f.Message, maxText)), codeInTable(strings.TrimPrefix(f.Rule, f.Case+"/")))
}
