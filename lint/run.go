package lint

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

// Options say what to judge and what to show.
type Options struct {
	// KubeVersion is the version of Kubernetes that the user named, for
	// instance 1.34; "" stands for unknown.
	KubeVersion string
	// Pedantic shows findings of LevelNote, which are only counted otherwise.
	Pedantic bool
	// Only are ids of rules and cases to which the run is confined; all rules
	// run where it is empty.
	Only []string
	// Failures and Skipped are the problems that came up before rendering.
	Failures []render.Problem
	Skipped  []render.Problem
}

// Run judges units, and reports with them what they could not render. The
// objects of the context units can satisfy a join, but are never reported.
//
// The report does not depend on the order of the units. An error concerns the
// judge or the options, not what was judged: where some rules could not be
// evaluated, the report holds the findings of all others.
func Run(ctx context.Context, units, context []render.Unit, judge Judge, o Options) (Report, error) {
	rules, err := choose(judge, o.Only)
	if err != nil {
		return Report{}, err
	}
	units, context = sorted(units), sorted(context)
	g := graph.Build(units, context)
	question := Question{KubeVersion: o.KubeVersion}
	for _, rule := range rules {
		question.Rules = append(question.Rules, rule.ID)
	}
	verdict, err := judge.Judge(ctx, g, question)

	report := Report{Rules: rules, Cases: casesOf(judge, rules)}
	report.Findings = fingerprinted(merge(locate(g, verdict.Violations)))
	if !o.Pedantic {
		report.Hidden = hideNotes(&report)
	}
	report.addProblems(units, o, verdict.Doubts)
	report.Summary = summarise(units, report.Findings)
	return report, err
}

// choose gives the rules that the ids name, or all, sorted by id.
func choose(judge Judge, only []string) ([]Rule, error) {
	all := judge.Rules()
	if len(only) == 0 {
		return all, nil
	}
	for _, id := range only {
		if !slices.ContainsFunc(all, func(r Rule) bool { return r.ID == id || r.Case() == id }) {
			return nil, fmt.Errorf("there is no rule or case %q", id)
		}
	}
	return slices.DeleteFunc(all, func(r Rule) bool {
		return !slices.Contains(only, r.ID) && !slices.Contains(only, r.Case())
	}), nil
}

// casesOf gives the cases of the rules and those that the rules name besides.
func casesOf(judge Judge, rules []Rule) []Case {
	named := map[string]bool{}
	for _, rule := range rules {
		named[rule.Case()] = true
		for _, id := range rule.Also {
			named[id] = true
		}
	}
	return slices.DeleteFunc(judge.Cases(), func(c Case) bool { return !named[c.ID] })
}

// sorted gives the units by path, kind and variant.
func sorted(units []render.Unit) []render.Unit {
	units = slices.Clone(units)
	slices.SortStableFunc(units, func(a, b render.Unit) int {
		return cmp.Or(
			cmp.Compare(a.Target.Path, b.Target.Path),
			cmp.Compare(a.Target.Kind, b.Target.Kind),
			cmp.Compare(a.Target.Variant, b.Target.Variant),
		)
	})
	return units
}

// hideNotes removes the findings of LevelNote and gives their number.
func hideNotes(r *Report) int {
	all := len(r.Findings)
	r.Findings = slices.DeleteFunc(r.Findings, func(f Finding) bool { return f.Level == LevelNote })
	return all - len(r.Findings)
}

// summarise counts the units and all that they render, hooks for tests
// included, and the findings.
func summarise(units []render.Unit, findings []Finding) Summary {
	s := Summary{Units: len(units)}
	for _, unit := range units {
		s.Objects += len(unit.Objects)
	}
	for _, finding := range findings {
		switch finding.Level {
		case LevelError:
			s.Error++
		case LevelWarning:
			s.Warning++
		case LevelNote:
			s.Note++
		}
	}
	return s
}
