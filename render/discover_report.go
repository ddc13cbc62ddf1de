package render

import (
	"errors"
	"slices"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// reportLinks lists the links among what was asked for that lead out of the
// repository or nowhere. Where the name is that of a manifest, one is missing.
func (d *discovery) reportLinks() {
	links := slices.Clone(d.askedLinks)
	for _, link := range d.list.Links {
		asked := slices.ContainsFunc(d.askedLinks, func(l fsys.Link) bool { return l.Name == link.Name })
		if link.Err != nil && !asked && d.asks(link.Name) {
			links = append(links, link)
		}
	}
	for _, link := range links {
		if errors.Is(link.Err, fsys.ErrOutside) {
			d.skipped = append(d.skipped, fileProblem(link.Name, ReasonOutside, "the link "+link.Err.Error()))
			continue
		}
		problem := fileProblem(link.Name, ReasonUnreadable, "the link leads nowhere: "+fsys.Cause(link.Err).Error())
		if hasManifestName(link.Name) {
			d.failures = append(d.failures, problem)
		} else {
			d.skipped = append(d.skipped, problem)
		}
	}
}

// reportUnreadable lists what the walk could not read: a failure where it was
// asked for, and something left out elsewhere.
func (d *discovery) reportUnreadable() {
	for _, u := range d.list.Unreadable {
		problem := fileProblem(u.Name, ReasonUnreadable, fsys.Cause(u.Err).Error())
		if d.asks(u.Name) || slices.Contains(d.files, u.Name) {
			d.failures = append(d.failures, problem)
		} else {
			d.skipped = append(d.skipped, problem)
		}
	}
}
