// Package provenance tells which values of a chart an expression of a template
// reads, and where in the repository these values are set.
package provenance

import (
	"maps"
	"reflect"
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Values knows the maps and lists that the values of a chart are made of, by
// identity: whatever name a template gives them, they are recognised. It is safe
// for concurrent use.
type Values struct {
	containers map[identity]*container
}

// identity is what makes a map or a list itself rather than an equal one. The
// zero value is that of no map or list.
type identity struct {
	pointer uintptr
	// length is -1 for a map: a list may start where another one does.
	length int
}

// container is a map or a list among the values.
type container struct {
	parent *container
	step   manifest.Step
	// fields or items are what it held when it was indexed. They also keep what
	// they hold from being freed, so that no other map gets its identity.
	fields map[string]any
	items  []any
	self   any
}

// Index remembers the maps and lists of root, the values that the templates of
// the top chart see as .Values; those of subcharts are parts of it. Call it before
// the templates run: what they put into the values (with set or merge) is told
// from what was there.
//
// A map that is reachable on several paths has the shortest one, and of equally
// short ones the first in the order of the keys.
func Index(root map[string]any) *Values {
	v := &Values{containers: map[identity]*container{}}
	v.add(root, nil, manifest.Step{})
	queue := []*container{v.find(root)}
	for len(queue) > 0 && queue[0] != nil {
		var c *container
		c, queue = queue[0], queue[1:]
		for _, key := range slices.Sorted(maps.Keys(c.fields)) {
			if below := v.add(c.fields[key], c, manifest.Key(key)); below != nil {
				queue = append(queue, below)
			}
		}
		for i, item := range c.items {
			if below := v.add(item, c, manifest.Index(i)); below != nil {
				queue = append(queue, below)
			}
		}
	}
	return v
}

// add remembers a map or a list. It gives nil for anything else and for what is
// known.
func (v *Values) add(value any, parent *container, step manifest.Step) *container {
	id := identityOf(value)
	if id == (identity{}) || v.containers[id] != nil {
		return nil
	}
	c := &container{parent: parent, step: step, self: value}
	if fields, ok := asMap(value); ok {
		c.fields = maps.Clone(fields)
	} else {
		c.items, _ = value.([]any)
	}
	v.containers[id] = c
	return c
}

// find gives the container that value is, or nil.
func (v *Values) find(value any) *container { return v.containers[identityOf(value)] }

// path gives the path of a container below the values of the top chart.
func (c *container) path() manifest.Path {
	depth := 0
	for at := c; at.parent != nil; at = at.parent {
		depth++
	}
	p := make(manifest.Path, depth)
	for at := c; at.parent != nil; at = at.parent {
		depth--
		p[depth] = at.step
	}
	return p
}

// original gives what the container held at a step when it was indexed.
func (c *container) original(step manifest.Step) (value any, ok bool) {
	if c.fields != nil {
		return member(c.fields, step)
	}
	return member(c.items, step)
}

// identityOf gives the identity of a map or of a list that is not empty.
func identityOf(value any) identity {
	v := reflect.ValueOf(value)
	switch k := kindOf(value); {
	case k == mapping && !v.IsNil():
		return identity{v.Pointer(), -1}
	case k == listing && v.Len() > 0:
		return identity{v.Pointer(), v.Len()}
	}
	return identity{}
}
