package main

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
	"github.com/kubegap/kubegap-lint/lint/docs"
	"github.com/kubegap/kubegap-lint/lint/layout"
)

func (a App) explainCommand() cli.Command {
	return cli.Command{
		Name:    "explain",
		Usage:   "explain [flags] CASE|RULE...",
		Summary: "tell what happened, what a rule looks for and how to fix it",
		Long: `kubegap-lint explain retells an incident and shows what its rules look for, with
YAML that is reported and YAML that is not, how to fix it, and related incidents.`,
		Examples: `  kubegap-lint explain IL-0178
  kubegap-lint explain IL-0178/prestop-eats-grace-period
  kubegap-lint explain IL-0178 --lang ko
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f catalogFlags
			f.registerShared(flags)
			f.registerLang(flags)
			return func(_ context.Context, args []string) (int, error) { return a.explain(f, args) }
		},
	}
}

func (a App) explain(f catalogFlags, ids []string) (int, error) {
	if len(ids) == 0 {
		return exitUsage, cli.Usagef("explain needs a case or a rule, for instance IL-0178")
	}
	c, err := a.loadCatalog(f.policyFlags)
	if err != nil {
		return exitUsage, err
	}
	asked := catalog.Document{Cases: []lint.Case{}, Rules: []lint.Rule{}}
	var texts []string
	pages := docs.Pages{Catalog: c, Language: f.language()}
	for _, id := range ids {
		if k, ok := c.FindCase(id); ok {
			texts = append(texts, pages.Case(k, 1))
			asked = asked.With(c.Document([]lint.Case{k}))
		} else if r, ok := c.FindRule(id); ok {
			texts = append(texts, pages.Rule(r, 1))
			k, _ := c.Case(r.Case())
			asked = asked.With(catalog.Document{Cases: []lint.Case{k}, Rules: []lint.Rule{r}})
		} else {
			return exitUsage, unknownID(id, c)
		}
	}
	if f.format == "json" {
		return exitClean, a.encode(asked)
	}
	for i, text := range texts {
		if i > 0 {
			fmt.Fprintln(a.Stdout)
		}
		fmt.Fprint(a.Stdout, layout.Reflow(text, a.width()))
	}
	return exitClean, nil
}
