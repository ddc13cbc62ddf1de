// Package argocd renders what the objects of Argo CD deploy, as its repo server
// and its ApplicationSet controller do, but offline.
//
// The rules are those of the documentation and of the code:
//   - https://argo-cd.readthedocs.io/en/stable/user-guide/application-specification/
//   - https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/
//   - https://github.com/argoproj/argo-cd/blob/master/reposerver/repository/repository.go
//
// What Argo CD would read from the cluster or from other repositories and the
// tree does not hold is unknown: a problem tells of it, and nothing is guessed.
package argocd

import (
	"context"
	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/appset"
	"github.com/kubegap/kubegap-lint/render/argocd/repository"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Group is the API group of Argo CD.
const Group = "argoproj.io"

// The kinds of objects that deploy.
const (
	kindApplication    = "Application"
	kindApplicationSet = "ApplicationSet"
	kindProject        = "AppProject"
)

// Helm renders charts.
type Helm interface {
	// Template gives what `helm template` prints for the request.
	Template(ctx context.Context, req helm.Request) (helm.Result, error)
}

// Kustomize builds kustomizations.
type Kustomize interface {
	// Build gives the objects that kustomize makes of the request, with the places
	// of their fields. Of the unit's target nothing is read.
	Build(ctx context.Context, req BuildRequest) render.Unit
}

// BuildRequest asks for what kustomize makes of a directory with the kustomize
// options of an Application put into its kustomization.
type BuildRequest struct {
	// Path is the directory, relative to the root of the tree.
	Path string
	// Adds are the fields that Argo CD puts into the kustomization with `kustomize
	// edit`: Namespace, NamePrefix and NameSuffix take the place of what is there,
	// an entry of Images or Replicas that of the one of the same name, entries of
	// CommonLabels, Labels and CommonAnnotations are added, and Patches and
	// Components follow what is there.
	// See https://github.com/argoproj/argo-cd/blob/master/util/kustomize/kustomize.go
	Adds types.Kustomization
	// KubeVersion is the version of Kubernetes for charts that name none, or "".
	KubeVersion string
	// At is where the fields of Adds stand, under the names that Argo CD gives
	// them: the kustomize options of a source.
	At manifest.Place
}

// Charts finds charts that are kept in the tree in the place of a repository.
type Charts interface {
	// Chart gives the directory or the package of a chart in the tree. repository
	// is the address of an HTTP or OCI repository, the latter with oci:// and
	// without the name of the chart; version is one version, a range, or "" for
	// the newest.
	Chart(repository, name, version string) (path string, found bool)
}

// Options are what a Controller works with. Files, Kustomize and Helm are
// required.
type Options struct {
	// Files renders single files as they are.
	Files     render.Renderer
	Kustomize Kustomize
	Helm      Helm
	// Charts finds the charts of repositories; nil stands for none.
	Charts Charts
	// Remotes are the addresses of the git remotes of the checkout, as far as they
	// are known, and Foreign those of repositories that the checkout is not.
	Remotes []string
	Foreign []string
	// KubeVersion gives the version of Kubernetes where a unit goes, of which
	// environment, deployer and target are known; "" leaves it to Helm, and so does
	// nil. What an Application says itself wins.
	KubeVersion func(render.Unit) string
}

// kubeVersion gives the version of Kubernetes where a unit goes, "" where it is
// unknown.
func (c *Controller) kubeVersion(u *render.Unit) string {
	if c.o.KubeVersion == nil {
		return ""
	}
	return c.o.KubeVersion(*u)
}

// Controller deploys the objects of Argo CD. It is safe for concurrent use.
type Controller struct {
	tree  *fsys.Tree
	o     Options
	known *repository.Known
	sets  *appset.Expander
}

// New gives a controller for the files of tree.
func New(tree *fsys.Tree, o Options) *Controller {
	known := repository.New(o.Remotes, o.Foreign)
	return &Controller{tree: tree, o: o, known: known, sets: appset.New(tree, known)}
}

var _ gitops.Controller = (*Controller)(nil)

// Deploys tells whether o is an object that the controller deploys, by its group
// and kind.
func (c *Controller) Deploys(o manifest.Object) bool {
	group, _ := o.GroupVersion()
	return group == Group && (o.Kind() == kindApplication || o.Kind() == kindApplicationSet)
}

// Deploy gives what d.Object deploys: the units of an Application, the
// Applications of an ApplicationSet. It waits for the Secrets that register
// clusters until d.Last.
func (c *Controller) Deploy(ctx context.Context, d gitops.Deployment) gitops.Outcome {
	if !c.Deploys(d.Object) {
		return gitops.Outcome{}
	}
	var search fsys.Search
	seeking := *c
	seeking.tree = c.tree.Seeking(&search)
	seeking.sets = c.sets.In(seeking.tree)
	deploy := seeking.deployApplication
	if d.Object.Kind() == kindApplicationSet {
		deploy = seeking.deploySet
	}
	outcome := deploy(ctx, d)
	outcome.Missed = search.Missed()
	return outcome
}
