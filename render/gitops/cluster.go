package gitops

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// cluster is an environment under construction.
type cluster struct {
	environment *Environment
	roots       []rootNode
	// seen are the objects for controllers so far.
	seen    map[key]manifest.Object
	pending []*task
}

// clusterFor gives the environment of units that lie in a directory: that of a
// directory above where there is one, or that the directory deploys from, unless
// it has other objects of the same names.
func (x *Expansion) clusterFor(dir string, units []render.Unit) *cluster {
	name := dir
	for _, u := range units {
		for _, from := range paths(u) {
			if from != "." && strings.HasPrefix(dir, from+"/") && len(from) < len(name) {
				name = from
			}
		}
	}
	for _, known := range slices.Sorted(maps.Keys(x.clusters)) {
		if known != "." && name != known && !strings.HasPrefix(name, known+"/") {
			continue
		}
		if name == known || !x.clusters[known].clashes(units) {
			return x.clusters[known]
		}
	}
	c := &cluster{environment: newEnvironment(name), seen: map[key]manifest.Object{}}
	x.clusters[name] = c
	return c
}

// clashes tells whether the environment has another object of the same name as
// one of the units.
func (c *cluster) clashes(units []render.Unit) bool {
	for _, u := range units {
		for _, o := range u.Objects {
			if other, taken := c.seen[keyOf(o)]; taken && !reflect.DeepEqual(other.Body, o.Body) {
				return true
			}
		}
	}
	return false
}

// remote gives the environment of another cluster that an object deploys to.
func (x *Expansion) remote(name string) *cluster {
	if x.clusters[name] == nil {
		x.clusters[name] = &cluster{environment: newEnvironment(name), seen: map[key]manifest.Object{}}
	}
	return x.clusters[name]
}
