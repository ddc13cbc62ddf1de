package lint

import (
	"context"
	"fmt"
	"slices"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

// Glance judges as Run does, and tells no more of the findings than their marks,
// which takes less time.
func Glance(ctx context.Context, units, context []render.Unit, judge Judge, o Options) (Report, error) {
	t, err := try(ctx, units, context, judge, o)
	if err != nil {
		return Report{}, err
	}
	report := Report{Marks: marksOf(t.graph, t.violations)}
	report.addProblems(t.reported, o, t.verdict, nil)
	return report, nil
}

// trial is what the rules say of units, before anything is located.
type trial struct {
	graph   *graph.Graph
	rules   []Rule
	verdict Verdict
	// reported are the units whose findings are reported, sorted, and violations
	// are what concerns them.
	reported   []render.Unit
	violations []Violation
	// beside are the other units that have an object of these violations.
	beside []render.Unit
}

// try judges units. Where nothing of them is reported, it asks the judge nothing.
func try(ctx context.Context, units, context []render.Unit, judge Judge, o Options) (trial, error) {
	rules, err := o.choose(judge)
	if err != nil {
		return trial{}, err
	}
	units, context = sorted(units), sorted(context)
	shown := whether(units, o.Reported)
	t := trial{graph: graph.Build(units, context), rules: rules, reported: only(units, shown)}
	if shown != nil {
		t.graph = t.graph.Confined(shown, whether(units, o.Matters))
	}
	question := Question{KubeVersion: o.KubeVersion, Platform: o.Platform, Limit: o.RuleLimit}
	for _, rule := range rules {
		question.Rules = append(question.Rules, rule.ID)
	}
	err = ctx.Err()
	if shown == nil || len(t.reported) > 0 {
		t.verdict, err = judge.Judge(ctx, t.graph, question)
	}
	if err != nil {
		return trial{}, fmt.Errorf("judge objects: %w", err)
	}
	setLevels(t.verdict.Violations, rules, o.Rules)
	asked := asking{t.graph, shown}
	t.violations = asked.concerning(t.verdict.Violations)
	t.beside = asked.beside(t.violations, slices.Concat(units, context))
	return t, nil
}

// whether tells of each unit whether it passes a test; nil where there is none.
func whether(units []render.Unit, test func(render.Unit) bool) []bool {
	if test == nil {
		return nil
	}
	passed := make([]bool, len(units))
	for i, u := range units {
		passed[i] = test(u)
	}
	return passed
}

// only gives the units that are shown.
func only(units []render.Unit, shown []bool) []render.Unit {
	if shown == nil {
		return units
	}
	var list []render.Unit
	for i, u := range units {
		if shown[i] {
			list = append(list, u)
		}
	}
	return list
}
