package kustomize

import (
	"context"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Charts renders Helm charts of the repository. It is safe for concurrent use.
type Charts interface {
	// Template gives what `helm template` prints. The error is about the
	// request itself; what could not be rendered is listed in the result.
	Template(ctx context.Context, r ChartRequest) (ChartResult, error)
}

// ChartRequest names a chart and what `helm template` is told about it. File
// names are relative to the repository root. An empty field is the default of
// `helm template`.
type ChartRequest struct {
	// Chart is the directory or the package of the chart.
	Chart string
	// NamedAt is the place that names the chart, for what lies in a package.
	NamedAt      manifest.Location
	ReleaseName  string
	NameTemplate string
	Namespace    string
	// ValueFiles are values files in ascending precedence.
	ValueFiles []string
	// Values win over ValueFiles.
	Values map[string]any
	// ValuePlaces are where Values stand in the repository, in ascending
	// precedence: mappings in the form of a values file.
	ValuePlaces []manifest.Place
	IncludeCRDs bool
	SkipHooks   bool
	SkipTests   bool
	KubeVersion string
	APIVersions []string
}

// ChartResult is a rendered chart. The lists are those of a render.Unit, with
// problems that name no unit.
type ChartResult struct {
	// Manifests are the documents that `helm template` prints, in its order.
	Manifests []ChartManifest
	Failures  []render.Problem
	Skipped   []render.Problem
	Warnings  []render.Problem
	Files     []string
	Partial   bool
}

// ChartManifest is one document that a chart renders to.
type ChartManifest struct {
	// Text is the document without separators.
	Text string
	// Objects are the objects in the document, in order.
	Objects []manifest.Object
}
