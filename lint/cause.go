package lint

import (
	"cmp"
	"slices"
	"strconv"
)

// causes divides the findings of one place and rule, which come object by
// object. Those that concern the same field belong together. Where an object
// has no such field, since its containers have other names or it is of another
// kind, its fields of the same key do, one by one. What an object has with several
// messages on one field has a cause for each.
func causes(place []located) [][]located {
	d := division{byField: map[string][]int{}, byKey: map[string][]int{}}
	byObject := func(a, b located) int { return cmp.Compare(a.object, b.object) }
	for _, findings := range runs(place, byObject) {
		d.object(findings)
	}
	result := make([][]located, len(d.causes))
	for i, c := range d.causes {
		result[i] = c.members
	}
	return result
}

// division is a set of causes that grows object by object.
type division struct {
	causes []cause
	// byField are the causes of a field, and byKey the first ones of the fields with
	// a key, as indices.
	byField, byKey map[string][]int
}

// cause is what findings have in common.
type cause struct {
	members []located
	// said are the messages of the members.
	said map[string]bool
}

// object adds the findings of one object. Those that say what is said already come
// first, so that the others get what is left.
func (d *division) object(findings []located) {
	// taken are the causes that the object has, with its message where one is known.
	taken := map[int]string{}
	for _, f := range findings {
		if first := d.byField[f.field]; len(first) > 0 {
			taken[first[0]] = ""
		}
	}
	var rest []located
	for _, f := range findings {
		if i, found := d.find(f, taken, true); found {
			d.add(i, f, taken)
		} else {
			rest = append(rest, f)
		}
	}
	for _, f := range rest {
		i, found := d.find(f, taken, false)
		if !found {
			i = d.open(f, taken)
		}
		d.add(i, f, taken)
	}
}

// find gives the cause of the field of a finding that no other message of the object
// has: one with the same message, or any.
func (d *division) find(f located, taken map[int]string, same bool) (int, bool) {
	for _, i := range d.byField[f.field] {
		message := taken[i]
		if message == f.Message || message == "" && (!same || d.causes[i].said[f.Message]) {
			return i, true
		}
	}
	return 0, false
}

// open gives a cause for a finding whose field has none that is free: that of
// another field with the same key, or a new one. The second cause of a field, and
// each further one, has an identity of its own; that of the first does not change.
func (d *division) open(f located, taken map[int]string) int {
	known := len(d.byField[f.field])
	if known == 0 {
		free := slices.IndexFunc(d.byKey[f.key()], func(i int) bool { _, has := taken[i]; return !has })
		if free >= 0 {
			i := d.byKey[f.key()][free]
			d.byField[f.field] = append(d.byField[f.field], i)
			return i
		}
	}
	i := len(d.causes)
	d.causes = append(d.causes, cause{said: map[string]bool{}})
	d.byField[f.field] = append(d.byField[f.field], i)
	if known == 0 {
		d.byKey[f.key()] = append(d.byKey[f.key()], i)
	}
	return i
}

// add adds a finding to a cause of its field.
func (d *division) add(i int, f located, taken map[int]string) {
	if n := slices.Index(d.byField[f.field], i); n > 0 {
		f.identity += separator + "message" + separator + strconv.Itoa(n+1)
	}
	taken[i] = f.Message
	d.causes[i].said[f.Message] = true
	d.causes[i].members = append(d.causes[i].members, f)
}
