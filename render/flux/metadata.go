package flux

import (
	"maps"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// setting is metadata that Flux sets in the objects that it deploys.
type setting struct {
	// to is the path in the objects, and from the field that sets it.
	to    manifest.Path
	value string
	from  field
}

// labelled gives the objects with the labels and annotations of a commonMetadata
// field, which win over their own. See
// https://fluxcd.io/flux/components/kustomize/kustomizations/#common-metadata
func (d *deployment) labelled(objects []manifest.Object, common field) []manifest.Object {
	var settings []setting
	for _, key := range []string{"annotations", "labels"} {
		for _, entry := range common.get(key).texts() {
			to := manifest.Path{manifest.Key("metadata"), manifest.Key(key), manifest.Key(entry.key())}
			settings = append(settings, setting{to, entry.text(), entry})
		}
	}
	if len(settings) == 0 {
		return objects
	}
	out := make([]manifest.Object, len(objects))
	for i, o := range objects {
		out[i] = with(o, settings)
	}
	return out
}

// with gives an object with other metadata.
func with(o manifest.Object, settings []setting) manifest.Object {
	body := any(o.Body)
	for _, s := range settings {
		body = put(body, s.to, s.value)
	}
	o.Body = body.(map[string]any)
	o.Source = &marked{inner: o.Source, settings: settings}
	return o
}

// put gives a mapping with one value set at a path of keys. It shares what it can
// with m, which it does not change.
func put(m any, path manifest.Path, value string) any {
	if len(path) == 0 {
		return value
	}
	before, _ := m.(map[string]any)
	after := maps.Clone(before)
	if after == nil {
		after = map[string]any{}
	}
	after[path[0].Key()] = put(before[path[0].Key()], path[1:], value)
	return after
}

// marked finds the fields of an object of which Flux has set some metadata.
type marked struct {
	inner    manifest.Source
	settings []setting
}

// Origin implements manifest.Source.
func (m *marked) Origin() manifest.Origin { return m.inner.Origin() }

// Expect implements manifest.Expecting.
func (m *marked) Expect() { manifest.Expect(m.inner) }

// Trace implements manifest.Source: what Flux sets is where the object of Flux says
// so.
func (m *marked) Trace(path manifest.Path) manifest.Trace {
	for _, s := range m.settings {
		if len(path) != len(s.to) || path.String() != s.to.String() {
			continue
		}
		return s.from.in.object.Source.Trace(s.from.path)
	}
	return m.inner.Trace(path)
}
