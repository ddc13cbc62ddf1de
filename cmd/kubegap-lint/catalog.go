package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint/catalog"
	"github.com/kubegap/kubegap-lint/lint/docs"
)

// catalogFlags are what the commands that speak of cases and rules share.
type catalogFlags struct {
	policyFlags
	format, lang string
}

func (f *catalogFlags) registerShared(flags *pflag.FlagSet) {
	f.register(flags)
	flags.StringVar(&f.format, "format", "text", "output `FORMAT`: text or json, which has everything that is known")
	cli.Choices(flags, "format", "text", "json")
}

func (f *catalogFlags) registerLang(flags *pflag.FlagSet) {
	flags.StringVar(&f.lang, "lang", "en", "`LANGUAGE` of titles, symptoms and remediation in text: en or ko")
	cli.Choices(flags, "lang", string(catalog.English), string(catalog.Korean))
}

func (f *catalogFlags) language() catalog.Language { return catalog.Language(f.lang) }

// table aligns the columns of what write writes.
func (a App) table(write func(io.Writer)) error {
	w := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	write(w)
	return w.Flush()
}

func (a App) casesCommand() cli.Command {
	return cli.Command{
		Name:    "cases",
		Usage:   "cases [flags] [TEXT...]",
		Summary: "list the incidents, by what happened or by text",
		Long: `kubegap-lint cases lists the public incidents that the rules come from. With TEXT
it lists those that speak of it, and with flags those that the words classify;
'kubegap-lint vocabulary' lists the words.`,
		Examples: `  kubegap-lint cases
  kubegap-lint cases conntrack
  kubegap-lint cases --component cluster-dns --symptom dns-failure
  kubegap-lint cases --lang ko
  kubegap-lint cases --format json
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f catalogFlags
			f.registerShared(flags)
			f.registerLang(flags)
			words := map[string]*[]string{}
			for _, facet := range (catalog.Catalog{}).Facets() {
				words[facet.Flag] = flags.StringArray(facet.Flag, nil, fmt.Sprintf("only incidents of this %s, a `WORD` of the vocabulary; may be repeated", facet.Name.English))
			}
			return func(_ context.Context, texts []string) (int, error) {
				filter := catalog.Filter{Words: map[string][]string{}, Texts: texts}
				for flag, list := range words {
					filter.Words[flag] = *list
				}
				return a.cases(f, filter)
			}
		},
	}
}

func (a App) cases(f catalogFlags, filter catalog.Filter) (int, error) {
	c, err := a.loadCatalog(f.policyFlags)
	if err != nil {
		return exitUsage, err
	}
	for _, facet := range c.Facets() {
		for _, word := range filter.Words[facet.Flag] {
			if _, ok := facet.Known[word]; !ok {
				return exitUsage, cli.Usagef("--%s: there is no word %q; want one of %s", facet.Flag, word, joined(facet.Known))
			}
		}
	}
	found := c.Match(filter)
	if len(found) == 0 {
		fmt.Fprintln(a.Stderr, "kubegap-lint: no incident has all of that")
	}
	if f.format == "json" {
		return exitClean, a.encode(c.Document(found))
	}
	for _, k := range found {
		fmt.Fprintf(a.Stdout, "%s  %s  %s\n", k.ID, organisationAndYear(k), catalog.Translated(k, f.language()).Title)
	}
	return exitClean, nil
}

func (a App) similarCommand() cli.Command {
	return cli.Command{
		Name:    "similar",
		Usage:   "similar [flags] CASE",
		Summary: "rank the incidents that are nearest to one",
		Long: `kubegap-lint similar ranks the incidents that share root causes and components with
CASE, the nearest first. The number is the share of what classifies the two that
they have in common: a word counts the more, the fewer incidents have it, and a
root cause counts more than a component.`,
		Examples: `  kubegap-lint similar IL-0178
  kubegap-lint similar IL-0178 --limit 3 --format json
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f catalogFlags
			f.registerShared(flags)
			f.registerLang(flags)
			limit := flags.Int("limit", 10, "list at most `N` incidents")
			return func(_ context.Context, args []string) (int, error) { return a.similar(f, *limit, args) }
		},
	}
}

