package gitops

import (
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

// clusterFor gives the environment of units that lie in a directory. It has the
// name of the directory, or of the one above that the units deploy from, as
// `flux bootstrap` leaves it. See https://fluxcd.io/flux/installation/bootstrap/
func (x *Expansion) clusterFor(dir string, units []render.Unit) *cluster {
	name := dir
	for _, u := range units {
		for _, from := range paths(u) {
			if from != "." && strings.HasPrefix(dir, from+"/") && len(from) < len(name) {
				name = from
			}
		}
	}
	return x.remote(name)
}

// remote gives the environment of this name, such as that of another cluster
// which an object deploys to.
func (x *Expansion) remote(name string) *cluster {
	if x.clusters[name] == nil {
		x.clusters[name] = &cluster{environment: newEnvironment(name), seen: map[key]manifest.Object{}}
	}
	return x.clusters[name]
}
