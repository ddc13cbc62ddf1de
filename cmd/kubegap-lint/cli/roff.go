package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// roff writes a page in the macros of man(7), which groff and mandoc know
// (https://man.openbsd.org/man.7). It is our own: the libraries that write pages for
// pflag put the day of the build on them, and leave out defaults and the names of
// values.
type roff struct {
	strings.Builder
	// headed tells that a heading was written last, after which a paragraph begins
	// by itself.
	headed bool
}

// escape keeps text from being read as requests, and its characters from being
// replaced by typographic ones, which nobody could paste into a shell.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
	if strings.HasPrefix(text, ".") {
		return `\&` + text
	}
	return text
}

// write writes what is in the language of the page already.
func (m *roff) write(text string) {
	m.WriteString(text)
	m.headed = false
}

// line writes a macro with its arguments.
func (m *roff) line(macro string, args ...string) {
	if macro == "PP" && m.headed {
		return
	}
	m.write("." + macro)
	for _, arg := range args {
		m.write(` "` + strings.NewReplacer(`\`, `\e`, `"`, `\(dq`).Replace(arg) + `"`)
	}
	m.write("\n")
	m.headed = macro == "SH" || macro == "SS"
}

// lineWidth is how long lines of text are, of at most 80 characters with escapes.
const lineWidth = 70

// text writes text that is filled.
func (m *roff) text(text string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+len(word) > lineWidth {
			m.write(escape(line) + "\n")
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	m.write(escape(line) + "\n")
}

// paragraph writes text in paragraphs, which empty lines separate.
func (m *roff) paragraph(text string) {
	for part := range strings.SplitSeq(text, "\n\n") {
		m.line("PP")
		m.text(part)
	}
}

// synopsis writes how a command of a program is called.
func (m *roff) synopsis(program string, c Command) {
	m.line("PP")
	m.write(`\fB` + escape(program) + `\fR ` + escape(c.Usage) + "\n")
}

// verbatim writes lines as they are.
func (m *roff) verbatim(text string) {
	m.line("PP")
	m.line("EX")
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		m.write(escape(strings.TrimRight(line, "\n")) + "\n")
	}
	m.line("EE")
}

// items writes a section that is a list.
func (m *roff) items(title string, list []Item) {
	m.line("SH", title)
	for _, i := range list {
		m.item(i)
	}
}

func (m *roff) item(i Item) {
	m.line("TP")
	m.write(`\fB` + escape(i.Name) + `\fR` + "\n")
	m.text(i.Text)
}

// options writes the flags of a command but those that all have; those of lint have
// them, too.
func (m *roff) options(flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		m.line("TP")
		if f.Shorthand != "" {
			m.write(`\fB\-` + f.Shorthand + `\fR, `)
		}
		m.write(`\fB` + escape("--"+f.Name) + `\fR`)
		if f.NoOptDefVal == "" {
			m.write(` \fI` + escape(value) + `\fR`)
		}
		m.write("\n")
		m.text(strings.ToUpper(usage[:1]) + usage[1:] + defaultOf(f) + ".")
	})
}

// defaultOf tells the default of a flag, where it has one.
func defaultOf(f *pflag.Flag) string {
	if f.NoOptDefVal != "" || cmp.Or(f.DefValue, "[]") == "[]" {
		return ""
	}
	return fmt.Sprintf(" (default: %s)", f.DefValue)
}

// statuses writes exit codes, which stand in the help as lines of a number and its
// meaning, whose further lines are indented more.
func (m *roff) statuses(text string) {
	for line := range strings.Lines(text) {
		code, meaning, ok := strings.Cut(strings.TrimPrefix(line, "  "), "  ")
		if ok && code != "" {
			m.item(Item{code, meaning})
		} else {
			m.text(line)
		}
	}
}
