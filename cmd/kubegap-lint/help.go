package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/pflag"
)

// writeHelp writes the help of a command.
func writeHelp(w io.Writer, cmd command, flags *pflag.FlagSet) {
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
	fmt.Fprintf(w, "\nFlags:\n%s", flags.FlagUsages())
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

// maxTypos is how many edits away a flag may be to be suggested.
const maxTypos = 3

// explainFlagError adds the nearest flag to an error about an unknown one.
func explainFlagError(err error, flags *pflag.FlagSet) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	best, distance := "", maxTypos+1
	flags.VisitAll(func(f *pflag.Flag) {
		if d := levenshtein.ComputeDistance(f.Name, unknown.GetSpecifiedName()); d < distance {
			best, distance = f.Name, d
		}
	})
	name := unknown.GetSpecifiedName()
	switch {
	case unknown.GetSpecifiedShortnames() != "":
		return fmt.Errorf("unknown flag -%s", name)
	case best == "":
		return fmt.Errorf("unknown flag --%s", name)
	default:
		return fmt.Errorf("unknown flag --%s; did you mean --%s?", name, best)
	}
}
