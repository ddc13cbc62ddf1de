package helm

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig/v3"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Request asks for what `helm template` prints for one chart.
type Request struct {
	// Chart is the directory of the chart, or its .tgz package, relative to the
	// root of the tree; or its package in Helm's cache, behind
	// vendored.CachePrefix.
	Chart string
	// NamedAt is the place that names the chart. Where the chart is a package,
	// whose lines mean nothing, it is the place of all that is in it; the zero value
	// leaves it to be the package.
	NamedAt manifest.Location
	// ReleaseName is the name of the release; "" is that of the renderer's
	// options.
	ReleaseName string
	// NameTemplate is a Go template that gives the name of the release; it
	// wins over ReleaseName.
	NameTemplate string
	// Namespace is the namespace of the release; "" is that of the renderer's
	// options. Only templates that print it are affected.
	Namespace string
	// ValueFiles are values files relative to the root of the tree, in
	// ascending precedence.
	ValueFiles []string
	// Values win over ValueFiles. They are not changed. The values of the
	// renderer's options play no part in a request.
	Values map[string]any
	// ValuePlaces are where Values stand in the repository, in ascending
	// precedence: mappings in the form of a values file.
	ValuePlaces []manifest.Place
	// IncludeCRDs puts the contents of crds/ first.
	IncludeCRDs bool
	// SkipHooks leaves out all hooks, SkipTests those that are tests.
	SkipHooks bool
	SkipTests bool
	// KubeVersion is the version of Kubernetes; "" is that of the renderer's
	// options.
	KubeVersion string
	// APIVersions are added to those that the client library knows.
	APIVersions []string
}

// Result is a rendered chart.
type Result struct {
	// Manifests are the documents in the order of `helm template`: CRDs first,
	// then everything but hooks by kind, then hooks.
	Manifests []Rendered
	// Text is the same as one stream of YAML documents, each below a comment
	// that names its template, as `helm template` prints it.
	Text string
	// Failures, Skipped, Warnings, Files and Partial are those of a
	// render.Unit; the problems name no unit.
	Failures []render.Problem
	Skipped  []render.Problem
	Warnings []render.Problem
	Files    []string
	Partial  bool
}

// Rendered is one document that a chart renders to.
type Rendered struct {
	// Path names the template as Helm does: chart name, charts/, templates/.
	Path string
	// File is the template's file relative to the root of the tree; for a
	// template within a package it is that package.
	File string
	// Text is the document without separators.
	Text string
	// Objects are the objects in the document, in order.
	Objects []manifest.Object
}

// Template renders the chart that req names. What could not be rendered is
// listed in the result; the error is about the request itself: a version or a
// name template that cannot be parsed.
func (r *Renderer) Template(ctx context.Context, req Request) (Result, error) {
	name, err := releaseName(req, r.options.ReleaseName)
	if err != nil {
		return Result{}, err
	}
	c, documents, err := r.chartOf(ctx, job{
		chart:       req.Chart,
		namedAt:     req.NamedAt,
		release:     name,
		namespace:   cmp.Or(req.Namespace, r.options.Namespace),
		kubeVersion: cmp.Or(req.KubeVersion, r.options.KubeVersion),
		apiVersions: req.APIVersions,
		overrides:   overrides{files: req.ValueFiles, values: req.Values, places: req.ValuePlaces},
	})
	if err != nil {
		return Result{}, err
	}
	result := Result{
		Failures: sorted(c.report.failures, ""),
		Skipped:  sorted(c.report.skipped, ""),
		Warnings: sorted(c.report.warnings, ""),
		Files:    c.report.sortedFiles(),
		Partial:  c.report.partial,
	}
	var text strings.Builder
	for _, d := range documents {
		if d.crd && !req.IncludeCRDs || d.hook && req.SkipHooks || d.test && req.SkipTests {
			continue
		}
		file := c.locate(d.template).File
		result.Manifests = append(result.Manifests, Rendered{Path: d.template, File: file, Text: d.text, Objects: d.objects})
		fmt.Fprintf(&text, "---\n# Source: %s\n%s\n", d.template, d.text)
	}
	result.Text = text.String()
	return result, nil
}

// releaseName gives the name of the release of a request.
func releaseName(req Request, byDefault string) (string, error) {
	if req.NameTemplate == "" {
		return cmp.Or(req.ReleaseName, byDefault), nil
	}
	// The functions are those that `helm template --name-template` has, without
	// those that read the environment.
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	delete(functions, "getHostByName")
	t, err := template.New("name-template").Funcs(functions).Parse(req.NameTemplate)
	if err != nil {
		return "", fmt.Errorf("parse name template %q: %w", req.NameTemplate, err)
	}
	var name strings.Builder
	if err := t.Execute(&name, nil); err != nil {
		return "", fmt.Errorf("execute name template %q: %w", req.NameTemplate, err)
	}
	return name.String(), nil
}
