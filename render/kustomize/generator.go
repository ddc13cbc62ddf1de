package kustomize

import (
	"path"
	"strings"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// generator is an entry of configMapGenerator or secretGenerator.
type generator struct {
	layer *layer
	kind  string
	field string
	index int
	args  types.GeneratorArgs
}

// generators gives the generators of a layer as its file has them.
func generators(l *layer) []*generator {
	var all []*generator
	spec := &l.kustomization.spec
	for i, args := range spec.ConfigMapGenerator {
		all = append(all, &generator{l, "ConfigMap", "configMapGenerator", i, args.GeneratorArgs})
	}
	for i, args := range spec.SecretGenerator {
		all = append(all, &generator{l, "Secret", "secretGenerator", i, args.GeneratorArgs})
	}
	return all
}

func (g *generator) identity() identity {
	return identity{kind: g.kind, namespace: g.args.Namespace, name: g.args.Name}
}

// locate finds the field of a generated object: a key of its data where the
// value is written, anything else at the entry of the generator.
func (g *generator) locate(r *Renderer, path manifest.Path) manifest.Location {
	if len(path) > 1 && !path[1].IsIndex() {
		if field := path[0].Key(); field == "data" || field == "binaryData" || field == "stringData" {
			if at, ok := g.locateKey(r, path[1].Key(), path[2:]); ok {
				return at
			}
		}
	}
	at := r.locateItem(g.layer.file, g.index, g.field)
	at.Precision = min(at.Precision, manifest.PrecisionNearby)
	return at
}

// locateKey finds a key of the data: in the literals, in an env file, or the
// file that is its value. Of a Secret only plain values can be looked into.
func (g *generator) locateKey(r *Renderer, key string, rest manifest.Path) (manifest.Location, bool) {
	for _, literal := range g.args.LiteralSources {
		if name, _, _ := strings.Cut(literal, "="); name == key {
			return r.locate(g.layer.file, literal, g.field), true
		}
	}
	for _, entry := range g.args.FileSources {
		name, file, named := strings.Cut(entry, "=")
		if !named {
			name, file = path.Base(entry), entry
		}
		if p := place(r, g.layer, file); name == key && p.IsFile() {
			return locateText(r, p.Name, rest), true
		}
	}
	for _, entry := range g.args.EnvSources {
		if p := place(r, g.layer, entry); p.IsFile() {
			if at, ok := locateVariable(r, p.Name, key); ok {
				return at, true
			}
		}
	}
	return manifest.Location{}, false
}

// locateText finds what path leads to in a file that became a string.
func locateText(r *Renderer, file string, path manifest.Path) manifest.Location {
	for _, doc := range r.documents(file) {
		if _, ok := doc.Lookup(path); ok && len(path) > 0 {
			return doc.Locate(path)
		}
	}
	at := manifest.Location{File: file, Line: 1, Precision: manifest.PrecisionNearby}
	if len(path) == 1 && path[0].IsIndex() {
		at.Line, at.Precision = path[0].Index()+1, manifest.PrecisionExact
	}
	return at
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
