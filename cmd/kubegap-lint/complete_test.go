package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

// TestEveryValueHasACompletion holds the table of commands to the words in capitals
// that completion knows: those with choices, those that candidates completes, and
// those of which nothing is known.
func TestEveryValueHasACompletion(t *testing.T) {
	t.Parallel()
	chosen := []string{"FORMAT", "FORMAT[=FILE]", "LEVEL", "WHAT", "WHEN", "LANGUAGE"}
	known := []string{"PATH", "FILE", "DIR", "ID", "CASE", "RULE", "WORD"}
	free := []string{"KEY=VALUE", "VERSION", "REV", "URL", "KIND", "N", "REGEXP", "TEXT", "DIR/]CASE/RULE"}
	app, _ := testApp(t, ".")
	for _, c := range commands() {
		flags, _ := c.flags(app)
		flags.VisitAll(func(f *pflag.Flag) {
			wanted, _ := pflag.UnquoteUsage(f)
			_, choices := f.Annotations[choicesKey]
			switch {
			case f.NoOptDefVal != "":
			case choices != slices.Contains(chosen, wanted):
				t.Errorf("%s --%s %s: has choices: %v", c.name, f.Name, wanted, choices)
			case !choices && !slices.Contains(known, wanted) && !slices.Contains(free, wanted):
				t.Errorf("%s --%s: completion does not know %s", c.name, f.Name, wanted)
			}
		})
		last := strings.Trim(c.usage[strings.LastIndex(c.usage, " ")+1:], "[].")
		if last == strings.ToLower(last) || slices.Contains(free, last) || last == "flags" {
			continue
		}
		for wanted := range strings.SplitSeq(last, "|") {
			if !slices.Contains(known, wanted) {
				t.Errorf("%s: completion does not know the argument %s", c.name, wanted)
			}
		}
	}
}

func TestChoices(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"default", nil, ""},
		{"one of them", []string{"--when=never"}, ""},
		{"none of them", []string{"--when", "sometimes"}, `--when "sometimes": want always, never`},
		{"empty", []string{"--when="}, `--when "": want always, never`},
		{"repeated flags are left to their command", []string{"--where=here"}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			flags := pflag.NewFlagSet("", pflag.ContinueOnError)
			flags.String("when", "", "")
			flags.StringArray("where", nil, "")
			choices(flags, "when", "always", "never")
			choices(flags, "where", "there")
			if err := flags.Parse(tc.args); err != nil {
				t.Fatal(err)
			}
			got := ""
			if err := checkChoices(flags); err != nil {
				got = err.Error()
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
