package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
)

// TestEveryValueHasACompletion holds the table of commands to the words in capitals
// that completion knows: those with choices, those that words completes, and
// those of which nothing is known.
func TestEveryValueHasACompletion(t *testing.T) {
	t.Parallel()
	chosen := []string{"FORMAT", "FORMAT[=FILE]", "LEVEL", "WHAT", "WHEN", "LANGUAGE"}
	known := []string{"PATH", "FILE", "DIR", "ID", "CASE", "RULE", "WORD"}
	free := []string{"KEY=VALUE", "VERSION", "REV", "URL", "KIND", "N", "REGEXP", "TEXT", "DIR/]CASE/RULE"}
	app, _ := testApp(t, ".")
	for _, c := range app.commands() {
		flags, _ := c.Flags()
		flags.VisitAll(func(f *pflag.Flag) {
			wanted, _ := pflag.UnquoteUsage(f)
			_, choices := cli.ChoicesOf(f)
			switch {
			case f.NoOptDefVal != "":
			case choices != slices.Contains(chosen, wanted):
				t.Errorf("%s --%s %s: has choices: %v", c.Name, f.Name, wanted, choices)
			case !choices && !slices.Contains(known, wanted) && !slices.Contains(free, wanted):
				t.Errorf("%s --%s: completion does not know %s", c.Name, f.Name, wanted)
			}
		})
		last := strings.Trim(c.Usage[strings.LastIndex(c.Usage, " ")+1:], "[].")
		if last == strings.ToLower(last) || slices.Contains(free, last) || last == "flags" {
			continue
		}
		for wanted := range strings.SplitSeq(last, "|") {
			if !slices.Contains(known, wanted) {
				t.Errorf("%s: completion does not know the argument %s", c.Name, wanted)
			}
		}
	}
}
