package main

import (
	"errors"
	"path"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render/vendored"
)

// The reasons for which a file is not edited.
var (
	errExcluded   = errors.New("is left out by the configuration")
	errLink       = errors.New("is, or lies behind, a link")
	errVendored   = errors.New("is a copy from elsewhere")
	errDependency = errors.New("belongs to a chart that is a copy from elsewhere")
)

// editable tells why a file of the repository is not to be edited: where the next
// copy, or the next run of a program, would undo it.
func (r *repository) editable(name string) error {
	if resolved, err := r.tree.Resolve(name); err != nil || resolved != path.Clean(name) {
		return errors.Join(err, errLink)
	}
	switch {
	case r.config.Exclude.Match(name, false):
		return errExcluded
	case strings.HasPrefix(name, vendored.DefaultDir+"/"):
		return errVendored
	case r.isDependency(name):
		return errDependency
	}
	return nil
}

// isDependency tells whether a file lies in a subchart that its parent names with
// the repository that it is from.
func (r *repository) isDependency(name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if path.Base(path.Dir(dir)) != "charts" {
			continue
		}
		data, err := r.tree.ReadFile(path.Join(path.Dir(path.Dir(dir)), "Chart.yaml"))
		if err != nil {
			continue
		}
		var parent chart.Metadata
		if err := yaml.Unmarshal(data, &parent); err != nil {
			return true
		}
		for _, d := range parent.Dependencies {
			if d.Name == path.Base(dir) && d.Repository != "" && !strings.HasPrefix(d.Repository, "file:") {
				return true
			}
		}
	}
	return false
}
