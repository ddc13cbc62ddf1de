// Package flux renders what the objects of Flux deploy, as Flux's controllers do,
// but offline: the Kustomizations of kustomize-controller, the HelmReleases of
// helm-controller and those of its forerunner, the Helm operator.
//
// The rules are those of the API documentation and of the controllers' code:
//   - https://fluxcd.io/flux/components/kustomize/kustomizations/
//   - https://fluxcd.io/flux/components/helm/helmreleases/
//   - https://fluxcd.io/flux/components/source/
//   - https://github.com/fluxcd/helm-operator/blob/master/docs/references/helmrelease-custom-resource.md
//
// What a controller would read from the cluster or the network and the repository
// does not hold is unknown: it stays in the objects as text that says so, such as
// ${VAR}, and a problem tells of it.
package flux

import (
	"context"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// The API groups of Flux.
const (
	kustomizeGroup  = "kustomize.toolkit.fluxcd.io"
	helmGroup       = "helm.toolkit.fluxcd.io"
	operatorGroup   = "helm.fluxcd.io"
	sourceGroup     = "source.toolkit.fluxcd.io"
	extensionsGroup = "source.extensions.fluxcd.io"
	// controlPlaneGroup is that of the Flux Operator, whose objects are not
	// followed. See https://fluxcd.control-plane.io/operator/
	controlPlaneGroup = "fluxcd.controlplane.io"
)

// Helm renders charts.
type Helm interface {
	// Template gives what `helm template` prints for the request.
	Template(ctx context.Context, req helm.Request) (helm.Result, error)
}

// Charts finds charts that are kept in the tree in the place of a repository.
type Charts interface {
	// Chart gives the directory or the package of a chart, in the form that
	// helm.Request takes. repository is the address of an HTTP or OCI repository,
	// the latter with oci:// and without the name of the chart; version is one
	// version, a range, a digest, or "" for the newest.
	Chart(repository, name, version string) (path string, found bool)
}

// Options are what a Controller works with. Kustomize and Helm are required.
type Options struct {
	Kustomize Kustomize
	Helm      Helm
	// Charts finds the charts of repositories; nil stands for none.
	Charts Charts
	// Remotes are the addresses of the git remotes of the checkout, as far as they
	// are known.
	Remotes []string
	// KubeVersion gives the version of Kubernetes where a unit goes, of which
	// environment, deployer and the path of the target are known; "" leaves it to
	// Helm, and so does nil.
	KubeVersion func(render.Unit) string
	// Strict makes a variable that is not set a failure, as the feature gate
	// StrictPostBuildSubstitutions of kustomize-controller does.
	Strict bool
}

// Controller deploys the objects of Flux. It is safe for concurrent use.
type Controller struct {
	tree    *fsys.Tree
	o       Options
	remotes []string
	folders *folders
}

var _ gitops.Controller = (*Controller)(nil)

// New gives a controller for the files of tree.
func New(tree *fsys.Tree, o Options) *Controller {
	c := &Controller{tree: tree, o: o, folders: &folders{}}
	for _, remote := range o.Remotes {
		c.remotes = append(c.remotes, repositoryID(remote))
	}
	return c
}

// Deploys tells whether o is an object that the controller deploys, by its group
// and kind.
func (c *Controller) Deploys(o manifest.Object) bool { return deploy(o) != nil }

// Deploy renders what d.Object deploys. It waits for sources, ConfigMaps, Secrets
// and charts that it refers to until d.Last.
func (c *Controller) Deploy(ctx context.Context, d gitops.Deployment) gitops.Outcome {
	method := deploy(d.Object)
	if method == nil {
		return gitops.Outcome{}
	}
	var search fsys.Search
	seeking := *c
	seeking.tree = c.tree.Seeking(&search)
	run := newDeployment(ctx, &seeking, d)
	method(run)
	outcome := run.outcome()
	outcome.Missed = search.Missed()
	return outcome
}

// deploy gives what deploys objects of the group and kind of o, or nil.
func deploy(o manifest.Object) func(*deployment) {
	group, _ := o.GroupVersion()
	switch {
	case group == kustomizeGroup && o.Kind() == "Kustomization":
		return (*deployment).deployKustomization
	case group == helmGroup && o.Kind() == "HelmRelease":
		return (*deployment).deployRelease
	case group == operatorGroup && o.Kind() == "HelmRelease":
		return (*deployment).deployOperatorRelease
	case group == controlPlaneGroup && (o.Kind() == "ResourceSet" || o.Kind() == "FluxInstance"):
		return (*deployment).leaveOut
	}
	return nil
}

// leaveOut tells that an object is not followed.
func (d *deployment) leaveOut() {
	d.skip(render.ReasonPartial, "what a "+d.Object.Kind()+" deploys is not followed", d.at(d.spec))
}
