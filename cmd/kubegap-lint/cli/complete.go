package cli

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// asksForCompletion tells whether a shell asks for completions, with or without
// descriptions.
func asksForCompletion(name string) bool {
	return name == cobra.ShellCompRequestCmd || name == cobra.ShellCompNoDescRequestCmd
}

// complete answers a shell: args are the name of the request and the words after
// the program's name, of which the last one is to be completed and may be "". It
// writes a completion a line, and then what the shell may add, as programs made with
// cobra do (https://github.com/spf13/cobra/blob/v1.10.2/site/content/completions/_index.md),
// so that whatever completes those completes this one.
func (p Program) complete(ctx context.Context, args []string) error {
	request, words := args[0], args[1:]
	if len(words) == 0 {
		return Usagef("%s needs the words of a command line", request)
	}
	c, first := p.Commands[0], len(words) == 1
	switch {
	case first:
	case words[0] == "help":
		c, words = Command{Usage: "help COMMAND", Setup: noFlags}, words[1:]
	default:
		c, words = p.dispatch(words)
	}
	program := p.completed(c, first)
	program.SetArgs(append([]string{request}, words...))
	return program.ExecuteContext(ctx)
}

// noFlags is the setup of what has no flags of its own and is not run.
func noFlags(*pflag.FlagSet) Run { return nil }

// completed is a command as cobra knows it: with its flags, and with functions that
// complete their values and its arguments. The first word of a command line may name
// a command, too.
func (p Program) completed(command Command, first bool) *cobra.Command {
	program := &cobra.Command{
		Use: p.Name, Run: func(*cobra.Command, []string) {}, SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	program.SetOut(p.Data)
	program.SetErr(io.Discard)
	flags, _ := command.Flags()
	addCommonFlags(flags)
	flags.VisitAll(func(f *pflag.Flag) {
		var wanted string
		wanted, f.Usage = pflag.UnquoteUsage(f)
		program.Flags().AddFlag(f)
		// The error would be that of a flag that has such a function already.
		_ = program.RegisterFlagCompletionFunc(f.Name, func(c *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if words, ok := ChoicesOf(f); ok {
				if strings.HasSuffix(wanted, "[=FILE]") && strings.Contains(typed, "=") {
					return nil, cobra.ShellCompDirectiveDefault
				}
				return offer(typed, words...), cobra.ShellCompDirectiveNoFileComp
			}
			return p.candidates(c, wanted, f.Name, typed)
		})
	})
	program.ValidArgsFunction = func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		found, directive := p.arguments(c, command.Usage, args, typed)
		if first {
			found = append(p.offerCommands(typed), found...)
		}
		return found, directive
	}
	return program
}

// arguments completes an argument of a command. Its usage tells which: the last word
// there has what is wanted in capitals, or the words to choose from, separated by
// bars, and ends in dots where there may be several. A usage without such a word takes
// no arguments.
func (p Program) arguments(c *cobra.Command, usage string, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	last := strings.Trim(usage[strings.LastIndex(usage, " ")+1:], "[]")
	if last == usage || last == "flags" {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	wanted, several := strings.CutSuffix(last, "...")
	if !several && len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if wanted == strings.ToLower(wanted) {
		return offer(typed, strings.Split(wanted, "|")...), cobra.ShellCompDirectiveNoFileComp
	}
	return p.candidates(c, wanted, "", typed)
}

// candidates gives what a word in capitals stands for, in usages and those of flags.
func (p Program) candidates(c *cobra.Command, wanted, flag, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	switch wanted {
	case "PATH", "FILE":
		return nil, cobra.ShellCompDirectiveDefault
	case "DIR":
		return nil, cobra.ShellCompDirectiveFilterDirs
	case "COMMAND":
		return p.offerCommands(typed), cobra.ShellCompDirectiveNoFileComp
	}
	words, err := p.Words(Wanted{wanted, flag, typed, c.Flags()})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return described(words), cobra.ShellCompDirectiveNoFileComp
}

// Wanted is what is to be completed.
type Wanted struct {
	// What is the word in capitals that stands for it in the usage of the flag or the
	// command, and Flag the name of the flag; "" for an argument.
	What, Flag string
	typed      string
	// Flags are those of the command, as far as they stand before. Each of those that
	// may be repeated has its values twice, as cobra parses them twice.
	Flags *pflag.FlagSet
}

// Offers tells whether a word begins with what was typed, and so can be offered.
func (w Wanted) Offers(word string) bool { return begins(word, w.typed) }

// described gives words as cobra has them.
func described(words []Item) []cobra.Completion {
	var found []cobra.Completion
	for _, word := range words {
		found = append(found, cobra.CompletionWithDesc(word.Name, word.Text))
	}
	return found
}

// offerCommands gives the commands that are in the help.
func (p Program) offerCommands(typed string) []cobra.Completion {
	var found []Item
	for _, c := range p.listed() {
		if begins(c.Name, typed) {
			found = append(found, Item{c.Name, c.Summary})
		}
	}
	return described(found)
}

// offer gives those of some words that begin with what was typed.
func offer(typed string, words ...string) []cobra.Completion {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !begins(word, typed) })
}

// begins tells whether a word begins with what was typed, in letters of any case, as
// ids may be given.
func begins(word, typed string) bool {
	return len(word) >= len(typed) && strings.EqualFold(word[:len(typed)], typed)
}
