package plain

import (
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// unit renders the bytes of the file that t names.
func unit(t render.Target, data []byte) render.Unit {
	b := builder{render.Unit{Target: t}}
	docs := manifest.Parse(t.Path, data)
	if place, isTemplate := template(docs); isTemplate {
		b.unit.Skipped = append(b.unit.Skipped, b.problem(render.ReasonTemplate,
			"is the text of a template, not YAML", place))
		b.unit.Partial = true
		return b.unit
	}
	for _, d := range docs {
		b.add(d)
	}
	return b.unit
}

// template tells whether one of the documents is the text of a template. The
// others of the file then are so, too, even if they can be read as YAML.
func template(docs []*manifest.Document) (manifest.Location, bool) {
	for _, d := range docs {
		if place, ok := d.Template(); ok {
			return place, true
		}
	}
	return manifest.Location{}, false
}

// builder collects what becomes of the documents of a file.
type builder struct{ unit render.Unit }

func (b *builder) problem(reason render.Reason, message string, at manifest.Location) render.Problem {
	return render.Problem{Unit: b.unit.Target.Name(), Reason: reason, Message: message, Location: at}
}

func (b *builder) add(d *manifest.Document) {
	if d.Err != nil {
		b.unit.Failures = append(b.unit.Failures, b.problem(render.ReasonInvalidYAML, d.Err.Message, d.Err.Location))
		b.unit.Partial = true
		return
	}
	if !manifest.IsObject(d.Body) {
		if body, ok := d.Body.(map[string]any); ok && dialect(body) != "" {
			b.unit.Objects = append(b.unit.Objects, manifest.Object{Body: body, Source: d.Source(nil), Dialect: dialect(body)})
			return
		}
		b.warnIfAlmost(d)
		return
	}
	objects, issues := d.Objects()
	b.unit.Objects = append(b.unit.Objects, objects...)
	for _, i := range issues {
		b.unit.Failures = append(b.unit.Failures, b.problem(render.ReasonNotManifest, i.Message, i.Location))
		b.unit.Partial = true
	}
	b.addDuplicates(d)
}

// warnIfAlmost reports a document that is an object but for its apiVersion or
// kind: kubectl refuses it, and a person made a mistake. Any other document that
// is no object is none on purpose.
func (b *builder) warnIfAlmost(d *manifest.Document) {
	message, key := mistake(d.Body)
	if message == "" {
		return
	}
	b.unit.Warnings = append(b.unit.Warnings, b.problem(render.ReasonNotManifest,
		message+", so no cluster accepts it", d.Locate(manifest.Path{manifest.Key(key)})))
}

// mistake tells what keeps a document from being an object, and the key that
// shows it: both apiVersion and kind are there, and one is not a string; or one
// of them is missing or empty, and there is metadata. The message is "" where
// the document does not mean to be an object.
func mistake(body any) (message, key string) {
	m, _ := body.(map[string]any)
	version, kind := m["apiVersion"], m["kind"]
	if version != nil && kind != nil {
		for _, key := range []string{"apiVersion", "kind"} {
			if _, ok := m[key].(string); !ok {
				return "has a value for " + key + " that is not a string", key
			}
		}
	}
	if _, ok := m["metadata"].(map[string]any); !ok {
		return "", ""
	}
	switch {
	case version == nil && kind == nil, version == "" && kind == "":
		return "", ""
	case version == nil:
		return "has no apiVersion", "metadata"
	case kind == nil:
		return "has no kind", "metadata"
	case version == "":
		return "has an empty apiVersion", "apiVersion"
	default:
		return "has an empty kind", "kind"
	}
}

// addDuplicates reports keys that a mapping has twice. From YAML kubectl sends
// the last one alone, and the API server never learns of the others. A JSON
// document can reach it as it is written, and is refused then.
func (b *builder) addDuplicates(d *manifest.Document) {
	for _, dup := range d.Duplicates {
		p := b.problem(render.ReasonDuplicateKey, dup.Message, dup.Location)
		if d.JSON {
			b.unit.Failures = append(b.unit.Failures, p)
		} else {
			b.unit.Warnings = append(b.unit.Warnings, p)
		}
	}
}
