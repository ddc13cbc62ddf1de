package helm

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"helm.sh/helm/v3/pkg/chartutil"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// index knows the charts of a tree by name, for dependencies that lie
// elsewhere in the repository.
type index struct {
	// directories lists the charts that are directories, by chart name.
	directories map[string][]entry
	// packages lists the files named *.tgz: what is in them is unknown until
	// they are opened.
	packages []string
}

// entry is one chart in the index.
type entry struct {
	at      string
	version string
}

// buildIndex walks the tree once, without following links. What cannot be read
// is no candidate; the target that owns it reports it.
func buildIndex(tree *fsys.Tree) *index {
	x := &index{directories: map[string][]entry{}}
	x.walk(tree, ".")
	return x
}

func (x *index) walk(tree *fsys.Tree, dir string) {
	entries, err := tree.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if e.Name() != ".git" && e.Name() != "node_modules" && e.Name() != fsys.OwnDir {
				x.walk(tree, name)
			}
		case e.Name() == "Chart.yaml" && e.Type()&fs.ModeSymlink == 0:
			x.addDirectory(tree, dir)
		case strings.HasSuffix(e.Name(), ".tgz"):
			x.packages = append(x.packages, name)
		}
	}
}

func (x *index) addDirectory(tree *fsys.Tree, dir string) {
	data, err := tree.ReadFile(path.Join(dir, "Chart.yaml"))
	if err != nil {
		return
	}
	var about struct{ Name, Version string }
	if yaml.Unmarshal(data, &about) == nil && about.Name != "" {
		x.directories[about.Name] = append(x.directories[about.Name], entry{at: dir, version: about.Version})
	}
}

// candidates lists the charts of the given name whose version may satisfy the
// constraint, the nearest to dir first, among equally near ones the latest
// version first. Packages are listed by their file names alone.
func (x *index) candidates(name, constraint, dir string) []string {
	var found []entry
	for _, e := range x.directories[name] {
		if chartutil.IsCompatibleRange(constraint, e.version) {
			found = append(found, e)
		}
	}
	for _, p := range x.packages {
		version, ok := strings.CutPrefix(strings.TrimSuffix(path.Base(p), ".tgz"), name+"-")
		if ok && chartutil.IsCompatibleRange(constraint, version) {
			found = append(found, entry{at: p, version: version})
		}
	}
	slices.SortFunc(found, func(a, b entry) int {
		return cmp.Or(
			cmp.Compare(distance(dir, a.at), distance(dir, b.at)),
			-compareVersions(a.version, b.version),
			cmp.Compare(a.at, b.at),
		)
	})
	places := make([]string, len(found))
	for i, e := range found {
		places[i] = e.at
	}
	return places
}

// misfit gives the nearest chart of the given name, whatever its version.
func (x *index) misfit(name, dir string) (entry, bool) {
	found := slices.Clone(x.directories[name])
	if len(found) == 0 {
		return entry{}, false
	}
	return slices.MinFunc(found, func(a, b entry) int {
		return cmp.Or(cmp.Compare(distance(dir, a.at), distance(dir, b.at)), cmp.Compare(a.at, b.at))
	}), true
}

// distance counts the steps from one directory of the tree to another.
func distance(from, to string) int {
	a, b := strings.Split(from, "/"), strings.Split(to, "/")
	common := 0
	for common < len(a) && common < len(b) && a[common] == b[common] {
		common++
	}
	return len(a) + len(b) - 2*common
}

// compareVersions orders versions that are known to be valid.
func compareVersions(a, b string) int {
	va, errA := semver.NewVersion(a)
	vb, errB := semver.NewVersion(b)
	if errA != nil || errB != nil {
		return cmp.Compare(a, b)
	}
	return va.Compare(vb)
}
