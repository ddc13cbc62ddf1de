package argocd

import (
	"path"
	"strings"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/repository"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// Source is what one source of an Application renders.
type Source struct {
	// Kind tells what renders it; "" stands for nothing, since the source only
	// serves others with values files or could not be had.
	Kind render.Kind
	// Path is the directory or the chart, relative to the root of the tree.
	Path string
	// At is the field of the Application that holds the source.
	At manifest.Path
	// Files are the manifests of a plain source, sorted.
	Files []string
	// Kustomize are the options of a kustomize source.
	Kustomize types.Kustomization
	// Helm is the request of a Helm source.
	Helm helm.Request
	// Covers are what is deployed through the source, and Read the other files
	// that were read to plan it.
	Covers, Read []string
}

// application is an Application while it is planned.
type application struct {
	problems
	c       *Controller
	to      destination
	project string
	// refs are the sources with a ref, by $ and its text.
	refs map[string]reference
}

// reference is a source that others take values files from.
type reference struct {
	fields map[string]any
	at     manifest.Path
}

// sources plans the sources of an Application; what is wrong becomes problems.
func (a *application) sources() []Source {
	fields, at := a.sourceFields()
	if len(fields) == 0 {
		a.fail(manifest.Path{manifest.Key("spec")}, "the Application has no source")
		return nil
	}
	multiple := look(a.object.Body, "spec", "sources") != nil
	a.refs = map[string]reference{}
	for i, f := range fields {
		if ref := text(f, "ref"); ref != "" && multiple {
			a.refs["$"+ref] = reference{f, at[i]}
		}
	}
	var list []Source
	for i, f := range fields {
		p := &planner{application: a, fields: f, source: Source{At: at[i]}, multiple: multiple}
		p.plan()
		list = append(list, p.source)
	}
	return list
}

// sourceFields gives the sources: those of spec.sources, which win over
// spec.source, and for a hydrated Application what it is hydrated from. See
// https://argo-cd.readthedocs.io/en/stable/user-guide/multiple_sources/ and
// https://argo-cd.readthedocs.io/en/stable/user-guide/source-hydrator/
func (a *application) sourceFields() (list []map[string]any, at []manifest.Path) {
	spec := mapping(a.object.Body, "spec")
	path := manifest.Path{manifest.Key("spec")}
	if dry, ok := look(spec, "sourceHydrator", "drySource").(map[string]any); ok {
		return []map[string]any{dry}, []manifest.Path{below(path, "sourceHydrator", "drySource")}
	}
	for i, s := range sequence(spec, "sources") {
		fields, _ := s.(map[string]any)
		list = append(list, fields)
		at = append(at, item(below(path, "sources"), i))
	}
	if single, ok := spec["source"].(map[string]any); ok && len(list) == 0 {
		return []map[string]any{single}, []manifest.Path{below(path, "source")}
	}
	return list, at
}

// planner plans one source.
type planner struct {
	*application
	fields   map[string]any
	source   Source
	multiple bool
	// overridden is set where files beside the manifests change the fields, and
	// absent where there is no directory or chart.
	overridden, absent bool
}

func (p *planner) field(keys ...string) manifest.Path { return below(p.source.At, keys...) }

func (p *planner) plan() {
	if !p.readable() {
		return
	}
	chart := text(p.fields, "chart")
	switch {
	case chart != "":
		p.chart(chart)
	case text(p.fields, "path") != "":
		p.directory()
	case p.multiple:
		// The repository serves others with values files.
	default:
		p.fail(p.source.At, "the source names neither a path nor a chart")
	}
}

// chart plans a source that is a chart of a Helm repository. The address of an
// OCI registry has no scheme there.
func (p *planner) chart(name string) {
	at, ok := p.keptChart(name)
	if !ok {
		p.valuesAlone()
		return
	}
	p.source.Path = at
	p.helm(true)
}

// keptChart gives the copy of a chart in the tree.
func (p *planner) keptChart(name string) (at string, ok bool) {
	repoURL, version := text(p.fields, "repoURL"), text(p.fields, "targetRevision")
	if !strings.Contains(repoURL, "://") {
		repoURL = "oci://" + repoURL
	}
	for _, part := range []struct{ key, value string }{{"chart", name}, {"repoURL", repoURL}, {"targetRevision", version}} {
		if repository.Placeholder(part.value) {
			p.skip(p.field(part.key), render.ReasonMissingValue, "which chart it is depends on %s", part.value)
			return "", false
		}
	}
	if p.c.o.Charts != nil {
		if at, ok = p.c.o.Charts.Chart(repoURL, name, version); ok {
			return at, true
		}
	}
	p.skip(p.field("chart"), render.ReasonRemote, "%s", vendored.Absent(strings.TrimSpace(name+" "+version), repoURL))
	return "", false
}

// directory plans a source that is a directory of a git repository.
func (p *planner) directory() {
	dir, ok := p.localDirectory()
	if !ok {
		p.valuesAlone()
		return
	}
	p.source.Path = dir
	if !p.override() {
		return
	}
	kind, ok := p.kind()
	if !ok {
		return
	}
	switch kind {
	case render.KindHelm:
		p.helm(false)
	case render.KindKustomize:
		p.kustomize()
	default:
		p.plain()
	}
}

// localDirectory gives the directory of the source where it is in the tree.
func (p *planner) localDirectory() (dir string, ok bool) {
	name, at := text(p.fields, "path"), p.field("path")
	if path.IsAbs(name) {
		p.fail(at, "the path is absolute; Argo CD wants one that is relative to the repository")
		return "", false
	}
	dir = path.Clean(name)
	verdict := p.c.known.Judge(text(p.fields, "repoURL"))
	_, err := p.c.tree.Resolve(dir)
	isDir := err == nil && p.c.tree.IsDir(dir)
	switch {
	case verdict == repository.Elsewhere:
		p.elsewhere()
	case verdict != repository.Here && dir == ".":
		p.skip(p.field("repoURL"), render.ReasonRemote, "is not known to be this repository, and its root is deployed")
	case isDir:
		if verdict == repository.Other {
			p.warn(p.field("repoURL"), render.ReasonPartial,
				"is no remote of this repository; %s exists here, so it is taken from here", dir)
		}
		return dir, true
	case repository.Placeholder(name):
		p.skip(at, render.ReasonMissingValue, "which directory it is depends on %s", name)
	case verdict != repository.Here:
		p.elsewhere()
	case err == nil:
		p.fail(at, "%s is not a directory", dir)
	default:
		p.fail(at, "%s does not exist in the repository", dir)
	}
	return "", false
}

func (p *planner) elsewhere() {
	p.skip(p.field("repoURL"), render.ReasonRemote, "the source is another repository: %s, path %s",
		text(p.fields, "repoURL"), text(p.fields, "path"))
}
