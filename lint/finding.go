package lint

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// maxRelated is the number of related places that a finding lists, well below
// the thousand at which code scanning refuses a whole report.
const maxRelated = 20

// located is a finding with what orders it among those of the same place.
type located struct {
	Finding
	group string
	unit  int
	// said is what each related place says, but for the name of its object
	// where comparePlaces passes over that too.
	said []string
}

// locate resolves the places of violations. A violation of an object that is
// not judged is left out: the user did not ask about its file. A view stands
// for the object that it is a view of.
func locate(g *graph.Graph, violations []Violation) []located {
	violations = slices.Clone(violations)
	violations = slices.DeleteFunc(violations, func(v Violation) bool { return !original(g, v.Object).Judged })
	findings := make([]located, len(violations))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0)) // a renderer may have to render anew to locate
	for i, v := range violations {
		group.Go(func() error {
			findings[i] = locateOne(g, v)
			return nil
		})
	}
	_ = group.Wait() // no function returns an error
	return findings
}

// locateOne makes the finding of a violation. A related place on another object
// names that object.
func locateOne(g *graph.Graph, v Violation) located {
	o := original(g, v.Object)
	finding := Finding{
		Rule: v.Rule, Case: Rule{ID: v.Rule}.Case(), Level: v.Level, Message: v.Message,
		Unit:     g.Units[o.Unit].Target.Name(),
		Object:   refOf(o),
		Path:     append(manifest.Path{}, v.Path...),
		Location: o.Manifest.Source.Locate(v.Path),
	}
	result := located{Finding: finding, group: o.Group, unit: o.Unit}
	for _, place := range v.Related {
		other := original(g, place.Object)
		related := Related{place.Message, other.Manifest.Source.Locate(place.Path)}
		if other != o {
			related.Message = refOf(other).String() + ": " + place.Message
		}
		said := related.Message
		if related.Location.Precision != manifest.PrecisionFile {
			said = place.Message
		}
		result.Related, result.said = append(result.Related, related), append(result.said, said)
	}
	return result
}

func refOf(o *graph.Object) ObjectRef {
	return ObjectRef{o.Manifest.APIVersion(), o.Kind, o.Manifest.Namespace(), o.Manifest.Name()}
}

func original(g *graph.Graph, i int) *graph.Object {
	if of := g.Objects[i].Of; of >= 0 {
		i = of
	}
	return &g.Objects[i]
}

// merge sorts findings by place, and makes one of those that say the same of
// one field: they come from the units that share a file, such as the overlays
// of a base or the variants of a chart. The first unit gives the message and
// the object; the level is the highest of all.
func merge(findings []located) []located {
	slices.SortFunc(findings, func(a, b located) int {
		return cmp.Or(
			comparePlaces(a, b),
			cmp.Compare(a.unit, b.unit),
			cmp.Compare(b.Level, a.Level),
			cmp.Compare(a.Message, b.Message),
			cmp.Compare(a.Object.String(), b.Object.String()),
		)
	})
	result := findings[:0]
	for _, f := range findings {
		if last := len(result) - 1; last >= 0 && comparePlaces(result[last], f) == 0 {
			result[last].absorb(f)
		} else {
			result = append(result, f)
		}
	}
	for i := range result {
		result[i].tidy()
	}
	return result
}

// comparePlaces orders by file, line, column, rule, object and path. It is 0
// for findings that are merged. What stands in one line is one cause, whatever
// name an overlay or a loop gives to the object; where only the file is known,
// the name tells the objects of a template apart.
func comparePlaces(a, b located) int {
	return cmp.Or(
		cmp.Compare(a.Location.File, b.Location.File),
		cmp.Compare(a.Location.Line, b.Location.Line),
		cmp.Compare(a.Location.Column, b.Location.Column),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.group, b.group),
		cmp.Compare(a.Object.Kind, b.Object.Kind),
		cmp.Compare(a.nameInFile(), b.nameInFile()),
		cmp.Compare(a.Path.String(), b.Path.String()),
	)
}

// nameInFile gives the object's name where only the file is known, else "".
func (f *located) nameInFile() string {
	if f.Location.Precision == manifest.PrecisionFile {
		return f.Object.Name
	}
	return ""
}

func (f *located) absorb(other located) {
	f.Level = max(f.Level, other.Level)
	if other.Unit != f.Unit {
		f.AlsoIn = append(f.AlsoIn, other.Unit)
	}
	f.Related = append(f.Related, other.Related...)
	f.said = append(f.said, other.said...)
}

// tidy sorts what was collected, keeps the first of the related places that say
// the same of one place, and says how many related places are left out.
func (f *located) tidy() {
	slices.Sort(f.AlsoIn)
	f.AlsoIn = slices.Compact(f.AlsoIn)
	all := f.Related
	f.Related = []Related{}
	seen := map[Related]bool{}
	for i, related := range all {
		key := Related{f.said[i], related.Location}
		if !seen[key] {
			f.Related = append(f.Related, related)
		}
		seen[key] = true
	}
	if more := len(f.Related) - maxRelated; more > 0 {
		f.Related = f.Related[:maxRelated]
		f.Related[maxRelated-1].Message += fmt.Sprintf(" (and %d more places)", more)
	}
}
