package wanted

import (
	"bytes"
	"path"
	"strings"

	"github.com/Masterminds/semver/v3"
	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// inChart gives the dependencies of the chart in dir that are not in its charts/.
func inChart(tree *fsys.Tree, dir string) []Reference {
	// Charts of Helm 2 have a file of their own for their dependencies.
	file, lockFile := path.Join(dir, "requirements.yaml"), path.Join(dir, "requirements.lock")
	if !tree.IsFile(file) {
		file, lockFile = path.Join(dir, "Chart.yaml"), path.Join(dir, "Chart.lock")
	}
	var about, locked struct{ Dependencies []*chart.Dependency }
	data, err := tree.ReadFile(file)
	if err != nil || yaml.Unmarshal(data, &about) != nil || len(about.Dependencies) == 0 {
		return nil
	}
	if lock, err := tree.ReadFile(lockFile); err == nil {
		_ = yaml.Unmarshal(lock, &locked) // Helm reports a lock file that it cannot read.
	}
	bundled := bundledCharts(tree, path.Join(dir, "charts"))
	docs := manifest.Parse(file, data)
	return dependencies(about.Dependencies, locked.Dependencies, bundled, func(i int) manifest.Location {
		if len(docs) == 0 {
			return manifest.Location{File: file}
		}
		return docs[0].Locate(manifest.Path{manifest.Key("dependencies"), manifest.Index(i), manifest.Key("name")})
	})
}

// inPackage gives the dependencies of a packaged chart that are not in it.
func inPackage(tree *fsys.Tree, name string) []Reference {
	data, err := tree.ReadFile(name)
	if err != nil {
		return nil
	}
	c, err := loader.LoadArchive(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	return inLoaded(c, manifest.Location{File: name, Line: 1})
}

func inLoaded(c *chart.Chart, at manifest.Location) []Reference {
	var locked []*chart.Dependency
	if c.Lock != nil {
		locked = c.Lock.Dependencies
	}
	bundled := func(name string) bool {
		for _, sub := range c.Dependencies() {
			if sub.Name() == name {
				return true
			}
		}
		return false
	}
	found := dependencies(c.Metadata.Dependencies, locked, bundled, func(int) manifest.Location { return at })
	for _, sub := range c.Dependencies() {
		found = append(found, inLoaded(sub, at)...)
	}
	return found
}

// dependencies gives those dependencies that come from elsewhere.
func dependencies(declared, locked []*chart.Dependency, bundled func(name string) bool, at func(int) manifest.Location) []Reference {
	var found []Reference
	for i, d := range declared {
		if d == nil || d.Repository == "" || strings.HasPrefix(d.Repository, "file://") || bundled(d.Name) {
			continue
		}
		found = append(found, Reference{
			Location:   at(i),
			Repository: vendored.Repository(d.Repository),
			Name:       d.Name,
			Version:    vendored.Version(vendored.LockedVersion(locked, d)),
		})
	}
	return found
}

// bundledCharts tells which charts lie in a directory charts/, as directories or
// as packages. Like Helm it does not ask for the version.
func bundledCharts(tree *fsys.Tree, dir string) func(name string) bool {
	names := map[string]bool{}
	entries, _ := tree.ReadDir(dir) // Most charts have none.
	for _, entry := range entries {
		about := path.Join(dir, entry.Name(), "Chart.yaml")
		if stem, ok := strings.CutSuffix(entry.Name(), ".tgz"); ok {
			names[withoutVersion(stem)] = true
		} else if data, err := tree.ReadFile(about); err == nil {
			var c struct{ Name string }
			_ = yaml.Unmarshal(data, &c) // Helm reports it.
			names[c.Name] = true
		}
	}
	return func(name string) bool { return names[name] }
}

// withoutVersion takes the version off the name of a package: it starts at the
// first dash that is followed by a version.
func withoutVersion(stem string) string {
	for i := range stem {
		if stem[i] == '-' {
			if _, err := semver.NewVersion(stem[i+1:]); err == nil {
				return stem[:i]
			}
		}
	}
	return stem
}
