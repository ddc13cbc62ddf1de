package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/spf13/pflag"
)

// writeHelp writes the help of a command.
func (p Program) writeHelp(c Command, flags *pflag.FlagSet) {
	w, first := p.Text, c.Name == p.Commands[0].Name
	fmt.Fprintf(w, "%s\n\nUsage:\n  %s %s\n", c.Long, p.Name, c.Usage)
	if first {
		fmt.Fprint(w, "\nCommands:\n")
		for _, listed := range p.listed() {
			fmt.Fprintf(w, "  %-10s  %s\n", listed.Name, listed.Summary)
		}
		fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(p.Note, "\n", "\n  "))
	}
	fmt.Fprintf(w, "\nFlags:\n%s", flags.FlagUsagesWrapped(p.Columns))
	fmt.Fprintf(w, "\nExamples:\n%s", c.Examples)
	if first {
		fmt.Fprintf(w, "\nExit codes:\n%s", p.ExitCodes)
	}
}

// Meant gives the command that may have been meant by a word; "" where none is near.
func (p Program) Meant(word string) string {
	var names []string
	for _, c := range p.Commands {
		names = append(names, c.Name)
	}
	return closest(word, names)
}

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
