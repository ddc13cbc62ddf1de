package fix

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/edit"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// comparison is that of a run without edits and one with those of some plans.
type comparison struct {
	before, after Trial
	plans         []*plan
	// own are the changes of an object by its body, and all those of all objects.
	own map[uintptr][]offer
	all []offer
	// written are the places where objects with a finding are written.
	written map[place]bool
	// again are the objects of a second run without edits, and unsteady counts the
	// findings and objects whose names differ between the two; none without such a run.
	again    map[objectKey]manifest.Object
	unsteady map[string]int
	// edited are the places that plans edit, by file.
	edited map[string][]manifest.Location
}

// offer is a change with the plan that it is a part of.
type offer struct {
	lint.Repair
	plan *plan
}

// place is where an object is written: in a file or a template, by its first line.
type place struct {
	file string
	line int
}

func placeOf(o manifest.Object) place {
	at := o.Source.Trace(nil).Location
	return place{at.File, at.Line}
}

// repeated takes in the outcome of a second run without edits.
func (c *comparison) repeated(again Trial) {
	c.again = objectsOf(again)
	for key := range objectsOf(c.before) {
		if _, steady := c.again[key]; !steady {
			c.unsteady[key.like()]++
		}
	}
	for mark := range c.before.Report.Marks {
		if _, steady := again.Report.Marks[mark]; !steady {
			c.unsteady[like(mark)]++
		}
	}
}

// like gives what a finding has in common with itself where its object has another
// name on each rendering.
func like(m lint.Mark) string {
	return "finding\x00" + m.Rule + "\x00" + m.Unit + "\x00" + m.Environment
}

func newComparison(before, after Trial, plans []*plan, files map[string]*edit.File) *comparison {
	c := &comparison{
		before: before, after: after, plans: plans, own: map[uintptr][]offer{}, written: map[place]bool{}, unsteady: map[string]int{},
		edited: map[string][]manifest.Location{},
	}
	for name, replacements := range combined(plans) {
		for _, r := range replacements {
			c.edited[name] = append(c.edited[name], files[name].Location(r))
		}
	}
	for _, plan := range plans {
		for _, defect := range plan.finding.Defects {
			for _, repair := range defect.Repairs {
				o := offer{repair, plan}
				c.own[identity(repair.Target.Body)] = append(c.own[identity(repair.Target.Body)], o)
				c.all = append(c.all, o)
				c.written[placeOf(*repair.Target)] = true
			}
		}
	}
	return c
}

// identity tells the bodies of objects apart.
func identity(body map[string]any) uintptr { return reflect.ValueOf(body).Pointer() }

// failures gives what renders no more.
func (c *comparison) failures() []problem {
	known := map[string]bool{}
	text := func(p render.Problem) string { return p.Unit + "\x00" + p.Message }
	for _, p := range slices.Concat(c.before.Report.Failures, c.before.Report.Skipped) {
		known[text(p)] = true
	}
	var problems []problem
	for _, p := range slices.Concat(c.after.Report.Failures, c.after.Report.Skipped) {
		if !known[text(p)] {
			problems = append(problems, problem{reason: "something would not render any more: " + p.Message})
		}
	}
	return problems
}

// findingsLeft gives the plans whose finding is still there.
func (c *comparison) findingsLeft() []problem {
	var problems []problem
	for _, plan := range c.plans {
		for _, defect := range plan.finding.Defects {
			if _, stays := c.after.Report.Marks[defect.Mark]; stays {
				problems = append(problems, problem{plan: plan, reason: "the finding would still be there"})
				break
			}
		}
	}
	return problems
}

// newFindings gives the findings that were not there before, or have become
// graver.
func (c *comparison) newFindings() []problem {
	var found []lint.Mark
	for mark, level := range c.after.Report.Marks {
		if old, known := c.before.Report.Marks[mark]; !known || level > old {
			found = append(found, mark)
		}
	}
	slices.SortFunc(found, func(a, b lint.Mark) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Object, b.Object), cmp.Compare(a.Unit, b.Unit))
	})
	var problems []problem
	room := maps.Clone(c.unsteady)
	for _, mark := range found {
		if room[like(mark)]--; room[like(mark)] < 0 {
			problems = append(problems, problem{files: c.after.filesOf(mark), reason: "it would bring a new finding: " + mark.Rule + " on " + mark.Object})
		}
	}
	return problems
}

