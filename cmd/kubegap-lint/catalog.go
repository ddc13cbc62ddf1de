package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/lint"
)

func explainCommand() command {
	return command{
		name:    "explain",
		usage:   "explain CASE|RULE...",
		summary: "tell what happened, what a rule looks for and how to fix it",
		long: `kubegap-lint explain retells an incident and shows what its rules look for, with
YAML that is reported and YAML that is not, and how to fix it.`,
		examples: `  kubegap-lint explain IL-0178
  kubegap-lint explain IL-0178/prestop-eats-grace-period
`,
		setup: func(a App, _ *pflag.FlagSet) func(context.Context, []string) (int, error) {
			return func(_ context.Context, args []string) (int, error) { return a.explain(args) }
		},
	}
}

func (a App) explain(ids []string) (int, error) {
	if len(ids) == 0 {
		return exitUsage, usagef("explain needs a case or a rule, for instance IL-0178")
	}
	rules, cases, library, err := rulesAndCases()
	if err != nil {
		return exitUsage, err
	}
	var pages []string
	for _, id := range ids {
		page := ""
		for _, c := range cases {
			if strings.EqualFold(c.ID, id) {
				page = library.Case(c, 1)
			}
		}
		for _, r := range rules {
			if strings.EqualFold(r.ID, id) {
				page = library.Rule(r, 1)
			}
		}
		if page == "" {
			return exitUsage, nearest(id, rules, cases)
		}
		pages = append(pages, page)
	}
	for i, page := range pages {
		if i > 0 {
			fmt.Fprintln(a.Stdout)
		}
		fmt.Fprint(a.Stdout, page)
	}
	return exitClean, nil
}

func casesCommand() command {
	return command{
		name:     "cases",
		usage:    "cases [flags]",
		summary:  "list the incidents",
		long:     "kubegap-lint cases lists the public incidents that the rules come from.",
		examples: "  kubegap-lint cases\n  kubegap-lint cases --format json\n",
		setup: listing(func(w io.Writer, _ []lint.Rule, cases []lint.Case) {
			for _, c := range cases {
				fmt.Fprintf(w, "%s\t%s\t%s\n", c.ID, organisationAndYear(c), c.Title)
			}
		}, func(_ []lint.Rule, cases []lint.Case) any { return cases }),
	}
}

func rulesCommand() command {
	return command{
		name:     "rules",
		usage:    "rules [flags]",
		summary:  "list the rules",
		long:     "kubegap-lint rules lists the rules with the level of their findings.",
		examples: "  kubegap-lint rules\n  kubegap-lint rules --format json\n",
		setup: listing(func(w io.Writer, rules []lint.Rule, _ []lint.Case) {
			for _, r := range rules {
				fmt.Fprintf(w, "%s\t%s\t%s\n", r.ID, r.Level, r.Title)
			}
		}, func(rules []lint.Rule, _ []lint.Case) any { return rules }),
	}
}

// listing makes a command that lists rules or cases as a table or as JSON.
func listing(table func(io.Writer, []lint.Rule, []lint.Case), data func([]lint.Rule, []lint.Case) any) func(App, *pflag.FlagSet) func(context.Context, []string) (int, error) {
	return func(a App, flags *pflag.FlagSet) func(context.Context, []string) (int, error) {
		outputFormat := flags.String("format", "text", "output `FORMAT`: text or json")
		return func(_ context.Context, args []string) (int, error) {
			if len(args) > 0 {
				return exitUsage, usagef("unexpected argument %q", args[0])
			}
			if err := oneOf("format", *outputFormat, "text", "json"); err != nil {
				return exitUsage, err
			}
			rules, cases, _, err := rulesAndCases()
			if err != nil {
				return exitUsage, err
			}
			if *outputFormat == "json" {
				return exitClean, a.encode(data(rules, cases))
			}
			w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
			table(w, rules, cases)
			return exitClean, w.Flush()
		}
	}
}
