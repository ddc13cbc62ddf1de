// Package render finds what a GitOps repository would send to a cluster and
// holds the result of rendering it. The packages below it render one kind of
// target each; none of them touches the network.
package render

import (
	"context"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Kind is a kind of target.
type Kind string

// The kinds of target.
const (
	KindPlain     Kind = "plain"
	KindKustomize Kind = "kustomize"
	KindHelm      Kind = "helm"
	// KindFlux and KindArgoCD are what an object of Flux or Argo CD deploys.
	KindFlux   Kind = "flux"
	KindArgoCD Kind = "argocd"
)

// Target is something in the repository that reaches a cluster by itself.
type Target struct {
	Kind Kind
	// Path is the manifest file of a plain target and the directory of any
	// other (a packaged chart is a file), relative to the repository root.
	Path string
	// Variant names the values that a chart is rendered with; "" stands for
	// its defaults.
	Variant string
	// ValueFiles are the values files of the variant, in order, relative to
	// the repository root.
	ValueFiles []string
	// Within is the directory that was asked for and that the target lies in,
	// relative to the repository root. It is "" where that is the root itself,
	// and for a target that stands for a file or lies elsewhere.
	Within string
	// KubeVersion is the version of Kubernetes where the target goes; "" leaves it
	// to the renderer.
	KubeVersion string
}

// Below is the path from the directory that was asked for, or from the
// repository root. It is "." for the directory itself.
func (t Target) Below() string {
	if t.Within == t.Path {
		return "."
	}
	return strings.TrimPrefix(t.Path, t.Within+"/")
}

// Name is what users read: the path, and the variant in parentheses.
func (t Target) Name() string {
	if t.Variant == "" {
		return t.Path
	}
	return t.Path + " (" + t.Variant + ")"
}

// Renderer renders targets of one kind. It is safe for concurrent use.
type Renderer interface {
	// Render gives the objects that t sends to a cluster, in the order in which
	// the original tool prints them. It never fails as a whole: what could not
	// be rendered is listed in the unit.
	Render(ctx context.Context, t Target) Unit
}

// Deployer is an object of Flux or Argo CD that deploys a unit.
type Deployer struct {
	APIVersion, Kind, Namespace, Name string
	Location                          manifest.Location
	// DependsOn names what has to be deployed before, as namespace/name.
	DependsOn []string
}

// Unit is a rendered target.
type Unit struct {
	Target Target
	// Environment names the cluster that an object of Flux or Argo CD deploys the
	// unit to; "" for a unit that nothing deploys, and Deployer is zero then.
	Environment string
	Deployer    Deployer
	Objects     []manifest.Object
	// Failures tell what should have rendered and did not.
	Failures []Problem
	// Skipped tells what was left out on purpose, and why.
	Skipped []Problem
	// Warnings tell what rendered, but perhaps not as its author expects.
	Warnings []Problem
	// Files are all files that the unit read, sorted, and for one that an object of
	// Flux or Argo CD deploys those that shaped this object, and what else in its
	// cluster decides about the unit: a change of any other file leaves the objects
	// as they are.
	Files []string
	// Apart are those of Files that decide about no other objects than the ones of
	// which they are the origin, sorted.
	Apart []string
	// Missed tells of a unit that an object deploys that it might be another one if
	// the files were there that the tree has lost; see fsys.Tree.Lose.
	Missed bool
	// Partial is set where objects, or parts of them, may be missing from
	// Objects, so that nothing may be concluded from what is absent.
	Partial bool
	// Everywhere is set for objects that are not deployed from the repository and
	// exist in every cluster.
	Everywhere bool
	// Facts are what the user says of the unit and of where it goes.
	Facts Facts
}

// Facts are what a user says of a unit and of where it goes. The zero value says
// nothing.
type Facts struct {
	// Production tells whether anyone depends on it; nil where nobody says.
	Production *bool
	// KubeVersion is the version of Kubernetes there, "" where nobody says.
	KubeVersion string
	// OwnValues is set for a chart whose values the user gives: those that it is
	// deployed with, not those that it ships.
	OwnValues bool
}

// Problem is one thing that was not rendered as it stands.
type Problem struct {
	// Unit is the name of the target; "" for what belongs to none.
	Unit     string            `json:"unit,omitempty"`
	Reason   Reason            `json:"reason"`
	Message  string            `json:"message"`
	Location manifest.Location `json:"location"`
}

// Reason classifies a Problem.
type Reason string

// The reasons.
const (
	// ReasonInvalidYAML: a file is not YAML or JSON.
	ReasonInvalidYAML Reason = "invalid-yaml"
	// ReasonNotManifest: a document or an item of a list looks like a Kubernetes
	// object, but lacks its apiVersion or kind.
	ReasonNotManifest Reason = "not-a-manifest"
	// ReasonDuplicateKey: a mapping has a key twice.
	ReasonDuplicateKey Reason = "duplicate-key"
	// ReasonRender: Helm or kustomize reports an error.
	ReasonRender Reason = "render-error"
	// ReasonUnreadable: a file or directory could not be read.
	ReasonUnreadable Reason = "unreadable"
	// ReasonTooLarge: a file, an archive or an output exceeds its limit.
	ReasonTooLarge Reason = "too-large"
	// ReasonTemplate: a file is the text of a template, not a manifest.
	ReasonTemplate Reason = "template-text"
	// ReasonRemote: something lies outside the repository: a URL, an OCI
	// registry, a chart repository.
	ReasonRemote Reason = "remote"
	// ReasonMissingDependency: a chart names a dependency that is not there.
	ReasonMissingDependency Reason = "missing-dependency"
	// ReasonMissingValue: a chart demands a value that is not set.
	ReasonMissingValue Reason = "missing-value"
	// ReasonPlugin: an exec or container plugin would have to run.
	ReasonPlugin Reason = "plugin"
	// ReasonOutside: a link or a path leaves the repository.
	ReasonOutside Reason = "outside-repository"
	// ReasonLibraryChart: a library chart renders nothing by itself.
	ReasonLibraryChart Reason = "library-chart"
	// ReasonExcluded: the configuration leaves out what was asked for.
	ReasonExcluded Reason = "excluded"
	// ReasonEmpty: a target renders nothing.
	ReasonEmpty Reason = "empty"
	// ReasonPartial: a part of the unit rendered with something missing.
	ReasonPartial Reason = "partial"
)

// Incomplete tells whether the reason leaves something out that would reach
// the cluster, which --require-complete turns into a failure.
func (r Reason) Incomplete() bool {
	switch r {
	case ReasonRemote, ReasonMissingDependency, ReasonMissingValue, ReasonPlugin, ReasonOutside, ReasonPartial:
		return true
	}
	return false
}
