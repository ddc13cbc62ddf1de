package cli

import (
	"fmt"
	"strings"
)

// Manual is what a manual page tells beside the help.
type Manual struct {
	// Date is the day of the page, as YYYY-MM-DD.
	Date string
	// Summary tells in a phrase what the program is for.
	Summary string
	// Files are those of users that the program reads or writes, and Environment the
	// variables that it reads.
	Files, Environment []Item
	// SeeAlso are further pages, and Home is the address of the program.
	SeeAlso, Home string
}

// ManualPage is the manual page of the program for man(1), in section 1: a pure
// function of its commands and of what m tells.
func (p Program) ManualPage(m Manual) string {
	first := p.Commands[0]
	var page roff
	page.line("TH", strings.ToUpper(p.Name), "1", m.Date, p.Name+" "+p.Version, "User Commands")
	page.line("SH", "NAME")
	page.write(escape(p.Name) + " \\- " + escape(m.Summary) + "\n")
	page.line("SH", "SYNOPSIS")
	for _, c := range p.listed() {
		page.synopsis(p.Name, c)
	}
	page.line("SH", "DESCRIPTION")
	page.paragraph(first.Long)
	page.paragraph(p.Note)
	page.line("SH", "COMMANDS")
	for _, c := range p.listed() {
		p.manualOf(&page, c)
	}
	page.line("SH", "OPTIONS")
	page.paragraph(fmt.Sprintf("These are the options of %s, which is the command where none is named. --help and --version are options of all commands.", first.Name))
	flags, _ := first.Flags()
	addCommonFlags(flags)
	page.options(flags)
	page.line("SH", "EXIT STATUS")
	page.statuses(p.ExitCodes)
	page.items("FILES", m.Files)
	page.items("ENVIRONMENT", m.Environment)
	page.line("SH", "EXAMPLES")
	page.verbatim(first.Examples)
	page.line("SH", "SEE ALSO")
	page.text(m.SeeAlso)
	page.paragraph(m.Home)
	return page.String()
}

// manualOf writes the section of a command.
func (p Program) manualOf(page *roff, c Command) {
	page.line("SS", c.Name)
	page.synopsis(p.Name, c)
	page.paragraph(c.Long)
	if c.Name == p.Commands[0].Name {
		return
	}
	flags, _ := c.Flags()
	page.options(flags)
	examples, statuses, _ := strings.Cut(c.Examples, "\nExit codes:\n")
	page.paragraph("Examples:")
	page.verbatim(examples)
	if statuses != "" {
		page.paragraph("Exit status:")
		page.statuses(statuses)
	}
}
