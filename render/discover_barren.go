package render

import (
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// reportBarren lists what was asked for and has nothing to render, unless it is listed
// elsewhere with a reason.
func (d *discovery) reportBarren() {
	for _, dir := range d.dirs {
		told := func(p Problem) bool { return d.within(p.Location.File) == dir }
		if !d.fruitful[dir] && !slices.ContainsFunc(d.skipped, told) && !slices.ContainsFunc(d.failures, told) {
			d.barren = append(d.barren, fileProblem(dir, ReasonEmpty, "nothing in it is a Kubernetes object, a chart or a kustomization"))
		}
	}
}

// barrenFile tells why a file asked for has nothing to render.
func (d *discovery) barrenFile(file string) Problem {
	if info, err := d.tree.Stat(file); hasManifestName(file) && err == nil && info.Size() <= MaxTextBytes {
		data, _ := d.tree.ReadFile(file) // What cannot be read is told by selectPlain.
		for _, document := range manifest.Parse(file, data) {
			if issue := document.Err; issue != nil {
				return Problem{Reason: ReasonInvalidYAML, Message: "is no Kubernetes object, nor YAML or JSON: " + issue.Message, Location: issue.Location}
			}
		}
	}
	return fileProblem(file, ReasonEmpty, "holds no Kubernetes object, and belongs to no chart and no kustomization")
}
