package format

import (
	"fmt"
	"io"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format/source"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

const (
	// maxMarkdown is the length of a whole text in bytes: a comment on GitHub may have
	// 65,536 characters, and what is put around the text needs some of them. A step
	// summary may have 1 MiB, and a comment on GitLab a million characters.
	// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#step-isolation-and-limits
	// https://docs.gitlab.com/administration/instance_limits/#size-of-comments-and-descriptions-of-issues-merge-requests-and-epics
	maxMarkdown = 64000
	// maxProblems is how many problems of a kind are listed, in no more than so many bytes,
	// and maxText the length in code points of a text that a manifest may have made long.
	maxProblems, maxProblemBytes, maxText = 20, 6000, 400
	// marker is a comment that nobody sees, by which a workflow finds the report among
	// the comments of a pull request.
	marker = "<!-- kubegap-lint -->\n"
)

// Markdown writes the report for a comment on a pull request, or for the summary of a step
// of GitHub Actions: what did not render, then by case what was found, what happened there
// and what to do, the gravest first. What people unfold shows lines and a picture.
//
// It is GitHub Flavored Markdown (https://github.github.com/gfm/) of at most 64,000 bytes.
// What does not fit is counted at its end. Text from manifests cannot bring in markup.
func Markdown(w io.Writer, r lint.Report, o Options) error {
	m := markdownWriter{report: r, sources: source.New(r.Sources), index: indexOf(r), options: o}
	_, err := io.WriteString(w, m.document())
	return err
}

type markdownWriter struct {
	report  lint.Report
	sources source.Texts
	index   index
	options Options
}

func (m markdownWriter) document() string {
	var b strings.Builder
	b.WriteString(marker + "## kubegap-lint: " + m.headline() + "\n\n" + m.counts() + "\n")
	b.WriteString(m.problems("Not judged", "these rules could not be evaluated", m.report.FailedRules(), true))
	b.WriteString(m.problems("Not rendered", "these should have rendered", notRendered(m.report), true))
	b.WriteString(m.problems("Left out", "nothing is known of what they hold", m.report.Skipped, false))
	b.WriteString(m.problems("Warnings", "rendered, but look at them", m.report.Warnings, false))
	f := filling{left: maxMarkdown - b.Len() - maxText}
	left := f.fill(m)
	for _, s := range f.sections {
		b.WriteString(s.String())
	}
	if left != "" {
		b.WriteString("\n" + left + "\n")
	}
	return b.String()
}

// headline counts the findings by level. That there are none says little where something
// could not be judged.
func (m markdownWriter) headline() string {
	s := m.report.Summary
	counts := nonzero(count{s.Error, "error"}, count{s.Warning, "warning"}, count{s.Note, "note"})
	switch {
	case len(counts) > 0:
		return strings.Join(counts, ", ")
	case len(m.report.Failures) > 0:
		return "no findings, but not all could be judged"
	default:
		return "no findings"
	}
}

// counts tells how much was judged, and counts what is not among the findings.
func (m markdownWriter) counts() string {
	r := m.report
	text := fmt.Sprintf("%s of %s.", words.Counted(r.Summary.Objects, "object"), words.Counted(r.Summary.Units, "unit"))
	var rest []string
	for _, c := range []struct {
		n    int
		text string
	}{
		{len(r.FailedRules()), "not judged"}, {len(notRendered(r)), "not rendered"}, {len(r.Skipped), "left out"},
		{len(r.Suppressed), "suppressed"}, {r.Hidden, "notes hidden"},
	} {
		if c.n > 0 {
			rest = append(rest, fmt.Sprintf("%d %s", c.n, c.text))
		}
	}
	if r.Baseline != nil && len(r.Baseline.Fixed) > 0 {
		rest = append(rest, fmt.Sprintf("%d of the baseline fixed", len(r.Baseline.Fixed)))
	}
	if len(rest) > 0 {
		text += " Besides: " + strings.Join(rest, ", ") + "."
	}
	return text
}

// count is a number of things.
type count struct {
	n    int
	noun string
}

// nonzero writes the counts that are not 0.
func nonzero(counts ...count) []string {
	var list []string
	for _, c := range counts {
		if c.n > 0 {
			list = append(list, words.Counted(c.n, c.noun))
		}
	}
	return list
}

// problems lists the first problems of a kind, folded unless they matter most.
func (m markdownWriter) problems(title, meaning string, problems []render.Problem, open bool) string {
	if len(problems) == 0 {
		return ""
	}
	var b strings.Builder
	heading := fmt.Sprintf("%s (%d)</b>: %s", title, len(problems), meaning)
	fmt.Fprintf(&b, "\n<details%s>\n<summary><b>%s</summary>\n\n", map[bool]string{true: " open"}[open], heading)
	listed := 0
	for _, p := range problems[:min(len(problems), maxProblems)] {
		item := fmt.Sprintf("- %s (%s)\n", inline(clip(p.Message, maxText)), p.Reason)
		if p.Location.File != "" {
			item = "- " + m.place(p.Location, code) + ": " + item[len("- "):]
		}
		if b.Len()+len(item) > maxProblemBytes {
			break
		}
		b.WriteString(item)
		listed++
	}
	if more := len(problems) - listed; more > 0 {
		fmt.Fprintf(&b, "- and %d more\n", more)
	}
	b.WriteString("\n</details>\n")
	return b.String()
}

// place writes a location in the span that span makes, as a link where it is known under
// which address people see the files.
func (m markdownWriter) place(l manifest.Location, span func(string) string) string {
	text, to := l.File, address(m.options.SourceURL, l.File)
	if l.Line > 0 {
		text += fmt.Sprintf(":%d", l.Line)
		if to != "" {
			to += fmt.Sprintf("#L%d", l.Line)
		}
	}
	return link(span(clip(text, maxText)), to)
}
