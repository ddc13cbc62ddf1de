// Package gitops follows the objects of Flux and Argo CD in a repository to what
// they deploy, until nothing new comes up: a Flux Kustomization deploys further
// Kustomizations and HelmReleases, an Application of Argo CD further Applications.
//
// It knows the order of things; what an object deploys is the business of the
// controllers in the packages flux and argocd.
package gitops

import (
	"context"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Controller renders what objects of one project deploy. It is safe for
// concurrent use.
type Controller interface {
	// Deploys tells whether the controller acts on an object.
	Deploys(o manifest.Object) bool
	// Deploy gives what an object deploys.
	Deploy(ctx context.Context, d Deployment) Outcome
}

// Checker is a Controller that looks at an environment once all is known.
type Checker interface {
	// Check gives what is wrong with the objects of the environment together,
	// sorted.
	Check(e *Environment) []render.Problem
}

// Orderer is a Controller that deploys the objects of a unit in an order of its
// own.
type Orderer interface {
	// Before tells for the objects of one unit, as namespace/name, which others
	// are deployed before, sorted.
	Before(objects []manifest.Object) map[string][]string
}

// Deployment is an object that a controller acts on.
type Deployment struct {
	Object manifest.Object
	// Environment is the cluster that holds the object.
	Environment *Environment
	// Last is set where nothing more will become known of the environment.
	Last bool
}

// Outcome is what an object deploys.
type Outcome struct {
	// Wait tells that something is needed which is not known yet: the object is
	// asked again, in the end with Last. The rest of the outcome is ignored.
	Wait bool
	// Units are rendered with what is wrong about them at the lines of the
	// object. A unit without an environment reaches that of the object.
	Units []render.Unit
	// Objects are further objects for controllers, such as the Applications of
	// an ApplicationSet.
	Objects []manifest.Object
	// Covers are further paths of targets that are deployed through the object,
	// beside those whose files its units read.
	Covers []string
	// Missed tells that the outcome might be another one if the files were there
	// that the tree has lost; see fsys.Tree.Lose.
	Missed bool
}

// Result is what the controllers deploy.
type Result struct {
	// Units are the units that are deployed, and Bare those that nothing deploys,
	// each with its environment where it holds objects for controllers. Both are
	// in a fixed order.
	Units, Bare []render.Unit
	// Failures are what is wrong with the objects of an environment together.
	Failures []render.Problem
	// Clusters are the environments as trees, sorted by name.
	Clusters []Cluster
	// Missed are the objects that might deploy something else if the files were
	// there that the tree has lost, in a fixed order.
	Missed []render.Deployer
}

// Cluster is an environment as a tree.
type Cluster struct {
	Name string
	// Roots are the objects for controllers that nothing deploys.
	Roots []*Node
}

// Node is an object for a controller and what it deploys.
type Node struct {
	Deployer render.Deployer
	// Units are indices into Result.Units.
	Units []int
	// Children are the objects for controllers among what is deployed, and Repeats
	// those that are the same as others in the tree.
	Children []*Node
	Repeats  []render.Deployer
}
