package kustomize

import (
	"bytes"
	"io/fs"
	"path"
	"strings"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// generator is an entry of configMapGenerator or secretGenerator, or the
// configuration of an explicit generator.
type generator struct {
	// node is the entry, and options are those for all generators of the layer.
	node
	options node
	r       *Renderer
	layer   *layer
	kind    string
	// name and namespace are where the entry names them.
	name, namespace node
}

// generators gives the generators of a layer as its files have them.
func (r *Renderer) generators(l *layer) []*generator {
	if known, ok := r.generated.Load(l.file); ok {
		return known.([]*generator)
	}
	d := r.reader(l)
	options := d.root.field("generatorOptions")
	var all []*generator
	for i, entry := range d.root.field("configMapGenerator").items() {
		if name := entry.field("name"); i < len(l.kustomization.spec.ConfigMapGenerator) && name.text() == l.kustomization.spec.ConfigMapGenerator[i].Name {
			all = append(all, &generator{entry, options, r, d.l, "ConfigMap", name, entry.field("namespace")})
		}
	}
	for i, entry := range d.root.field("secretGenerator").items() {
		if name := entry.field("name"); i < len(l.kustomization.spec.SecretGenerator) && name.text() == l.kustomization.spec.SecretGenerator[i].Name {
			all = append(all, &generator{entry, options, r, d.l, "Secret", name, entry.field("namespace")})
		}
	}
	for _, config := range d.plugins("generators") {
		kind, isGenerator := strings.CutSuffix(config.field("kind").text(), "Generator")
		if isGenerator && (kind == "ConfigMap" || kind == "Secret") {
			all = append(all, &generator{config, node{}, r, d.l, kind,
				config.field("metadata", "name"), config.field("metadata", "namespace")})
		}
	}
	known, _ := r.generated.LoadOrStore(l.file, all)
	return known.([]*generator)
}

// identity is the one that the generator gives an object.
func (g *generator) identity() identity {
	return identity{version: "v1", kind: g.kind, namespace: g.namespace.text(), name: g.name.text()}
}

// origin gives the origin of the object that the generator makes.
func (g *generator) origin() *origin {
	o := newOrigin(g.identity(), manifest.Object{})
	o.generator = g
	g.describe(o)
	return o
}

// merges tells that the generator changes an object which is there already.
func (g *generator) merges() bool {
	behavior := g.field("behavior").text()
	return behavior == "merge" || behavior == "replace"
}

func (g *generator) reaches(o *origin) bool {
	if !o.isCalled(g.identity()) {
		return false
	}
	g.describe(o)
	return true
}

// describe notes the labels and annotations that the generator sets.
func (g *generator) describe(o *origin) {
	for _, field := range []string{"labels", "annotations"} {
		o.describe(field, g.options.field(field).value)
		o.describe(field, g.field("options", field).value)
	}
}

// set gives the place of a field of a generated object: of a key of its data where
// the value is written, of other fields in the generator's entry.
func (g *generator) set(f *field, under any) (step, bool) {
	who := "the generator"
	if g.merges() {
		who = "another generator"
	}
	keys := f.keys()
	switch {
	case keys == "" && under == (missing{}):
		return step{who: who, value: f.value, at: func(manifest.Path) manifest.Trace {
			at := g.at()
			at.Precision = min(at.Precision, manifest.PrecisionNearby)
			return manifest.Trace{Location: at}
		}}, true
	case len(f.path) == 2 && isData(f.path[0].Key()):
		return g.setData(who, f, under)
	}
	for _, at := range g.places(f, keys) {
		if at.exists() {
			return stepAt(who, unknown{}, at)
		}
	}
	return step{}, false
}

func isData(field string) bool {
	return field == "data" || field == "binaryData" || field == "stringData"
}

// places gives where the generator may set a field other than the data.
func (g *generator) places(f *field, keys string) []node {
	switch {
	case keys == "metadata/name" && !g.merges():
		return []node{g.name}
	case keys == "metadata/namespace" && !g.merges():
		return []node{g.namespace}
	case keys == "type" && g.kind == "Secret":
		return []node{g.field("type")}
	case keys == "immutable":
		return []node{g.field("options", keys), g.options.field(keys)}
	case len(f.path) == 3 && (f.path[1].Key() == "labels" || f.path[1].Key() == "annotations"):
		mapping, key := f.path[1].Key(), f.path[2].Key()
		return []node{g.field("options", mapping).key(key), g.options.field(mapping).key(key)}
	}
	return nil
}

// setData does set for a key of the data.
func (g *generator) setData(who string, f *field, under any) (step, bool) {
	key := f.path[1].Key()
	if _, ok := g.find(key, nil); ok {
		return step{who: who, value: unknown{}, at: func(below manifest.Path) manifest.Trace {
			t, _ := g.find(key, below)
			return t
		}}, true
	}
	if g.field("behavior").text() == "replace" && under != (missing{}) {
		return stepAt(who, missing{}, g.field("behavior"))
	}
	return step{}, false
}

// find finds a key of the data: in the literals, in an env file, or the file that
// is its value. Of a Secret only plain values can be looked into.
func (g *generator) find(key string, rest manifest.Path) (manifest.Trace, bool) {
	for _, literal := range g.field("literals").items() {
		if name, _, _ := strings.Cut(literal.text(), "="); name == key {
			return manifest.Trace{Location: literal.at()}, true
		}
	}
	for _, entry := range g.field("files").items() {
		name, file, named := strings.Cut(entry.text(), "=")
		if !named {
			name, file = path.Base(entry.text()), entry.text()
		}
		if p := placeOfCopy(g.r, g.layer, file); name == key && p.IsFile() {
			return included(g.locateText(p.Name, rest), entry), true
		}
	}
	for _, entry := range append(g.field("envs").items(), g.field("env")) {
		if p := placeOfCopy(g.r, g.layer, entry.text()); p.IsFile() {
			if at, ok := locateVariable(g.r, p.Name, key); ok {
				return included(at, entry), true
			}
		}
	}
	return manifest.Trace{}, false
}

// included gives a place in a file that the entry of a generator names.
func included(at manifest.Location, entry node) manifest.Trace {
	return manifest.Trace{Location: at, Via: []manifest.Hop{{Message: "the file is included here", Location: entry.at()}}}
}

// locateText finds what path leads to in a file that became a string. The data of
// a Secret is encoded, so that its lines are not those of the file.
func (g *generator) locateText(file string, path manifest.Path) manifest.Location {
	at := manifest.Location{File: file, Line: 1, Precision: manifest.PrecisionNearby}
	if g.kind == "Secret" || len(path) == 0 {
		return at
	}
	for _, doc := range g.r.documents(file) {
		if _, ok := doc.Lookup(path); ok {
			return doc.Locate(path)
		}
	}
	data, err := g.r.cache.ReadFile(file)
	if line := path[0].Index() + 1; err == nil && len(path) == 1 && path[0].IsIndex() && line <= lineCount(data) {
		at.Line, at.Precision = line, manifest.PrecisionExact
	}
	return at
}

// lineCount gives the number of lines of a text.
func lineCount(text []byte) int {
	return bytes.Count(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) + 1
}

// locateVariable finds the line of an env file that sets a variable.
func locateVariable(r *Renderer, file, name string) (manifest.Location, bool) {
	data, err := r.cache.ReadFile(file)
	if err != nil {
		return manifest.Location{}, false
	}
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		if key, _, _ := strings.Cut(strings.TrimSpace(text), "="); key == name {
			return manifest.Location{File: file, Line: line, Precision: manifest.PrecisionExact}, true
		}
	}
	return manifest.Location{}, false
}

// placeOfCopy is place for an entry that may be remote, where its copy counts, or
// may be no name but a text.
func placeOfCopy(r *Renderer, l *layer, entry string) fsys.Place {
	if strings.Contains(entry, "\n") {
		return fsys.Place{Err: fs.ErrNotExist}
	}
	return place(r, l, r.fromElsewhere(l, entry))
}

// place tells what an entry of a layer stands for.
func place(r *Renderer, l *layer, entry string) fsys.Place {
	if !path.IsAbs(entry) {
		return r.cache.Place(path.Join(l.dir, entry))
	}
	if name, ok := r.cache.Tree().Rel(entry); ok {
		return r.cache.Place(name)
	}
	return fsys.Place{Err: fsys.ErrOutside}
}
