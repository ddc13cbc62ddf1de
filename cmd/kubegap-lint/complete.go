package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/lint/catalog"
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
func (a App) complete(ctx context.Context, args []string) (int, error) {
	request, words := args[0], args[1:]
	if len(words) == 0 {
		return exitUsage, usagef("%s needs the words of a command line", request)
	}
	cmd, first := lintCommand(), len(words) == 1
	switch {
	case first:
	case words[0] == "help":
		cmd, words = command{usage: "help COMMAND", setup: noFlags}, words[1:]
	default:
		cmd, words = dispatch(words)
	}
	program := a.completed(cmd, first)
	program.SetArgs(append([]string{request}, words...))
	return exitClean, program.ExecuteContext(ctx)
}

// noFlags is the setup of what has no flags of its own and is not run.
func noFlags(App, *pflag.FlagSet) func(context.Context, []string) (int, error) { return nil }

// completed is a command as cobra knows it: with its flags, and with functions that
// complete their values and its arguments. The first word of a command line may name
// a command, too.
func (a App) completed(cmd command, first bool) *cobra.Command {
	program := &cobra.Command{
		Use: "kubegap-lint", Run: func(*cobra.Command, []string) {}, SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	program.SetOut(a.data)
	program.SetErr(io.Discard)
	flags, _ := cmd.flags(a)
	addCommonFlags(flags)
	flags.VisitAll(func(f *pflag.Flag) {
		var wanted string
		wanted, f.Usage = pflag.UnquoteUsage(f)
		program.Flags().AddFlag(f)
		// The error would be that of a flag that has such a function already.
		_ = program.RegisterFlagCompletionFunc(f.Name, func(c *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if words, ok := f.Annotations[choicesKey]; ok {
				if strings.HasSuffix(wanted, "[=FILE]") && strings.Contains(typed, "=") {
					return nil, cobra.ShellCompDirectiveDefault
				}
				return offer(typed, words...), cobra.ShellCompDirectiveNoFileComp
			}
			return a.candidates(c, wanted, f.Name, typed)
		})
	})
	program.ValidArgsFunction = func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		found, directive := a.arguments(c, cmd.usage, args, typed)
		if first {
			found = append(offerCommands(typed), found...)
		}
		return found, directive
	}
	return program
}

// arguments completes an argument of a command. Its usage tells which: the last word
// there has what is wanted in capitals, or the words to choose from, separated by
// bars, and ends in dots where there may be several. A usage without such a word takes
// no arguments.
func (a App) arguments(c *cobra.Command, usage string, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
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
	return a.candidates(c, wanted, "", typed)
}

// candidates gives what a word in capitals stands for, in usages and those of flags.
func (a App) candidates(c *cobra.Command, wanted, flag, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	switch wanted {
	case "PATH", "FILE":
		return nil, cobra.ShellCompDirectiveDefault
	case "DIR":
		return nil, cobra.ShellCompDirectiveFilterDirs
	case "COMMAND":
		return offerCommands(typed), cobra.ShellCompDirectiveNoFileComp
	case "ID", "CASE|RULE", "CASE", "WORD":
		// The user may have typed --policy before. Cobra parses flags twice, and so
		// has each folder twice. A command without the flag has none.
		dirs, _ := c.Flags().GetStringArray("policy")
		slices.Sort(dirs)
		known, err := a.loadCatalog(policyFlags{dirs: slices.Compact(dirs)})
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		if wanted == "WORD" {
			return offerVocabulary(known, flag, typed), cobra.ShellCompDirectiveNoFileComp
		}
		return offerIDs(known, wanted != "CASE", typed), cobra.ShellCompDirectiveNoFileComp
	default:
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
}

// offerIDs gives the ids of cases, and those of rules once one case is left.
func offerIDs(c catalog.Catalog, rules bool, typed string) []cobra.Completion {
	var found []cobra.Completion
	for _, k := range c.Cases {
		if begins(k.ID, typed) {
			found = append(found, cobra.CompletionWithDesc(k.ID, k.Title))
		}
	}
	if !rules || len(found) > 1 {
		return found
	}
	for _, r := range c.Rules {
		if begins(r.ID, typed) {
			found = append(found, cobra.CompletionWithDesc(r.ID, r.Title))
		}
	}
	return found
}

// offerVocabulary gives the words that a flag takes.
func offerVocabulary(c catalog.Catalog, flag, typed string) []cobra.Completion {
	i := slices.IndexFunc(c.Facets(), func(f catalog.Facet) bool { return f.Flag == flag })
	if i < 0 {
		return nil
	}
	var found []cobra.Completion
	known := c.Facets()[i].Known
	for _, word := range sortedKeys(known) {
		if begins(word, typed) {
			found = append(found, cobra.CompletionWithDesc(word, known[word].English))
		}
	}
	return found
}

// offerCommands gives the commands that are in the help.
func offerCommands(typed string) []cobra.Completion {
	var found []cobra.Completion
	for _, c := range commands() {
		if !c.hidden && begins(c.name, typed) {
			found = append(found, cobra.CompletionWithDesc(c.name, c.summary))
		}
	}
	return found
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