func (a App) similar(f catalogFlags, limit int, args []string) (int, error) {
	if len(args) != 1 {
		return exitUsage, cli.Usagef("similar needs one case, for instance IL-0178")
	}
	if limit < 1 {
		return exitUsage, cli.Usagef("--limit is %d, want 1 or more", limit)
	}
	c, err := a.loadCatalog(f.policyFlags)
	if err != nil {
		return exitUsage, err
	}
	of, ok := c.FindCase(args[0])
	if r, isRule := c.FindRule(args[0]); !ok && isRule {
		return exitUsage, cli.Usagef("similar takes a case, and %s is a rule: kubegap-lint similar %s", r.ID, r.Case())
	}
	if !ok {
		return exitUsage, unknownID(args[0], c)
	}
	neighbours := c.Similar(of)
	neighbours = neighbours[:min(limit, len(neighbours))]
	if f.format == "json" {
		return exitClean, a.encode(c.Ranking(neighbours))
	}
	for _, n := range neighbours {
		fmt.Fprintf(a.Stdout, "%.2f  %s  %s  %s\n      %s\n", n.Score, n.Case.ID, organisationAndYear(n.Case),
			catalog.Translated(n.Case, f.language()).Title, docs.Common(c, n.Shared, f.language()))
	}
	return exitClean, nil
}

func (a App) vocabularyCommand() cli.Command {
	return cli.Command{
		Name:     "vocabulary",
		Usage:    "vocabulary [flags]",
		Summary:  "list the words that classify the incidents",
		Long:     "kubegap-lint vocabulary lists the words that classify the incidents, with the number\nof incidents that each has.",
		Examples: "  kubegap-lint vocabulary\n  kubegap-lint vocabulary --format json\n",
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f catalogFlags
			f.registerShared(flags)
			f.registerLang(flags)
			return func(_ context.Context, args []string) (int, error) { return a.vocabulary(f, args) }
		},
	}
}

func (a App) vocabulary(f catalogFlags, args []string) (int, error) {
	c, err := a.wholeCatalog(f, args)
	if err != nil {
		return exitUsage, err
	}
	if f.format == "json" {
		return exitClean, a.encode(c.Counted())
	}
	return exitClean, a.table(func(w io.Writer) {
		for _, facet := range c.Facets() {
			for _, word := range sortedKeys(facet.Known) {
				fmt.Fprintf(w, "--%s %s\t%d\t%s\n", facet.Flag, word, c.Count(facet, word), facet.Label(word, f.language()))
			}
		}
	})
}

// wholeCatalog gives the catalog for a command that lists all of it, and so takes
// no arguments.
func (a App) wholeCatalog(f catalogFlags, args []string) (catalog.Catalog, error) {
	if len(args) > 0 {
		return catalog.Catalog{}, cli.Usagef("unexpected argument %q", args[0])
	}
	return a.loadCatalog(f.policyFlags)
}

func (a App) rulesCommand() cli.Command {
	return cli.Command{
		Name:     "rules",
		Usage:    "rules [flags]",
		Summary:  "list the rules",
		Long:     "kubegap-lint rules lists the rules with the level of their findings.",
		Examples: "  kubegap-lint rules\n  kubegap-lint rules --format json\n",
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f catalogFlags
			f.registerShared(flags)
			return func(_ context.Context, args []string) (int, error) { return a.rules(f, args) }
		},
	}
}

func (a App) rules(f catalogFlags, args []string) (int, error) {
	c, err := a.wholeCatalog(f, args)
	if err != nil {
		return exitUsage, err
	}
	if f.format == "json" {
		return exitClean, a.encode(c.Document(c.Cases))
	}
	if a.Columns > 0 { // A table is for programs, and wider than most terminals.
		for _, r := range c.Rules {
			fmt.Fprintf(a.Stdout, "%s  %s\n    %s\n", r.ID, r.Level, r.Title)
		}
		return exitClean, nil
	}
	return exitClean, a.table(func(w io.Writer) {
		for _, r := range c.Rules {
			fmt.Fprintf(w, "%s\t%s\t%s\n", r.ID, r.Level, r.Title)
		}
	})
}
