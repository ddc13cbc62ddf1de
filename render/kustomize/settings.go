package kustomize

import (
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// setting is something in a layer that changes fields of objects: a patch, an
// entry of images, and the like. It is never changed.
type setting interface {
	// reaches tells whether the setting is for the object as it is by now, and
	// notes what it makes of its identity, labels and annotations.
	reaches(o *origin) bool
	// set tells what the setting makes of a field of an object that it reaches.
	// under is the value that the field has so far: missing{} where it is not
	// there, and unknown{} where only kustomize knows.
	set(f *field, under any) (step, bool)
}

// step is what one of the layers makes of a field.
type step struct {
	// who is what does it, as the subject of a clause.
	who string
	// value is the value that the field has from then on, as far as it is known.
	value any
	// whole tells of a mapping or sequence that it takes the place of what was
	// there, rather than being merged into it.
	whole bool
	// at gives the place, and where a path below the field is given, of what that
	// leads to.
	at func(below manifest.Path) manifest.Trace
	// entry is what causes the step, where at is the place that it takes the value
	// from.
	entry node
}

// stepAt gives a step whose place is a value of a kustomization or patch.
func stepAt(who string, value any, at node) (step, bool) {
	return step{who: who, value: value, at: func(below manifest.Path) manifest.Trace {
		return manifest.Trace{Location: at.in.Locate(join(at.path, below))}
	}}, true
}

// reader reads the settings of a layer.
type reader struct {
	r    *Renderer
	l    *layer
	root node
	// files are the lines of files, as far as they were needed.
	files map[string][]string
}

func (r *Renderer) reader(l *layer) *reader {
	return &reader{
		r: r,
		// What is read outlives the unit that the layer is a part of.
		l:     &layer{kustomization: l.kustomization},
		root:  r.root(l.file),
		files: map[string][]string{},
	}
}

// settings gives the settings of a layer in the order in which kustomize applies
// them. See configureBuiltinTransformers in
// https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.2/api/internal/target/kusttarget_configplugin.go
func (r *Renderer) settings(l *layer) []setting {
	if known, ok := r.changes.Load(l.file); ok {
		return known.([]setting)
	}
	known, _ := r.changes.LoadOrStore(l.file, r.reader(l).settings())
	return known.([]setting)
}

// settings reads the settings of the layer.
func (d *reader) settings() []setting {
	var all []setting
	all = append(all, d.mergePatches(d.root.field("patchesStrategicMerge").items())...)
	all = append(all, d.patches("patches")...)
	all = append(all, d.names()...)
	all = append(all, d.labels()...)
	all = append(all, d.patches("patchesJson6902")...)
	for _, entry := range d.root.field("replicas").items() {
		all = append(all, newReplicas(entry, nil))
	}
	for _, entry := range d.root.field("images").items() {
		all = append(all, newImage(entry, nil))
	}
	all = append(all, d.replacements(d.root.field("replacements"))...)
	for _, config := range d.plugins("transformers") {
		all = append(all, d.transformer(config)...)
	}
	return append(all, d.metadata()...)
}

// plugins gives the configurations of explicit plugins in a field: in the field
// itself, in files, or in the files of a kustomization.
func (d *reader) plugins(field string) []node {
	var all []node
	for _, entry := range d.root.field(field).items() {
		switch p := placeOfCopy(d.r, d.l, entry.text()); {
		case p.IsDir:
			below := &layer{kustomization: d.r.kustomization(p.Name)}
			for _, part := range below.kustomization.spec.Resources {
				all = append(all, d.r.nodes(place(d.r, below, part).Name)...)
			}
		case p.IsFile():
			all = append(all, d.r.nodes(p.Name)...)
		default:
			all = append(all, d.embed(entry)...)
		}
	}
	return all
}

// nodes gives the documents of a file.
func (r *Renderer) nodes(file string) []node {
	var all []node
	for _, doc := range r.documents(file) {
		all = append(all, node{in: doc, value: doc.Body})
	}
	return all
}
