package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// The exit codes. The output format never changes them, and incomplete beats
// findings.
const (
	exitClean      = 0
	exitFindings   = 1 // findings at or above --fail-on
	exitUsage      = 2 // usage or configuration
	exitIncomplete = 3 // something that should have rendered did not
)

// App is the program with everything it takes from its process.
type App struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// data is Stdout for what other programs read. Run sets it, and makes of the two
	// above what no runner of builds acts on (see format.Inert).
	data io.Writer
	// StdoutTerminal and StderrTerminal tell whether a person reads the stream.
	StdoutTerminal, StderrTerminal bool
	// Columns is the width of the terminal on Stdout; 0 where it is none.
	Columns int
	// Place is the working directory and the environment.
	place.Place
	// Rendered is told how many targets of a run are rendered, and how many there are
	// at least; nil is told nothing. It is called by several goroutines at once.
	Rendered func(done, total int)
	// Ticker makes the ticker that paces the progress display; nil shows none.
	Ticker func(time.Duration) *time.Ticker
	// Now is the clock, by which suppressions expire.
	Now func() time.Time
}

// commands are the commands of the program: lint, which runs where none is named, and
// the others in the order of the help.
func (a App) commands() []cli.Command {
	return []cli.Command{
		a.lintCommand(), a.renderCommand(), a.inputCommand(), a.explainCommand(), a.treeCommand(),
		a.configCommand(), a.initCommand(), a.fixCommand(), a.vendorCommand(),
		a.casesCommand(), a.similarCommand(), a.vocabularyCommand(), a.rulesCommand(),
		a.mcpCommand(), a.newCommand(), a.testCommand(),
		a.versionCommand(), a.completionCommand(), a.manCommand(), a.docsCommand(),
	}
}

// program is the program as its command line.
func (a App) program() cli.Program {
	return cli.Program{
		Name: "kubegap-lint", Version: thisBuild().Version, Commands: a.commands(),
		Note:      "Without a command, kubegap-lint lints. A path that is named like a command\nis written ./NAME.",
		ExitCodes: exitCodes, Words: a.words, Text: a.Stdout, Data: a.data, Columns: a.width(),
	}
}

// exitCodes tells the exit codes of lint.
const exitCodes = `  0  no finding at or above --fail-on
  1  findings at or above --fail-on
  2  usage or configuration, or a rule that could not be evaluated
  3  something that should have rendered did not; with --require-complete also
     when something was left out because it cannot be had offline
`

// Run runs the program with its arguments and gives its exit code. That is exitUsage for
// any error: what a run cannot do lies in its configuration, and what does not render is
// no error but part of the report.
func (a App) Run(ctx context.Context, args []string) int {
	stdout := &stickyWriter{Writer: a.Stdout}
	a.data, a.Stdout, a.Stderr = stdout, format.Inert(stdout), format.Inert(a.Stderr)
	program := a.program()
	code, err := program.Run(ctx, args)
	if err == nil && stdout.err != nil {
		err = fmt.Errorf("write standard output: %w", fsys.Cause(stdout.err))
	}
	if err == nil {
		return code
	}
	a.complain(err)
	if cli.IsUsageError(err) {
		fmt.Fprintln(a.Stderr, program.Hint(args))
	}
	return exitUsage
}

// complain writes an error. The mistakes in policies and in a configuration are
// written as compilers do, so that editors and people find their places.
func (a App) complain(err error) {
	message := err.Error()
	if mistakes, ok := errors.AsType[mistake.List](err); ok {
		listMistakes(a.Stderr, "", mistakes)
		subject := "the configuration has "
		if _, ok := errors.AsType[policyMistakes](err); ok {
			subject = "the policies have "
		}
		message = subject + words.Counted(len(mistakes), "mistake")
	}
	if errors.Is(err, context.Canceled) {
		message = "interrupted"
	}
	fmt.Fprintf(a.Stderr, "kubegap-lint: %s\n", format.Printable(message))
}

// listMistakes writes mistakes, one a line.
func listMistakes(w io.Writer, indent string, mistakes mistake.List) {
	for _, m := range mistakes {
		fmt.Fprintf(w, "%s%s\n", indent, format.Printable(m.Error()))
	}
}

// stickyWriter remembers the first error, so that output which is lost is told
// wherever it was written.
type stickyWriter struct {
	io.Writer
	err error
}

func (w *stickyWriter) Write(data []byte) (int, error) {
	n, err := w.Writer.Write(data)
	if err != nil && w.err == nil {
		w.err = err
	}
	return n, err
}

// The widths of text for people, in columns. It is pageWidth wide where nobody knows of a
// narrower terminal.
const (
	pageWidth    = 100
	minPageWidth = 40
)

// width is how many columns text for people may have.
func (a App) width() int {
	if a.Columns == 0 {
		return pageWidth
	}
	return min(pageWidth, max(minPageWidth, a.Columns))
}

// encode writes a value as indented JSON to standard output.
func (a App) encode(v any) error {
	enc := json.NewEncoder(format.InertJSON(a.data))
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
