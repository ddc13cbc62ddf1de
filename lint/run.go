package lint

import (
	"cmp"
	"context"
	"slices"
	"time"

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
	// Rules are the settings of rules and cases. That of a rule wins over that of
	// its case.
	Rules []Setting
	// Platform is what the user says of the clusters.
	Platform Platform
	// Suppressor knows the suppressions; nil knows none.
	Suppressor Suppressor
	// Baseline holds the findings that are known; nil for none.
	Baseline Baseline
	// Failures and Skipped are the problems that came up before rendering.
	Failures []render.Problem
	Skipped  []render.Problem
	// Warnings are about the configuration.
	Warnings []render.Problem
	// Late gives the warnings that came up as the places of findings were looked for;
	// nil gives none.
	Late func() []render.Problem
	// RuleLimit is how long the evaluation of one rule may take; 0 stands for any
	// time.
	RuleLimit time.Duration
	// Reported tells of a judged unit whether what is wrong with it is reported, be it
	// alone or as a peer (Violation.Peers); nil reports all. Those that they meet in a
	// cluster are judged all the same, since a rule may come to an object of one unit
	// from that of another.
	Reported func(render.Unit) bool
	// Matters tells of a unit that meets none of those reported whether rules may
	// look at it all the same. It goes with Reported.
	Matters func(render.Unit) bool
	// LeftOut is the number of units that were not rendered since nothing of them
	// would be reported.
	LeftOut int
}

// Run judges units, and reports with them what they could not render. The
// objects of the context units can satisfy a join, but are never reported, save for
// what they share with a judged one (Violation.Peers).
//
// The report does not depend on the order of the units. Rules that could not be
// evaluated are failures in it, beside the findings of all others. An error concerns
// the judge or the options, or is that of the context: then there is no report.
func Run(ctx context.Context, units, context []render.Unit, judge Judge, o Options) (Report, error) {
	t, err := try(ctx, units, context, judge, o)
	if err != nil {
		return Report{}, err
	}
	report := Report{Rules: t.rules, AllRules: len(judge.Rules()), Cases: casesOf(judge, t.rules), Marks: marksOf(t.graph, t.violations)}
	ran := settled(t.rules, t.verdict)
	kept, suppressed, warnings := sift(t.graph, locate(t.graph, t.violations, o.Pedantic), Candidates{
		Units: t.reported, Beside: t.beside, Rules: judge.Rules(), Cases: judge.Cases(), Ran: ran,
	}, o.Suppressor)
	merged := merge(kept)
	report.Findings, report.Suppressed = fingerprinted(merged, mergeSuppressed(suppressed))
	starts := startsOf(merged, report.Findings)
	var hidden []Finding
	if !o.Pedantic {
		hidden = report.hideNotes()
	}
	report.compare(o.Baseline, hidden, t.reported, ran)
	report.chain(t.graph, starts)
	report.Gaps = Gaps(t.reported)
	if o.Late != nil {
		warnings = append(warnings, o.Late()...)
	}
	report.addProblems(t.reported, o, t.verdict, warnings)
	report.Summary = summarise(t.reported, report)
	report.Summary.Untouched = len(units) - len(t.reported) + o.LeftOut
	return report, nil
}

// settled gives the ids of the rules that have said all they can.
func settled(rules []Rule, v Verdict) map[string]bool {
	ran := map[string]bool{}
	for _, rule := range rules {
		ran[rule.ID] = true
	}
	for _, trouble := range slices.Concat(v.Doubts, v.Failed) {
		delete(ran, trouble.Rule)
	}
	return ran
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

// hideNotes takes out the findings of LevelNote and gives them. Those that are not
// suppressed are counted.
func (r *Report) hideNotes() (hidden []Finding) {
	divide := func(findings []Finding) []Finding {
		shown := []Finding{}
		for _, f := range findings {
			if f.Level == LevelNote {
				hidden = append(hidden, f)
				continue
			}
			shown = append(shown, f)
		}
		return shown
	}
	r.Findings = divide(r.Findings)
	r.Hidden = len(hidden)
	r.Suppressed = divide(r.Suppressed)
	return hidden
}

// summarise counts the units and all that they render, hooks for tests
// included, and the findings.
func summarise(units []render.Unit, r Report) Summary {
	s := Summary{Units: len(units), Suppressed: len(r.Suppressed)}
	for _, unit := range units {
		s.Objects += len(unit.Objects)
	}
	for _, finding := range r.Findings {
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
