package wanted

import (
	"cmp"
	"fmt"

	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

const groupSource = "source.toolkit.fluxcd.io"

// release gives the chart of a HelmRelease
// (https://fluxcd.io/flux/components/helm/helmreleases/#chart-template).
func (c cluster) release(f fields) []Reference {
	namespace := f.object.Namespace()
	ref := f.at("spec", "chartRef")
	if ref.body == nil {
		return c.chart(f.at("spec", "chart", "spec"))
	}
	kind, name := ref.text("kind"), ref.text("name")
	at := ref.location("name")
	sources := c.find(groupSource, kind, cmp.Or(ref.text("namespace"), namespace), name)
	switch {
	case kind == "HelmChart" && len(sources) > 0:
		return nil // The HelmChart speaks for itself.
	case kind == "OCIRepository" && len(sources) > 0:
		return artifacts(at, sources)
	}
	return problem(at, "", "", fmt.Sprintf("%s %s is not in the repository", kind, name))
}

// artifacts gives the charts that OCIRepositories stand for.
func artifacts(at manifest.Location, sources []manifest.Object) []Reference {
	var found []Reference
	for _, source := range sources {
		spec := fields{source.Body, source, nil}.at("spec")
		repository, name := vendored.SplitOCI(spec.text("url"))
		ref := spec.at("ref").body
		r := ofRepository(at, repository, name, "")
		r.Version, r.Tag = vendored.OCIReference(ref)
		r.PlainHTTP, _ = spec.body["insecure"].(bool)
		if filter, _ := ref["semverFilter"].(string); filter != "" {
			r.Problem = "its version is chosen by a semverFilter"
		}
		found = append(found, r)
	}
	return found
}

// chart gives the chart that the template of a HelmRelease, or the spec of a
// HelmChart, names. What comes from a GitRepository or a Bucket is no chart of a
// repository of charts, and lies in this repository or cannot be had.
func (c cluster) chart(spec fields) []Reference {
	name, version := spec.text("chart"), spec.text("version")
	ref := spec.at("sourceRef")
	if ref.text("kind") != "HelmRepository" || name == "" {
		return nil
	}
	at := spec.location("chart")
	sources := c.find(groupSource, "HelmRepository", cmp.Or(ref.text("namespace"), spec.object.Namespace()), ref.text("name"))
	if len(sources) == 0 {
		return problem(at, name, version, fmt.Sprintf("HelmRepository %s is not in the repository", ref.text("name")))
	}
	var found []Reference
	for _, source := range sources {
		repository := fields{source.Body, source, nil}.at("spec")
		r := ofRepository(at, repository.text("url"), name, version)
		r.PlainHTTP, _ = repository.body["insecure"].(bool)
		found = append(found, r)
	}
	return found
}

// oldRelease gives the chart of a HelmRelease of the first Helm operator
// (https://github.com/fluxcd/helm-operator/blob/master/docs/references/helmrelease-custom-resource.md).
// One that comes from git is no chart of a repository of charts.
func oldRelease(spec fields) []Reference {
	if spec.text("repository") == "" {
		return nil
	}
	return []Reference{ofRepository(spec.location("name"), spec.text("repository"), spec.text("name"), spec.text("version"))}
}
