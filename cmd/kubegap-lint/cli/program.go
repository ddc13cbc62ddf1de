// Package cli makes a program of a table of commands: it parses their flags and runs
// them, and of the same table it makes the help, what shells complete, and the manual
// page. It knows nothing of what the commands do.
package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"
)

// Run runs a command with the arguments that its flags leave over, and gives the exit
// code. With an error that means nothing.
type Run func(ctx context.Context, args []string) (int, error)

// Command is a command of a program.
type Command struct {
	// Name is the word by which the command is called.
	Name string
	// Usage is how it is called, without the name of the program. Its last word tells
	// what the arguments are: words to choose from, separated by bars, or a word in
	// capitals as those of flags; in dots at its end where there may be several. One of
	// only a name, or that ends in [flags], takes none.
	Usage string
	// Summary is a line for the list of commands, and Long the help without its usage,
	// flags and examples.
	Summary, Long string
	// Examples are lines that are indented by two spaces and end in a new line. What
	// stands below a line "Exit codes:" are these, a line each.
	Examples string
	// Hidden leaves the command out of the list, the completions and the manual.
	Hidden bool
	// Setup adds the flags of the command, and gives what runs it once they are parsed.
	Setup func(flags *pflag.FlagSet) Run
}

// Flags gives the flags of the command, without those that all have, and what runs it
// once they are parsed.
func (c Command) Flags() (*pflag.FlagSet, Run) {
	flags := pflag.NewFlagSet(c.Name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	return flags, c.Setup(flags)
}

// Item is a name or a word, and what it stands for.
type Item struct{ Name, Text string }

// Program is a program with its commands.
type Program struct {
	Name, Version string
	// Commands are in the order of the help. The first one runs where none is named.
	Commands []Command
	// Note tells in the help, below the list of commands, what there is to say of it.
	Note string
	// ExitCodes are those of the first command, in lines as in Command.Examples.
	ExitCodes string
	// Words completes what the package knows nothing of. Where there is nothing to
	// offer it gives none.
	Words func(Wanted) ([]Item, error)
	// Text takes what people read, in so many columns, and Data what programs do.
	Text, Data io.Writer
	Columns    int
}

// Run runs the program with its arguments and gives the exit code of its command, or 0
// where it only tells of itself. With an error that means nothing; IsUsageError holds for
// one that is a mistake in the arguments.
func (p Program) Run(ctx context.Context, args []string) (int, error) {
	if err := p.checkHelped(args); err != nil {
		return 0, err
	}
	args = helped(args)
	if len(args) > 0 && asksForCompletion(args[0]) {
		return 0, p.complete(ctx, args)
	}
	c, rest := p.dispatch(args)
	flags, run := c.Flags()
	help, version := addCommonFlags(flags)
	if err := flags.Parse(rest); err != nil {
		return 0, UsageError(explainFlagError(err, flags))
	}
	switch {
	case *help:
		p.writeHelp(c, flags)
		return 0, nil
	case *version:
		fmt.Fprintf(p.Text, "%s %s\n", p.Name, p.Version)
		return 0, nil
	}
	if err := cmp.Or(checkGiven(flags), checkChoices(flags)); err != nil {
		return 0, err
	}
	return run(ctx, flags.Args())
}

// Hint tells where the help is that goes with the arguments.
func (p Program) Hint(args []string) string {
	c, _ := p.dispatch(helped(args))
	if c.Name == p.Commands[0].Name {
		return fmt.Sprintf("Run '%s --help' for usage.", p.Name)
	}
	return fmt.Sprintf("Run '%s %s --help' for usage.", p.Name, c.Name)
}

// checkHelped fails for `help WORD` where no command has that name.
func (p Program) checkHelped(args []string) error {
	if len(args) < 2 || args[0] != "help" || args[1] == "help" || strings.HasPrefix(args[1], "-") {
		return nil
	}
	word := args[1]
	if c, _ := p.dispatch(args[1:]); c.Name == word {
		return nil
	}
	if meant := p.Meant(word); meant != "" {
		return Usagef("there is no command %q; did you mean %q?", word, meant)
	}
	return Usagef("there is no command %q", word)
}

// helped makes of `help COMMAND` what it stands for.
func helped(args []string) []string {
	if len(args) > 0 && args[0] == "help" {
		return append(args[1:len(args):len(args)], "--help")
	}
	return args
}

// dispatch gives the command that the first argument names and the arguments after
// it, or else the first command and all of them.
func (p Program) dispatch(args []string) (Command, []string) {
	for _, c := range p.Commands {
		if len(args) > 0 && c.Name == args[0] {
			return c, args[1:]
		}
	}
	return p.Commands[0], args
}

// listed gives the commands that are not hidden.
func (p Program) listed() []Command {
	var list []Command
	for _, c := range p.Commands {
		if !c.Hidden {
			list = append(list, c)
		}
	}
	return list
}

// addCommonFlags adds the flags that all commands have.
func addCommonFlags(flags *pflag.FlagSet) (help, version *bool) {
	return flags.BoolP("help", "h", false, "show this help"), flags.Bool("version", false, "show the version")
}
