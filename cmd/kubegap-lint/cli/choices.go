package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// choicesKey annotates the flags whose value is one of some words.
const choicesKey = "choices"

// Choices tells that the value of a flag, which is there, is one of some words. That of
// a flag with one value is held to them before its command runs; a command with a flag
// that may be repeated does so itself, with OneOf. Completion offers them.
func Choices(flags *pflag.FlagSet, name string, words ...string) {
	if err := flags.SetAnnotation(name, choicesKey, words); err != nil {
		panic(fmt.Sprintf("choices of a flag that is not there: %v", err))
	}
}

// ChoicesOf gives the words of Choices, and whether there are any.
func ChoicesOf(f *pflag.Flag) ([]string, bool) {
	words, ok := f.Annotations[choicesKey]
	return words, ok
}

// checkGiven fails where a flag is given and empty, as in a pipeline that sets no such
// variable: to go on as if it were left out is not what was meant.
func checkGiven(flags *pflag.FlagSet) error {
	var err error
	flags.Visit(func(f *pflag.Flag) {
		if value, _ := pflag.UnquoteUsage(f); err == nil && f.Value.Type() == "string" && f.Value.String() == "" {
			err = Usagef("--%s is empty; give it a %s, or leave it out", f.Name, value)
		}
	})
	return err
}

// checkChoices fails where a flag that was given has a value that is none of its
// choices.
func checkChoices(flags *pflag.FlagSet) error {
	var err error
	flags.Visit(func(f *pflag.Flag) {
		words, ok := ChoicesOf(f)
		if err == nil && ok && f.Value.Type() == "string" {
			err = OneOf(f.Name, f.Value.String(), words...)
		}
	})
	return err
}

// OneOf fails, as a mistake in the command line, unless the value of a flag is one of
// the allowed words. The flag has no dashes.
func OneOf(flag, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return Usagef("--%s %q: want %s", flag, value, strings.Join(allowed, ", "))
}
