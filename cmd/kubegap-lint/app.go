package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/pflag"

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
	Getenv  func(string) string
	// Dir is the working directory, to which arguments are relative.
	Dir string
	// Rendered is told how many targets of a run are rendered, and how many there are
	// at least; nil is told nothing. It is called by several goroutines at once.
	Rendered func(done, total int)
	// Ticker makes the ticker that paces the progress display; nil shows none.
	Ticker func(time.Duration) *time.Ticker
	// Now is the clock, by which suppressions expire.
	Now func() time.Time
}

// command is a subcommand: its flags, and what it does with its arguments.
type command struct {
	name, usage, summary, long, examples string
	hidden                               bool
	// setup adds flags and gives the function that runs the command once they
	// are parsed.
	setup func(a App, flags *pflag.FlagSet) func(ctx context.Context, args []string) (int, error)
}

func commands() []command {
	return []command{lintCommand(), renderCommand(), inputCommand(), explainCommand(), treeCommand(), configCommand(), initCommand(), fixCommand(), vendorCommand(), casesCommand(), similarCommand(), vocabularyCommand(), rulesCommand(), mcpCommand(), newCommand(), testCommand(), versionCommand(), completionCommand(), manCommand(), docsCommand()}
}

// Run runs the program with its arguments and gives its exit code.
func (a App) Run(ctx context.Context, args []string) int {
	if len(args) > 0 && args[0] == "help" {
		args = append(args[1:len(args):len(args)], "--help")
	}
	cmd, rest := dispatch(args)
	stdout := &stickyWriter{Writer: a.Stdout}
	a.data, a.Stdout, a.Stderr = stdout, format.Inert(stdout), format.Inert(a.Stderr)
	run := func() (int, error) { return a.runCommand(ctx, cmd, rest) }
	if len(args) > 0 && asksForCompletion(args[0]) {
		run = func() (int, error) { return a.complete(ctx, args) }
	}
	code, err := run()
	if err == nil && stdout.err != nil {
		code, err = exitUsage, fmt.Errorf("write standard output: %w", fsys.Cause(stdout.err))
	}
	a.complain(err)
	if usage := (usageError{}); errors.As(err, &usage) {
		fmt.Fprintf(a.Stderr, "Run 'kubegap-lint %s--help' for usage.\n", prefix(cmd))
	}
	return code
}

// dispatch gives the command that the first argument names and the arguments after
// it, or else the lint command and all of them.
func dispatch(args []string) (command, []string) {
	for _, c := range commands() {
		if len(args) > 0 && c.name == args[0] {
			return c, args[1:]
		}
	}
	return lintCommand(), args
}

// checkFirst fails for a path that does not exist and has the name of a command, which
// stands behind a flag.
func (a App) checkFirst(paths []string) error {
	for _, c := range commands() {
		if slices.Contains(paths, c.name) && !exists(a.Dir, c.name) {
			return usagef("%s: no such file or directory; a command comes before its flags: kubegap-lint %s [flags]", c.name, c.name)
		}
	}
	return nil
}

// complain writes an error. The mistakes in policies and in a configuration are
// written as compilers do, so that editors and people find their places.
func (a App) complain(err error) {
	if err == nil {
		return
	}
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

// usageError is a mistake in the command line, for which the help is worth a
// mention. The program exits with exitUsage for it as for any other error: what
// a run cannot do lies in its configuration, and what does not render is no
// error but part of the report.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

func (a App) runCommand(ctx context.Context, cmd command, args []string) (int, error) {
	flags, run := cmd.flags(a)
	help, showVersion := addCommonFlags(flags)
	if err := flags.Parse(args); err != nil {
		return exitUsage, usageError{explainFlagError(err, flags)}
	}
	switch {
	case *help:
		writeHelp(a.Stdout, cmd, flags, a.width())
		return exitClean, nil
	case *showVersion:
		fmt.Fprintf(a.Stdout, "kubegap-lint %s\n", thisBuild().Version)
		return exitClean, nil
	}
	if err := cmp.Or(checkGiven(flags), checkChoices(flags)); err != nil {
		return exitUsage, err
	}
	code, err := run(ctx, flags.Args())
	if err != nil {
		return exitUsage, err
	}
	return code, nil
}

// flags gives the flags of a command, and what runs it once they are parsed.
func (c command) flags(a App) (*pflag.FlagSet, func(context.Context, []string) (int, error)) {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	return flags, c.setup(a, flags)
}

// addCommonFlags adds the flags that all commands have.
func addCommonFlags(flags *pflag.FlagSet) (help, version *bool) {
	return flags.BoolP("help", "h", false, "show this help"), flags.Bool("version", false, "show the version")
}

// prefix is what stands before the flags of a command.
func prefix(cmd command) string {
	if cmd.name == "lint" {
		return ""
	}
	return cmd.name + " "
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
