package fix

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/edit"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// The reasons for which nothing is edited.
var (
	errNotAsked  = errors.New("the object to change was not asked for")
	errNoPlace   = errors.New("nothing tells exactly where the field is written")
	errCondition = errors.New("a condition of the template leaves the field out, and nothing sets its value")
	errComputed  = errors.New("the fix repeats labels that are not written as such in the file")
	errTemplated = errors.New("the object to which one is added is not written as such in a file")
	errShape     = errors.New("the object has a field there that the fix does not expect")
)

// edit finds the edit that makes one change.
func (p *planner) edit(r lint.Repair) (string, edit.Replacement, error) {
	if !r.Judged {
		return "", edit.Replacement{}, errNotAsked
	}
	if r.Document != nil {
		return p.add(r)
	}
	body := r.Target.Body
	there := existing(body, r.Path)
	value, _ := manifest.Lookup(body, there)
	switch {
	case len(there) == len(r.Path):
		return p.set(r, value)
	case isText(value) && len(there)+1 == len(r.Path) && r.Path[len(there)].IsIndex():
		return p.setText(r, value.(string))
	}
	written, err := p.asWritten(r)
	if err != nil {
		return "", edit.Replacement{}, err
	}
	return p.insert(r, there, value, written)
}

// existing gives the part of a path that a value has.
func existing(value any, path manifest.Path) manifest.Path {
	for i := range path {
		next, ok := manifest.Lookup(value, path[i:i+1])
		if _, text := value.(string); text || !ok {
			return path[:i]
		}
		value = next
	}
	return path
}

func isText(value any) bool {
	_, ok := value.(string)
	return ok
}

// set edits the value of a field: where it is written or, where a template prints
// it, where it is set.
func (p *planner) set(r lint.Repair, old any) (string, edit.Replacement, error) {
	trace := r.Target.Source.Trace(r.Path)
	places := []manifest.Location{trace.Location}
	for _, hop := range trace.Via {
		places = append(places, hop.Location)
	}
	var first error
	for _, at := range places {
		field := edit.Field{At: at, Last: r.Path[len(r.Path)-1], Old: old, Key: r.Key}
		replacement, err := p.at(at, func(f *edit.File) (edit.Replacement, error) { return f.Set(field, r.Value) })
		if err == nil {
			return at.File, replacement, nil
		}
		if first == nil {
			first = err
		}
	}
	return "", edit.Replacement{}, first
}

// setText edits a line of a text.
func (p *planner) setText(r lint.Repair, text string) (string, edit.Replacement, error) {
	lines := strings.Split(text, "\n")
	i := r.Path[len(r.Path)-1].Index()
	replaced, ok := r.Value.(string)
	if !ok || i >= len(lines) {
		return "", edit.Replacement{}, errShape
	}
	at := r.Target.Source.Trace(r.Path).Location
	replacement, err := p.at(at, func(f *edit.File) (edit.Replacement, error) { return f.SetText(at, lines[i], replaced) })
	return at.File, replacement, err
}

// insert adds what is missing to the nearest part of the object that exists.
func (p *planner) insert(r lint.Repair, there manifest.Path, value, written any) (string, edit.Replacement, error) {
	next, rest := r.Path[len(there)], r.Path[len(there)+1:]
	if slices.ContainsFunc(rest, manifest.Step.IsIndex) || r.Key != "" {
		return "", edit.Replacement{}, errShape
	}
	added := nested(rest, written)
	for _, hop := range r.Target.Source.Trace(r.Path).Via {
		if !hop.Omits {
			continue
		}
		replacement, err := p.at(hop.Location, func(f *edit.File) (edit.Replacement, error) { return f.Fill(hop.Location, next, added) })
		if err != nil {
			err = errCondition
		}
		return hop.Location.File, replacement, err
	}
	at := r.Target.Source.Trace(there).Location
	replacement, err := p.at(at, func(f *edit.File) (edit.Replacement, error) {
		list, isList := value.([]any)
		switch {
		case isList && next.IsIndex() && next.Index() == len(list):
			return f.Append(at, there[len(there)-1], added)
		case next.IsIndex() || isList:
			return edit.Replacement{}, errShape
		case len(there) == 0:
			return f.Insert(at, nil, next.Key(), added)
		}
		return f.Insert(at, &there[len(there)-1], next.Key(), added)
	})
	return at.File, replacement, err
}

// nested gives a value below keys.
func nested(path manifest.Path, value any) any {
	for _, step := range slices.Backward(path) {
		value = map[string]any{step.Key(): value}
	}
	return value
}

// at edits the file of a place, which must be exact.
func (p *planner) at(place manifest.Location, change func(f *edit.File) (edit.Replacement, error)) (edit.Replacement, error) {
	if place.Precision != manifest.PrecisionExact || place.Line == 0 {
		return edit.Replacement{}, errNoPlace
	}
	f, err := p.open(place.File)
	if err != nil {
		return edit.Replacement{}, err
	}
	replacement, err := change(f)
	if err != nil {
		return edit.Replacement{}, fmt.Errorf("%s:%d: %w", place.File, place.Line, err)
	}
	return replacement, nil
}
