package main

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/lint/contract"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/lint/mistake"
)

// tested is what checks have come to.
type tested struct {
	checks []contract.Check
	// mistakes belong to the checks of the same index.
	mistakes []mistake.List
	failed   int
}

// runChecks runs checks, as many at a time as there are processors.
func runChecks(ctx context.Context, checks []contract.Check) (tested, error) {
	o := tested{checks: checks, mistakes: make([]mistake.List, len(checks))}
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, check := range checks {
		group.Go(func() error {
			o.mistakes[i] = check.Run(ctx)
			return ctx.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return tested{}, fmt.Errorf("run checks: %w", err)
	}
	for _, mistakes := range o.mistakes {
		if len(mistakes) > 0 {
			o.failed++
		}
	}
	return o, nil
}

// tellTested writes a line for each case, rule and package, and below those that
// failed what is wrong.
func (a App) tellTested(o tested, verbose bool) {
	for from := 0; from < len(o.checks); {
		to, word := from, "ok  "
		for ; to < len(o.checks) && o.checks[to].Subject == o.checks[from].Subject; to++ {
			if len(o.mistakes[to]) > 0 {
				word = "FAIL"
			}
		}
		fmt.Fprintf(a.Stdout, "%s  %s (%s)\n", word, o.checks[from].Subject, words.Counted(to-from, "check"))
		for i := from; i < to; i++ {
			switch {
			case len(o.mistakes[i]) > 0:
				fmt.Fprintf(a.Stdout, "  FAIL  %s\n", o.checks[i].Name)
				listMistakes(a.Stdout, "    ", o.mistakes[i])
			case verbose:
				fmt.Fprintf(a.Stdout, "  ok    %s\n", o.checks[i].Name)
			}
		}
		from = to
	}
	fmt.Fprintf(a.Stdout, "\n%s, %d failed\n", words.Counted(len(o.checks), "check"), o.failed)
}

// testedDocument is the outcome as JSON.
type testedDocument struct {
	Checks []checkDocument `json:"checks"`
	Passed int             `json:"passed"`
	Failed int             `json:"failed"`
}

type checkDocument struct {
	Subject  string       `json:"subject"`
	Name     string       `json:"name"`
	OK       bool         `json:"ok"`
	Mistakes mistake.List `json:"mistakes"`
}

func (o tested) document() testedDocument {
	d := testedDocument{Checks: make([]checkDocument, len(o.checks)), Passed: len(o.checks) - o.failed, Failed: o.failed}
	for i, check := range o.checks {
		d.Checks[i] = checkDocument{check.Subject, check.Name, len(o.mistakes[i]) == 0, append(mistake.List{}, o.mistakes[i]...)}
	}
	return d
}
