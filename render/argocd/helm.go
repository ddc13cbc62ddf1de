package argocd

import (
	"cmp"
	"path"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/repository"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// helm plans the chart at the path of the source; remote tells that it is a copy
// of one that lies elsewhere. A chart whose values are not all known is not
// rendered: it would be another one. See
// https://argo-cd.readthedocs.io/en/stable/user-guide/helm/
func (p *planner) helm(remote bool) {
	options := mapping(p.fields, "helm")
	env := p.buildEnvironment(p.fields)
	before := p.count()
	v := p.chartValues(options, env, remote)
	if p.count() > before {
		return
	}
	p.source.Kind = render.KindHelm
	p.source.Helm = helm.Request{
		Chart:       p.source.Path,
		NamedAt:     p.object.Source.Trace(p.field("chart")).Location,
		ReleaseName: cmp.Or(text(options, "releaseName"), p.object.Name()),
		Namespace:   cmp.Or(text(options, "namespace"), p.to.namespace),
		ValueFiles:  v.files,
		Values:      v.own,
		ValuePlaces: p.valuePlaces(v),
		IncludeCRDs: !flag(options, "skipCrds"),
		SkipTests:   flag(options, "skipTests"),
		KubeVersion: text(options, "kubeVersion"),
		APIVersions: textsOf(options, "apiVersions"),
	}
	p.source.Covers = append([]string{p.source.Path}, v.files...)
}

// chartValues gives the values for the chart.
func (p *planner) chartValues(options map[string]any, env buildEnvironment, remote bool) values {
	files := p.valueFiles(options, env, remote)
	v := p.values(options)
	v.files = files
	p.parameters(&v, options, env)
	p.fileParameters(&v, options, env, remote)
	return v
}

// valuesAlone tells what is wrong with the values for a chart that is not here.
func (p *planner) valuesAlone() {
	p.absent = true
	p.chartValues(mapping(p.fields, "helm"), p.buildEnvironment(p.fields), true)
}

// valueFiles gives the values files in the tree.
func (p *planner) valueFiles(options map[string]any, env buildEnvironment, remote bool) []string {
	var list []string
	optional := flag(options, "ignoreMissingValueFiles")
	for i, name := range textsOf(options, "valueFiles") {
		at := item(p.field("helm", "valueFiles"), i)
		if file, ok := p.file(name, at, env, remote, optional); ok {
			list = append(list, file)
		}
	}
	return list
}

// file gives the file in the tree that an option of a Helm source names:
// relative to the source, to the repository (/file) or to that of another source
// ($ref/file). Where it gives false a problem tells why, unless the file is
// optional and missing. See
// https://github.com/argoproj/argo-cd/blob/master/util/io/path/resolved.go
func (p *planner) file(name string, at manifest.Path, env buildEnvironment, remote, optional bool) (string, bool) {
	verdict := p.c.known.Judge(text(p.fields, "repoURL"))
	from := p.source.Path
	ref, isRef := p.refs[strings.SplitN(name, "/", 2)[0]]
	switch {
	case isRef && text(ref.fields, "chart") != "":
		p.fail(at, "%s leads to a source that is a chart", name)
		return "", false
	case isRef:
		_, rest, _ := strings.Cut(name, "/")
		name, from, verdict, remote = env.fill(rest), ".", p.c.known.Judge(text(ref.fields, "repoURL")), false
	case p.multiple && strings.HasPrefix(name, "$"):
		p.fail(at, "no source has the ref of %s", name)
		return "", false
	case p.absent:
		// The file is one of the chart, or may be.
		return "", false
	default:
		name = env.fill(name)
	}
	if scheme, _, isURL := strings.Cut(name, "://"); isURL {
		p.skip(at, render.ReasonRemote, "a file that %s has to fetch is not read", scheme)
		return "", false
	}
	if path.IsAbs(name) && !remote {
		from = "."
	}
	return p.exists(path.Join(from, name), at, verdict, remote, optional)
}

// exists checks a file that an option names; verdict is about the repository that
// it is in.
func (p *planner) exists(file string, at manifest.Path, verdict repository.Verdict, remote, optional bool) (string, bool) {
	inPackage := remote && p.c.tree.IsFile(p.source.Path)
	outside := file == ".." || strings.HasPrefix(file, "../")
	switch {
	case !remote && verdict == repository.Elsewhere:
		p.skip(at, render.ReasonRemote, "the file is in another repository")
	case inPackage:
		p.skip(at, render.ReasonPartial, "a file in the package of a chart is not read")
	case outside:
		p.fail(at, "%s lies outside of the repository", file)
	case p.c.tree.IsFile(file):
		return file, true
	case repository.Placeholder(file):
		p.skip(at, render.ReasonMissingValue, "which file it is depends on %s", file)
	case !remote && verdict != repository.Here && !p.within(file):
		p.skip(at, render.ReasonRemote, "%s is not here and may be in another repository", file)
	case !optional:
		p.fail(at, "%s does not exist", file)
	}
	return "", false
}

// within tells whether a file would lie in the directory of the source, which is
// known to be here.
func (p *planner) within(file string) bool { return strings.HasPrefix(file, p.source.Path+"/") }
