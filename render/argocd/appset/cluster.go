package appset

import (
	"cmp"
	"maps"
	"slices"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/cluster"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// clusters gives the clusters that Secrets register with Argo CD, and without a
// selector the cluster of Argo CD itself, which needs no Secret. See
// https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators-Cluster/
func (x *expansion) clusters(p part) (list []*params, ok bool) {
	s, err := newSelector(p.fields["selector"])
	if err != nil {
		x.fail(p.field("selector"), "%v", err)
		return nil, false
	}
	registered := cluster.All(x.secrets)
	found := selected(registered, s)
	ownIsThere := slices.ContainsFunc(found, func(c cluster.Cluster) bool { return c.Server == cluster.OwnServer })
	if s.empty() && !ownIsThere {
		set := newParams()
		at := where{x.set.Source, p.at}
		for name, value := range map[string]string{
			"name": cluster.OwnName, "nameNormalized": cluster.OwnName, "server": cluster.OwnServer, "project": "",
		} {
			set.set(name, value, at)
		}
		list = append(list, set)
	}
	for _, c := range found {
		list = append(list, x.clusterParams(c))
	}
	for _, set := range list {
		if !x.addValues(p, set) {
			return nil, false
		}
	}
	if len(registered) == 0 {
		x.tellOfUnknown(p, s)
	}
	if flat, _ := p.fields["flatList"].(bool); flat && len(list) > 0 {
		list = []*params{flatList(list)}
	}
	return list, len(list)+len(registered) > 0
}

// tellOfUnknown tells that the repository registers no cluster: most often a
// person or a program does so elsewhere.
func (x *expansion) tellOfUnknown(p part, s selector) {
	if s.empty() {
		x.warn(render.ReasonPartial, p.at, "the repository registers no cluster; only that of Argo CD itself is known")
		return
	}
	x.skip(render.ReasonPartial, p.field("selector"),
		"the repository registers no cluster, so those that the selector takes are not known")
}

// selected gives the clusters that the selector takes, by name. Of several with
// one name the last is taken.
func selected(registered []cluster.Cluster, s selector) []cluster.Cluster {
	byName := map[string]cluster.Cluster{}
	for _, c := range registered {
		if s.matches(c.Labels) {
			byName[c.Name] = c
		}
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b cluster.Cluster) int { return cmp.Compare(a.Name, b.Name) })
}

func (x *expansion) clusterParams(c cluster.Cluster) *params {
	set := newParams()
	for name, field := range map[string]cluster.Field{"name": c.NameField(), "server": c.ServerField(), "project": c.ProjectField()} {
		set.set(name, field.Value, where{c.Object.Source, field.Path})
	}
	set.set("nameNormalized", normalize(c.Name), set.from["name"])
	metadata := map[string]any{}
	for kind, entries := range map[string]map[string]string{"labels": c.Labels, "annotations": c.Annotations} {
		if len(entries) > 0 {
			metadata[kind] = entries
		}
		for key, value := range entries {
			name := "metadata." + kind + "." + key
			set.from[name] = where{c.Object.Source, manifest.Path{manifest.Key("metadata"), manifest.Key(kind), manifest.Key(key)}}
			if !x.templating.goTemplate {
				set.values[name] = value
			}
		}
	}
	if x.templating.goTemplate {
		set.values["metadata"] = metadata
	}
	return set
}

// flatList gives all clusters as one parameter, a list.
func flatList(list []*params) *params {
	set := newParams()
	all := make([]map[string]any, len(list))
	for i, cluster := range list {
		all[i] = cluster.values
	}
	set.set("clusters", all, list[0].from["name"])
	return set
}
