package kustomize

import (
	"context"

	"github.com/kubegap/kubegap-lint/render"
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
	// Chart is the directory of the chart.
	Chart        string
	ReleaseName  string
	NameTemplate string
	Namespace    string
	// ValueFiles are values files in ascending precedence.
	ValueFiles []string
	// Values win over ValueFiles.
	Values      map[string]any
	IncludeCRDs bool
	SkipHooks   bool
	SkipTests   bool
	KubeVersion string
	APIVersions []string
}

// ChartResult is a rendered chart. The lists are those of a render.Unit, with
// problems that name no unit.
type ChartResult struct {
	// Text is the stream of YAML documents that `helm template` prints.
	Text     string
	Failures []render.Problem
	Skipped  []render.Problem
	Warnings []render.Problem
	Files    []string
	Partial  bool
}
