package fix

import (
	"context"
	"maps"
	"slices"

	"github.com/kubegap/kubegap-lint/render/edit"
)

// trials keeps the plans that hold together.
type trials struct {
	runs  []Run
	files map[string]*edit.File
	kept  []*plan
	// before are the outcomes of the runs without an edit, and again those of a second
	// time, each once it is needed.
	before, again []*Trial
}

// problem is something that speaks against some plans.
type problem struct {
	// plan is the one to blame; nil where that cannot be told.
	plan *plan
	// files are those that the unit read in which it came up; nil where no unit is
	// known.
	files  []string
	reason string
}

// try keeps those plans of a group that can be proved together with what is kept.
// Where the whole group cannot, those to blame are left out, or else its parts are
// tried one after the other: all plans take one run, and bad ones that edit what
// different units read take few more together, however many they are.
func (t *trials) try(ctx context.Context, group []*plan) error {
	if len(group) == 0 {
		return nil
	}
	all := slices.Concat(t.kept, group)
	problems, err := t.check(ctx, all)
	if err != nil {
		return err
	}
	if len(problems) == 0 {
		t.kept = all
		return nil
	}
	if len(group) == 1 {
		group[0].reason = problems[0].reason
		return nil
	}
	for _, p := range problems {
		if p.plan != nil && slices.Contains(group, p.plan) && p.plan.reason == "" {
			p.plan.reason = p.reason
		}
	}
	rest := slices.DeleteFunc(slices.Clone(group), func(p *plan) bool { return p.reason != "" })
	if len(rest) < len(group) {
		return t.try(ctx, rest)
	}
	first, second := divide(group, problems)
	if err := t.try(ctx, first); err != nil {
		return err
	}
	return t.try(ctx, second)
}

// check runs with the edits of plans and tells what speaks against them. What the
// first run finds is enough.
func (t *trials) check(ctx context.Context, plans []*plan) ([]problem, error) {
	texts := map[string][]byte{}
	edits := combined(plans)
	for _, name := range slices.Sorted(maps.Keys(edits)) {
		replacements := edits[name]
		if edit.Overlap(replacements) {
			return []problem{{reason: "its edit of " + name + " meets that of another fix; fix again after it"}}, nil
		}
		texts[name] = t.files[name].Apply(replacements)
	}
	for i, run := range t.runs {
		before, err := once(&t.before[i], func() (Trial, error) { return run.Before(ctx) })
		if err != nil {
			return nil, err
		}
		after, err := run.With(ctx, before, texts)
		if err != nil {
			return nil, err
		}
		c := newComparison(before, after, plans, t.files)
		problems := c.failures()
		if i == 0 {
			problems = append(problems, c.findingsLeft()...)
		}
		found, err := t.differences(ctx, i, c)
		if problems = append(problems, found...); err != nil || len(problems) > 0 {
			return problems, err
		}
	}
	return nil, nil
}

// differences gives the findings and objects that are others than they should be.
// Some charts make up names and values on each rendering: another run without an
// edit tells which.
func (t *trials) differences(ctx context.Context, i int, c *comparison) ([]problem, error) {
	found := append(c.newFindings(), c.objects()...)
	if len(found) == 0 {
		return nil, nil
	}
	again, err := once(&t.again[i], func() (Trial, error) { return t.runs[i].Again(ctx, c.before) })
	if err != nil {
		return nil, err
	}
	c.repeated(again)
	return append(c.newFindings(), c.objects()...), nil
}

// once gives an outcome that is kept, and makes it where there is none.
func once(kept **Trial, run func() (Trial, error)) (Trial, error) {
	if *kept == nil {
		trial, err := run()
		if err != nil {
			return Trial{}, err
		}
		*kept = &trial
	}
	return **kept, nil
}
