package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/pflag"
)

// writeHelp writes the help of a command, with flags that fit into so many columns.
func writeHelp(w io.Writer, cmd command, flags *pflag.FlagSet, width int) {
	fmt.Fprintf(w, "%s\n\nUsage:\n  kubegap-lint %s\n", cmd.long, cmd.usage)
	if cmd.name == "lint" {
		fmt.Fprint(w, "\nCommands:\n")
		for _, c := range commands() {
			if !c.hidden {
				fmt.Fprintf(w, "  %-10s  %s\n", c.name, c.summary)
			}
		}
		fmt.Fprint(w, "  Without a command, kubegap-lint lints. A path that is named like a command\n  is written ./NAME.\n")
	}
	fmt.Fprintf(w, "\nFlags:\n%s", flags.FlagUsagesWrapped(width))
	fmt.Fprintf(w, "\nExamples:\n%s", cmd.examples)
	if cmd.name == "lint" {
		fmt.Fprintf(w, "\nExit codes:\n%s", exitCodes)
	}
}

// exitCodes tells the exit codes of lint.
const exitCodes = `  0  no finding at or above --fail-on
  1  findings at or above --fail-on
  2  usage or configuration, or a rule that could not be evaluated
  3  something that should have rendered did not; with --require-complete also
     when something was left out because it cannot be had offline
`

// closest gives the name that may have been meant by a word: one that begins with it, or
// one that a third of its letters lead to, and at least one letter; "" where there is none.
func closest(word string, names []string) string {
	best, distance := "", max(1, len(word)/3)+1
	for _, name := range names {
		d := levenshtein.ComputeDistance(name, word)
		if len(word) > 1 && strings.HasPrefix(name, word) {
			d = 1
		}
		if d < distance {
			best, distance = name, d
		}
	}
	return best
}

// explainFlagError adds the nearest flag to an error about an unknown one.
func explainFlagError(err error, flags *pflag.FlagSet) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	name := unknown.GetSpecifiedName()
	if unknown.GetSpecifiedShortnames() != "" {
		return fmt.Errorf("unknown flag -%s", name)
	}
	var names []string
	flags.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if meant := closest(name, names); meant != "" {
		return fmt.Errorf("unknown flag --%s; did you mean --%s?", name, meant)
	}
	return fmt.Errorf("unknown flag --%s", name)
}

// explainPathError adds the nearest command to an error about a path that is not there,
// where the first argument may have been meant for one.
func explainPathError(err error, args []string) error {
	if !errors.Is(err, fs.ErrNotExist) || len(args) == 0 || !strings.HasPrefix(err.Error(), args[0]+": ") {
		return err
	}
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	if meant := closest(args[0], names); meant != "" {
		return usagef("%w; did you mean 'kubegap-lint %s'?", err, meant)
	}
	return err
}
