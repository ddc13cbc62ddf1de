package render

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// selectDirs selects the kustomizations and charts in the directories asked for.
func (d *discovery) selectDirs() {
	var inside []*node
	for _, n := range d.nodes {
		if dir := d.within(n.path); dir != "" {
			d.fruitful[dir] = true
			inside = append(inside, n)
		}
	}
	selected := rootsAmong(inside)
	for _, dir := range d.dirs {
		for _, n := range []*node{d.kustomizations[dir], d.charts[dir]} {
			if n != nil && n.rendersItself() {
				selected = append(selected, n)
			}
		}
	}
	for _, n := range selected {
		d.selected[n] = true
		reach(n, d.covered)
	}
	for _, n := range inside {
		if !d.covered[n] {
			d.selectOwners([]*node{n})
			d.covered[n] = true
		}
	}
}

// selectOwners selects the roots that render the nodes.
func (d *discovery) selectOwners(nodes []*node) {
	for _, n := range nodes {
		roots := d.owners.of(n)
		if len(roots) == 0 {
			d.idle[n] = true
		}
		for _, root := range roots {
			d.selected[root] = true
		}
	}
}

// selectFile selects what stands for a file asked for.
func (d *discovery) selectFile(file string) {
	readers := d.readers(file)
	info, err := d.tree.Stat(file)
	switch {
	case err == nil && !info.Mode().IsRegular():
		d.failures = append(d.failures, fileProblem(file, ReasonUnreadable, "is not a regular file"))
	case len(readers) > 0:
		d.selectOwners(readers)
	case slices.Contains(strings.Split(path.Dir(file), "/"), fsys.OwnDir):
		d.skipped = append(d.skipped, fileProblem(file, ReasonEmpty, "what is vendored is judged where it is used, not by itself"))
	case isArchiveName(file):
		d.selectArchive(file)
	default:
		if !d.selectPlain(file) {
			d.barren = append(d.barren, d.barrenFile(file))
		}
	}
}

// selectArchive selects an archive asked for that the survey did not find to be
// a chart: it is none, or ignore files leave it out.
func (d *discovery) selectArchive(name string) {
	file, err := d.tree.Open(name)
	if err != nil {
		d.failures = append(d.failures, fileProblem(name, ReasonUnreadable, fsys.Cause(err).Error()))
		return
	}
	defer file.Close()
	text, err := packagedChart(file)
	switch chart := archiveNode(name, text); {
	case errors.Is(err, errNoChart):
		d.skipped = append(d.skipped, fileProblem(name, ReasonEmpty, err.Error()))
	case err != nil:
		d.failures = append(d.failures, fileProblem(name, ReasonUnreadable, err.Error()))
	case chart.rendersItself():
		d.selected[chart] = true
	default:
		d.idle[chart] = true
	}
}

// selectPlain makes the file a target where it looks like a manifest. It gives false
// where there is nothing to say of the file.
func (d *discovery) selectPlain(file string) bool {
	plain, err := isPlain(d.tree, file, d.buffer)
	if err != nil {
		d.failures = append(d.failures, fileProblem(file, ReasonUnreadable, fsys.Cause(err).Error()))
	}
	if plain {
		d.plain[file] = true
	}
	return plain || err != nil
}

// selectFiles goes over the files of the repository: those in the directories
// asked for become targets or select their owners, and where files were asked
// for, the plain manifests among the others become the context.
func (d *discovery) selectFiles(ctx context.Context) error {
	for _, file := range d.list.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		dir := d.within(file)
		asked := dir != ""
		if readers := d.readers(file); len(readers) > 0 {
			d.fruitful[dir] = d.fruitful[dir] || asked
			if asked && !slices.ContainsFunc(readers, func(n *node) bool { return d.covered[n] }) {
				d.selectOwners(readers)
			}
			continue
		}
		switch {
		case d.plain[file]:
			d.fruitful[dir] = d.fruitful[dir] || asked
		case asked:
			d.fruitful[dir] = d.selectPlain(file) || d.fruitful[dir]
		case len(d.files) > 0:
			// What cannot be read may be a manifest: its renderer tells.
			if plain, err := isPlain(d.tree, file, d.buffer); plain || err != nil {
				d.context = append(d.context, plainTarget(file))
			}
		}
	}
	return nil
}

// asks tells whether name lies in a directory asked for.
func (d *discovery) asks(name string) bool { return d.within(name) != "" }

// within gives the nearest directory asked for that name lies in, or "".
func (d *discovery) within(name string) string {
	for dir := range ancestors(name) {
		if _, found := slices.BinarySearch(d.dirs, dir); found {
			return dir
		}
	}
	return ""
}

// readers gives the kustomizations and the charts that the file belongs to.
func (s *survey) readers(file string) []*node {
	readers := s.readBy[file]
	if chart := s.charts[file]; chart != nil {
		return append(slices.Clip(readers), chart)
	}
	if chart := s.enclosingChart(file); chart != nil {
		return append(slices.Clip(readers), chart)
	}
	if len(s.linked) > 0 {
		for name := range ancestors(file) {
			readers = append(slices.Clip(readers), s.linked[name]...)
		}
	}
	return readers
}
