package kustomize

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/utils"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// replacement copies a value from one object to fields of others.
type replacement struct {
	node
	source  *selector
	targets []replacementTarget
	// from is the origin of the object that the value comes from, once it is
	// known; nil where there is none.
	from *origin
}

// replacementTarget is one of the targets.
type replacementTarget struct {
	selects *selector
	rejects []*selector
	// fields are the entries of fieldPaths.
	fields []node
	// part tells that only a part of a field's value is replaced.
	part bool
}

// replacements reads a list of replacements, some of which may stand in files.
func (d *reader) replacements(list node) []setting {
	var all []setting
	for _, entry := range list.items() {
		file := entry.field("path")
		if file.text() == "" {
			all = append(all, newReplacement(entry))
			continue
		}
		for _, body := range d.documents(file) {
			for _, item := range append(body.items(), body) {
				if item.field("targets").exists() {
					all = append(all, newReplacement(item))
				}
			}
		}
	}
	return all
}

func newReplacement(entry node) *replacement {
	r := &replacement{node: entry, source: newSelector(entry.field("source"))}
	for _, item := range entry.field("targets").items() {
		target := replacementTarget{
			selects: newSelector(item.field("select")),
			fields:  item.field("fieldPaths").items(),
			part:    item.field("options", "delimiter").text() != "",
		}
		for _, reject := range item.field("reject").items() {
			if s := newSelector(reject); s != nil {
				target.rejects = append(target.rejects, s)
			}
		}
		r.targets = append(r.targets, target)
	}
	return r
}

// within gives the replacement with its source among the objects so far.
func (r *replacement) within(all []*origin) *replacement {
	bound := *r
	if r.source == nil {
		return &bound
	}
	for _, from := range all {
		if r.source.isExactly(from) {
			bound.from = from
			break
		}
	}
	return &bound
}

// isExactly tells whether the selector is for the object when it names it, rather
// than giving patterns.
func (s *selector) isExactly(o *origin) bool {
	for _, id := range o.identities {
		if (s.Group == "" || s.Group == id.group) && (s.Version == "" || s.Version == id.version) &&
			(s.Kind == "" || s.Kind == id.kind) && (s.Name == "" || s.Name == id.name) &&
			(s.Namespace == "" || effective(s.Namespace) == effective(id.namespace)) {
			return true
		}
	}
	return false
}

func (r *replacement) reaches(o *origin) bool {
	for _, target := range r.targets {
		if target.reaches(o) {
			return true
		}
	}
	return false
}

func (t replacementTarget) reaches(o *origin) bool {
	if t.selects == nil || !t.selects.selects(o) {
		return false
	}
	for _, reject := range t.rejects {
		if reject.selects(o) {
			return false
		}
	}
	return true
}

func (r *replacement) set(f *field, _ any) (step, bool) {
	at, depth, part, ok := r.entry(f)
	if !ok || f.value == (missing{}) {
		return step{}, false
	}
	const who = "a replacement"
	if at := r.field("sourceValue"); at.exists() {
		return stepAt(who, r.value(at.value, part), at)
	}
	path, value, ok := r.sourceField(f.path[depth:])
	if !ok || f.depth >= maxSources {
		return stepAt(who, unknown{}, at)
	}
	part = part || r.field("source", "options", "delimiter").exists()
	s, _ := stepAt(who, r.value(value, part), at)
	s.whole, s.entry = true, at
	entry := s.at
	s.at = func(below manifest.Path) manifest.Trace {
		t := f.in.trace(r.from.index, join(path, below), f.depth+1)
		if t.Precision != manifest.PrecisionExact {
			return entry(nil)
		}
		t.Via = append([]manifest.Hop{{Message: "a replacement copies it here", Location: at.at()}}, t.Via...)
		return t
	}
	return s, true
}

// value gives what a field gets from the source's value.
func (r *replacement) value(value any, part bool) any {
	if part {
		return unknown{}
	}
	return value
}

// entry finds the entry of fieldPaths that is for the field, or for what is around
// it after so many steps; part tells that it changes a part of the value only.
func (r *replacement) entry(f *field) (at node, depth int, part, ok bool) {
	for _, target := range r.targets {
		if !target.reaches(f.of) {
			continue
		}
		if len(target.fields) == 0 && f.keys() == "metadata/name" {
			return r.node, len(f.path), target.part, true
		}
		for _, at := range target.fields {
			path := utils.SmarterPathSplitter(at.text(), ".")
			if len(path) <= len(f.path) && f.isAt(path) {
				return at, len(path), target.part, true
			}
			// What lies within a text is replaced in the text.
			if _, isText := f.value.(string); isText && len(path) > len(f.path) && f.isAt(path[:len(f.path)]) {
				return at, len(f.path), true, true
			}
		}
	}
	return node{}, 0, false, false
}

// sourceField gives the way to the field that the value comes from, or to what is
// behind so many further steps, and the value in the rendered object.
func (r *replacement) sourceField(rest manifest.Path) (path manifest.Path, value any, ok bool) {
	if r.from == nil || r.from.index < 0 {
		return nil, nil, false
	}
	value = r.from.body
	for _, part := range utils.SmarterPathSplitter(cmp.Or(r.field("source", "fieldPath").text(), types.DefaultReplacementFieldPath), ".") {
		step := stepInto(value, part)
		if value, ok = take(value, step); !ok {
			return nil, nil, false
		}
		path = append(path, step)
	}
	value, ok = manifest.Lookup(value, rest)
	return join(path, rest), value, ok
}

// stepInto gives the step that one part of a field path stands for in a value. It
// leads nowhere where a sequence has no such item.
func stepInto(value any, part string) manifest.Step {
	items, _ := value.([]any)
	for i := range items {
		if isItem(items, i, part) {
			return manifest.Index(i)
		}
	}
	return manifest.Key(part)
}

// isAt tells whether the parts of a field path lead to the field.
func (f *field) isAt(parts []string) bool {
	value := any(f.body)
	for i, part := range parts {
		step := f.path[i]
		items, isSequence := value.([]any)
		if isSequence && !isItem(items, step.Index(), part) || !isSequence && part != step.Key() && part != "*" {
			return false
		}
		value, _ = take(value, step)
	}
	return true
}

// isItem tells whether one part of a field path is for item i of a sequence: an
// index, a condition such as [name=web], or * for any item. See
// https://github.com/kubernetes-sigs/kustomize/blob/kyaml/v0.21.2/kyaml/yaml/match.go
func isItem(items []any, i int, part string) bool {
	if part == "*" || part == strconv.Itoa(i) || part == "-" && i == len(items)-1 {
		return true
	}
	condition, ok := strings.CutPrefix(part, "[")
	field, want, isCondition := strings.Cut(strings.TrimSuffix(condition, "]"), "=")
	if !ok || !isCondition || i >= len(items) {
		return false
	}
	value := items[i]
	if field != "" {
		value, _ = take(value, manifest.Key(field))
	}
	pattern, err := regexp.Compile(want)
	return err == nil && value != nil && isScalar(value) && pattern.MatchString(scalarText(value))
}
