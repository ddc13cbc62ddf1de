package flux

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

// location is what a path of a source leads to in the tree.
type location struct {
	// root is the directory that stands for the root of the source.
	root string
	// path is the directory or file, relative to the root of the tree.
	path string
}

// target is a path within a source that is to be found in the tree.
type target struct {
	source source
	// text is the path as it is written, and at its field.
	text string
	at   field
	// what names it in messages, and fits tells whether a name in the tree may be
	// it.
	what string
	fits func(name string) bool
}

// rel is the path from the root of the source. As in the controllers it cannot
// lead out of it: https://github.com/cyphar/filepath-securejoin
func (t target) rel() string { return path.Join(".", path.Clean("/"+t.text)) }

// locate finds the target. Where it cannot, it tells why.
func (d *deployment) locate(t target) (location, bool) {
	if unknown(t.text) || unknown(t.source.name) {
		d.skip(render.ReasonMissingValue, fmt.Sprintf("the %s %s is not known", t.what, t.text), d.at(t.at))
		return location{}, false
	}
	switch t.source.kind {
	case "GitRepository":
		return d.locateInGit(t)
	case "ExternalArtifact":
		return d.locateInArtifact(t)
	case "OCIRepository", "Bucket":
		return d.locateInFolder(t)
	}
	if t.source.kind == "" {
		d.fail(render.ReasonRender, fmt.Sprintf("it names no source for the %s", t.what), d.at(t.source.at))
		return location{}, false
	}
	d.fail(render.ReasonRender, fmt.Sprintf("no source of kind %q can hold the %s", t.source.kind, t.what), d.at(t.source.at))
	return location{}, false
}

// locateInGit takes the root of the tree for that of the source, else one of the
// directories above the object: the repository may be a part of the tree. A
// source that is not known to be this repository has to resolve from the root.
func (d *deployment) locateInGit(t target) (location, bool) {
	whose := d.origin(t.source)
	if whose == foreign {
		d.skipRemote(t)
		return location{}, false
	}
	rel := t.rel()
	if rel == "." && whose == ours {
		if root := d.bootstrapRoot(); t.fits(root) {
			return location{root, root}, true
		}
	}
	if rel != "." && t.fits(rel) {
		return location{".", rel}, true
	}
	if whose == ours && (t.source.bootstrap() || !t.source.declared) {
		if root, ok := d.rootAbove(d.Object.Source.Origin().File, rel, t.fits); ok {
			d.tellRoot(t, root)
			return location{root, path.Join(root, rel)}, true
		}
		d.fail(render.ReasonUnreadable, d.c.whyNot(t), d.at(t.at))
		return location{}, false
	}
	if whose == undecided {
		d.skipUndecided(t, t.source.where())
		return location{}, false
	}
	d.skipRemote(t)
	return location{}, false
}

// whyNot tells why a target of this repository cannot be found.
func (c *Controller) whyNot(t target) string {
	name := fmt.Sprintf("the %s %s", t.what, t.text)
	rel := t.rel()
	switch isFile := c.tree.IsFile(rel); {
	case isFile && t.what == "path":
		return name + " is a file, not a directory"
	case isFile:
		return name + " is a file, but no package of a chart"
	case t.what == "chart" && c.tree.IsDir(rel):
		return name + " is a directory without a Chart.yaml"
	}
	return name + " does not exist in this repository"
}

// skipUndecided tells that the target of a git repository is not found here, where
// nothing tells whether it is this one.
func (d *deployment) skipUndecided(t target, where string) {
	why := fmt.Sprintf("the %s %s does not exist here", t.what, t.text)
	if rel := t.rel(); rel == "." {
		why = fmt.Sprintf("the %s %s is the root of a repository", t.what, cmp.Or(t.text, "."))
	} else if d.c.tree.IsFile(rel) || d.c.tree.IsDir(rel) {
		why = d.c.whyNot(t) + " here"
	}
	d.skip(render.ReasonRemote, fmt.Sprintf("%s, and %s may be another repository", why, where), d.at(t.at))
}

// rootAbove gives the outermost directory above a file, except the root of the
// tree, from which rel resolves.
func (d *deployment) rootAbove(file, rel string, fits func(string) bool) (string, bool) {
	parts := strings.Split(path.Dir(file), "/")
	for i := range parts {
		root := path.Join(parts[:i+1]...)
		if root != "." && fits(path.Join(root, rel)) {
			return root, true
		}
	}
	return "", false
}

// bootstrapRoot gives the directory from which the path of the Kustomization that
// bootstrap makes resolves: a path that names the root itself says nothing about
// where it is.
func (d *deployment) bootstrapRoot() string {
	o, found := d.known(kustomizeGroup, "Kustomization", "flux-system", "flux-system")
	if !found {
		return "."
	}
	rel := target{text: read(o).get("spec", "path").text()}.rel()
	if rel == "." || d.c.tree.IsDir(rel) {
		return "."
	}
	if root, ok := d.rootAbove(o.Source.Origin().File, rel, d.c.tree.IsDir); ok {
		return root
	}
	return "."
}

// locateInFolder takes the root of the tree for that of an artifact, else the one
// directory in it from which the path resolves. What is not found comes from
// elsewhere.
func (d *deployment) locateInFolder(t target) (location, bool) {
	rel := t.rel()
	if rel == "." {
		d.skipRemote(t)
		return location{}, false
	}
	if t.fits(rel) {
		return location{".", rel}, true
	}
	switch roots := d.c.roots(d.ctx, rel, t.fits); {
	case len(roots) == 1:
		d.tellRoot(t, roots[0])
		return location{roots[0], path.Join(roots[0], rel)}, true
	case len(roots) > 1:
		d.skip(render.ReasonRemote, fmt.Sprintf("the %s %s of the %s resolves from %s and from %s, and which of them is in the artifact is not known",
			t.what, t.text, t.source, roots[0], roots[1]), d.at(t.at))
	default:
		d.skipRemote(t)
	}
	return location{}, false
}

func (d *deployment) tellRoot(t target, root string) {
	d.warn(fmt.Sprintf("%s is taken for the root of the %s, since the %s %s resolves from there",
		root, t.source, t.what, t.text), d.at(t.at))
}

// skipRemote tells that the target lies elsewhere.
func (d *deployment) skipRemote(t target) {
	d.skip(render.ReasonRemote, fmt.Sprintf("the %s %s lies in %s, not in this repository", t.what, cmp.Or(t.text, "."), t.source.where()), d.at(t.at))
}
