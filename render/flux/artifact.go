package flux

import (
	"path"
	"strings"

	"github.com/kubegap/kubegap-lint/render/gitops"
)

// copying is an entry of an ArtifactGenerator that copies a directory: what lies
// in the directory to of the artifact comes from the directory from of a source.
type copying struct {
	to, from string
	source   reference
}

// locateInArtifact follows a path of an artifact to the source that an
// ArtifactGenerator makes it from. An artifact that something else makes is
// treated like one of a registry.
func (d *deployment) locateInArtifact(t target) (location, bool) {
	copies, found := d.generator(t.source.reference)
	if !found {
		d.wait = d.wait || !d.Last
		return d.locateInFolder(t)
	}
	// A later entry replaces what an earlier one has copied.
	for i := len(copies) - 1; i >= 0; i-- {
		c := copies[i]
		below, ok := within(t.rel(), c.to)
		if !ok {
			continue
		}
		from := t
		from.source, from.text = d.source(c.source), path.Join(c.from, below)
		return d.locate(from)
	}
	return d.locateInFolder(t)
}

// within gives the path from dir to name, if name lies in it or is it.
func within(name, dir string) (string, bool) {
	switch {
	case dir == ".":
		return name, true
	case name == dir:
		return ".", true
	}
	return strings.CutPrefix(name, dir+"/")
}

// generator gives what the ArtifactGenerator of an artifact copies, in order. See
// https://github.com/fluxcd/source-watcher/blob/main/docs/spec/v1beta1/artifactgenerators.md
func (d *deployment) generator(artifact reference) ([]copying, bool) {
	gitops.SeekObject(d.c.tree, "ArtifactGenerator", "")
	for _, o := range d.Environment.All(extensionsGroup, "ArtifactGenerator") {
		if o.Namespace() != artifact.namespace {
			continue
		}
		spec := read(o).get("spec")
		for _, output := range spec.get("artifacts").items() {
			if output.get("name").text() == artifact.name {
				d.open(o)
				return copies(spec, output), true
			}
		}
	}
	return nil, false
}

func copies(spec, output field) []copying {
	sources := map[string]reference{}
	for _, s := range spec.get("sources").items() {
		sources[s.get("alias").text()] = s.reference()
	}
	var all []copying
	for _, entry := range output.get("copy").items() {
		alias, pattern, hasPattern := strings.Cut(strings.TrimPrefix(entry.get("from").text(), "@"), "/")
		ref, known := sources[alias]
		to, inArtifact := strings.CutPrefix(entry.get("to").text(), "@artifact/")
		if hasPattern && known && inArtifact {
			from, into := copied(pattern, path.Join(".", to))
			all = append(all, copying{to: into, from: from, source: ref})
		}
	}
	return all
}

// copied tells which directory an entry copies, and where to. As cp does it, the
// contents of dir/** come into the target, while dir and dir/* keep their names:
// https://github.com/fluxcd/source-watcher/blob/main/internal/builder/builder.go
func copied(pattern, to string) (from, into string) {
	if dir, all := strings.CutSuffix(pattern, "/**"); all && !strings.ContainsAny(dir, "*?[]") {
		return path.Join(".", dir), to
	}
	if i := strings.IndexAny(pattern, "*?[]"); i >= 0 {
		dir := path.Join(".", path.Dir(pattern[:i]+"x"))
		return dir, path.Join(to, dir)
	}
	dir := path.Join(".", pattern)
	return dir, path.Join(to, path.Base(dir))
}