// objects gives the objects that are rendered otherwise than the plans say.
func (c *comparison) objects() []problem {
	before, after, files := objectsOf(c.before), objectsOf(c.after), filesByUnit(c.before, c.after)
	var problems []problem
	for _, key := range sortedKeys(before) {
		now, ok := after[key]
		if !ok && c.unsteady[key.like()] > 0 {
			continue
		}
		if !ok {
			problems = append(problems, problem{files: files[key.unit], reason: key.title() + " would be gone"})
			continue
		}
		if p, bad := c.object(key, before[key], now); bad {
			p.files = files[key.unit]
			problems = append(problems, p)
		}
	}
	room := maps.Clone(c.unsteady)
	for _, key := range sortedKeys(after) {
		if _, known := before[key]; known || c.isAdded(key) {
			continue
		}
		if room[key.like()]--; room[key.like()] < 0 {
			problems = append(problems, problem{files: files[key.unit], reason: key.title() + " would come in addition"})
		}
	}
	return append(problems, c.notAdded(after)...)
}

// object compares one object.
func (c *comparison) object(key objectKey, before, after manifest.Object) (problem, bool) {
	own := c.own[identity(before.Body)]
	if len(own) == 0 && reflect.DeepEqual(before.Body, after.Body) {
		return problem{}, false
	}
	var want any = before.Body
	var blamed *plan
	for _, o := range own {
		if o.Document != nil {
			continue
		}
		if blamed = o.plan; o.plan != own[0].plan {
			blamed = nil
		}
		next, ok := changed(want, o.Change)
		if !ok {
			return problem{plan: o.plan, reason: "the fix does not fit " + key.title()}, true
		}
		want = next
	}
	got := any(after.Body)
	if again, ok := c.again[key]; ok {
		want, got = masked(want, before.Body, again.Body), masked(got, before.Body, again.Body)
	}
	if reflect.DeepEqual(want, got) || c.carries(key, before.Source, want, got) {
		return problem{}, false
	}
	if similar(want, got, c.changesFor(before.Body)) {
		return problem{plan: blamed, reason: key.title() + " would change with it: it has the value from the same place, and not the finding"}, !c.written[placeOf(before)]
	}
	return problem{plan: blamed, reason: key.title() + " would change in another way than the fix says"}, true
}

// changesFor gives all changes as another object with the same defect would have
// them, which has other labels.
func (c *comparison) changesFor(body map[string]any) []lint.Change {
	changes := make([]lint.Change, 0, len(c.all))
	for _, o := range c.all {
		if o.Document != nil {
			continue
		}
		change := o.Change
		if value, err := rewritten(change.Value, labelsOf(o.Target.Body), labelsOf(body)); err == nil {
			change.Value = value
		}
		changes = append(changes, change)
	}
	return changes
}

// isAdded tells whether a plan adds objects like one that is new.
func (c *comparison) isAdded(key objectKey) bool {
	return slices.ContainsFunc(c.all, func(o offer) bool {
		d := manifest.Object{Body: o.Document}
		return o.Document != nil && d.Kind() == key.kind && d.APIVersion() == key.apiVersion
	})
}

// notAdded gives the plans whose document is not rendered beside its neighbour.
func (c *comparison) notAdded(after map[objectKey]manifest.Object) []problem {
	var problems []problem
	before := objectsOf(c.before)
	for _, key := range sortedKeys(before) {
		for _, offer := range c.own[identity(before[key].Body)] {
			if offer.Document == nil {
				continue
			}
			d := manifest.Object{Body: offer.Document}
			there := objectKey{unit: key.unit, apiVersion: d.APIVersion(), kind: d.Kind(), namespace: d.Namespace(), name: d.Name()}
			if added, ok := after[there]; !ok || !contains(added.Body, offer.Document) {
				problems = append(problems, problem{plan: offer.plan, reason: "what it adds to the file would not be rendered"})
			}
		}
	}
	return problems
}
