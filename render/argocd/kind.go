package argocd

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

// kind tells what renders the directory: what the source has options for, else a
// kustomization or a chart where there is one. See GetAppSourceType in
// https://github.com/argoproj/argo-cd/blob/master/reposerver/repository/repository.go
func (p *planner) kind() (kind render.Kind, ok bool) {
	var named []string
	for _, key := range []string{"kustomize", "helm", "directory"} {
		if !zero(p.fields[key]) {
			named = append(named, key)
		}
	}
	if p.fields["plugin"] != nil {
		named = append(named, "plugin")
	}
	switch {
	case len(named) > 1:
		p.fail(p.field(named[1]), "the source has options for %s; Argo CD accepts one kind", strings.Join(named, " and "))
		return "", false
	case len(named) == 0:
		return p.detected(), true
	}
	switch named[0] {
	case "kustomize":
		return render.KindKustomize, true
	case "helm":
		return render.KindHelm, true
	case "plugin":
		p.skip(p.field("plugin"), render.ReasonPlugin, "a config management plugin renders %s", p.source.Path)
		return "", false
	}
	return render.KindPlain, true
}

func (p *planner) detected() render.Kind {
	if p.kustomization() != "" {
		return render.KindKustomize
	}
	if p.c.tree.IsFile(path.Join(p.source.Path, "Chart.yaml")) {
		return render.KindHelm
	}
	return render.KindPlain
}

// kustomization gives the kustomization file of the directory, or "".
func (p *planner) kustomization() string {
	for _, name := range []string{"kustomization.yaml", "kustomization.yml", "Kustomization"} {
		if file := path.Join(p.source.Path, name); p.c.tree.IsFile(file) {
			return file
		}
	}
	return ""
}

// zero tells whether the options of a source set nothing, which counts as if they
// were absent. See NormalizeApplicationSpec in
// https://github.com/argoproj/argo-cd/blob/master/util/argo/argo.go
func zero(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == ""
	case bool:
		return !value
	case []any:
		return len(value) == 0
	case map[string]any:
		return !slices.ContainsFunc(slices.Collect(maps.Values(value)), func(v any) bool { return !zero(v) })
	}
	return false
}
