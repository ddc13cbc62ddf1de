package lint

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// maxAlso is the number of further units, and of further objects, that a
// finding names.
const maxAlso = 1000

// merge sorts findings by place, and makes one of those that have one cause:
// the units that share a file, such as the overlays of a base or the variants
// of a chart, and the objects that one line prints, all say the same of it. The
// gravest of them gives the message, the unit and the object, and among those
// the one of the first unit. Of one field of one object a rule may say several
// things; these stay apart.
func merge(findings []located) []located {
	slices.SortFunc(findings, func(a, b located) int {
		return cmp.Or(
			comparePlaces(a, b),
			cmp.Compare(a.unit, b.unit),
			cmp.Compare(a.Object.String(), b.Object.String()),
			cmp.Compare(a.object, b.object),
			cmp.Compare(a.Path.String(), b.Path.String()),
			cmp.Compare(b.Level, a.Level),
			cmp.Compare(a.Message, b.Message),
			cmp.Compare(a.start.object, b.start.object),
		)
	})
	result := []located{}
	for _, place := range runs(findings, comparePlaces) {
		for _, members := range causes(place) {
			result = append(result, combine(members))
		}
	}
	return result
}

// runs cuts a sorted list into its runs of equal elements.
func runs[T any](list []T, compare func(a, b T) int) [][]T {
	var result [][]T
	start := 0
	for i := range list {
		if i+1 == len(list) || compare(list[i], list[i+1]) != 0 {
			result = append(result, list[start:i+1])
			start = i + 1
		}
	}
	return result
}

// comparePlaces orders by file, line, column and rule. What stands in one line
// is one cause, whatever kind and name an overlay or a loop gives to the object;
// where only the file is known, they tell the objects of a template apart.
func comparePlaces(a, b located) int {
	return cmp.Or(
		cmp.Compare(a.Location.File, b.Location.File),
		cmp.Compare(a.Location.Line, b.Location.Line),
		cmp.Compare(a.Location.Column, b.Location.Column),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.nameInFile(), b.nameInFile()),
	)
}

// nameInFile names the object where only the file is known, and else is "".
func (f *located) nameInFile() string {
	if f.Location.Precision != manifest.PrecisionFile {
		return ""
	}
	return f.group + "\x00" + f.Object.Kind + "\x00" + f.origin.Namespace + "\x00" + f.origin.Name
}

// key is the last key of the path, or the whole field where only the file is
// known, so that nothing tells whether two fields stand in one line.
func (f *located) key() string {
	if f.Location.Precision == manifest.PrecisionFile {
		return f.field
	}
	for _, step := range slices.Backward(f.Path) {
		if !step.IsIndex() {
			return step.Key()
		}
	}
	return ""
}

// combine makes one finding of those of one cause.
func combine(members []located) located {
	slices.SortStableFunc(members, func(a, b located) int { return cmp.Compare(b.Level, a.Level) })
	f := members[0]
	var units, environments []string
	var said reasons
	f.Defects = nil
	for _, m := range members {
		f.Defects = append(f.Defects, m.Defects...)
		f.identity = min(f.identity, m.identity)
		if m.Unit != f.Unit {
			units = append(units, m.Unit)
		}
		environments = append(environments, m.Environments...)
		said.add(m, m.clues)
	}
	for _, m := range members {
		said.add(m, m.hops)
	}
	slices.Sort(units)
	slices.Sort(environments)
	f.Environments = slices.Compact(environments)
	f.AlsoIn, f.MoreUnits = limit(slices.Compact(units), maxAlso)
	f.AlsoObjects, f.MoreObjects = limit(otherObjects(f, members), maxAlso)
	f.Related = said.related()
	return f
}

// otherObjects gives the objects of the members, without that of f, sorted.
// Those of other units are left out where they were made from the same: they
// are the same object under the name that an overlay gives it.
func otherObjects(f located, members []located) []ObjectRef {
	type source struct {
		group, kind string
		origin      manifest.Origin
	}
	known := map[source]bool{}
	refs := map[ObjectRef]bool{}
	for _, m := range members {
		if m.unit == f.unit {
			known[source{m.group, m.Object.Kind, m.origin}] = true
			refs[m.Object] = true
		}
	}
	for _, m := range members {
		from := source{m.group, m.Object.Kind, m.origin}
		if !known[from] {
			known[from] = true
			refs[m.Object] = true
		}
	}
	delete(refs, f.Object)
	return slices.SortedFunc(maps.Keys(refs), func(a, b ObjectRef) int {
		return cmp.Or(cmp.Compare(a.String(), b.String()), cmp.Compare(a.APIVersion, b.APIVersion))
	})
}

// limit gives the first n of a list, and how many more there are.
func limit[T any](list []T, n int) ([]T, int) {
	n = min(n, len(list))
	return list[:n], len(list) - n
}
