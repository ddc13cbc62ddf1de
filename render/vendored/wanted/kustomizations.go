package wanted

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// inKustomization gives the remote entries and charts of the kustomization in the
// named file.
func inKustomization(tree *fsys.Tree, name string) []Reference {
	data, err := tree.ReadFile(name)
	if err != nil {
		return nil
	}
	k := &kustomization{tree: tree, dir: path.Dir(name)}
	for _, doc := range manifest.Parse(name, data) {
		body, isMapping := doc.Body.(map[string]any)
		if group, _ := body["apiVersion"].(string); isMapping && (group == "" || strings.HasPrefix(group, "kustomize.config.k8s.io/")) {
			k.read(name, doc, body)
		}
	}
	return k.found
}

// kustomization collects what one file refers to.
type kustomization struct {
	tree  *fsys.Tree
	dir   string
	found []Reference
}

func (k *kustomization) read(name string, doc *manifest.Document, body map[string]any) {
	for _, field := range []string{"resources", "bases", "components", "crds", "configurations", "patchesStrategicMerge", "generators", "transformers", "validators"} {
		k.entries(doc, body[field], manifest.Path{manifest.Key(field)})
	}
	for _, field := range []string{"patches", "patchesJson6902", "replacements", "openapi", "configMapGenerator", "secretGenerator"} {
		k.settings(doc, body[field], manifest.Path{manifest.Key(field)})
	}
	globals, _ := body["helmGlobals"].(map[string]any)
	k.charts(doc, body["helmCharts"], "helmCharts", globals)
	k.charts(doc, body["helmChartInflationGenerator"], "helmChartInflationGenerator", nil)
	generators, _ := body["generators"].([]any)
	for i, entry := range generators {
		if text, ok := entry.(string); ok && strings.Contains(text, "\n") {
			at := doc.Locate(manifest.Path{manifest.Key("generators"), manifest.Index(i)})
			k.generators(manifest.Parse(name, []byte(text)), func(*manifest.Document) manifest.Location { return at })
		} else if ok {
			k.generatorFile(text)
		}
	}
}

// entries takes a list of entries, or a single one.
func (k *kustomization) entries(doc *manifest.Document, value any, at manifest.Path) {
	switch value := value.(type) {
	case string:
		k.entry(doc, value, at)
	case []any:
		for i, item := range value {
			if text, ok := item.(string); ok {
				k.entry(doc, text, append(at[:len(at):len(at)], manifest.Index(i)))
			}
		}
	}
}

// settings takes the files that the items of a list, or the keys of a mapping,
// name.
func (k *kustomization) settings(doc *manifest.Document, value any, at manifest.Path) {
	switch value := value.(type) {
	case []any:
		for i, item := range value {
			k.settings(doc, item, append(at[:len(at):len(at)], manifest.Index(i)))
		}
	case map[string]any:
		for _, key := range []string{"path", "files", "envs", "env"} {
			k.entries(doc, value[key], append(at[:len(at):len(at)], manifest.Key(key)))
		}
	}
}

// named is what stands before the name of a file in the list of a generator.
var named = regexp.MustCompile(`^[A-Za-z0-9._-]+=`)

// scheme starts an address.
var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// entry takes an entry that kustomize would fetch. Where it has no scheme, a file
// of that name comes first.
func (k *kustomization) entry(doc *manifest.Document, text string, at manifest.Path) {
	text = strings.TrimPrefix(text, named.FindString(text))
	if strings.Contains(text, "\n") {
		return
	}
	_, isRemote := vendored.ParseRemote(text)
	hasScheme := scheme.MatchString(text)
	if _, err := k.tree.Stat(path.Join(k.dir, text)); !hasScheme && (!isRemote || err == nil) {
		return
	}
	r := Reference{Location: doc.Locate(at), Entry: text}
	if !isRemote && !vendored.IsURL(text) {
		r.Problem = "kustomize knows no way to fetch it"
	}
	k.found = append(k.found, r)
}

// charts takes a list of charts.
func (k *kustomization) charts(doc *manifest.Document, value any, field string, globals map[string]any) {
	items, _ := value.([]any)
	for i, item := range items {
		if body, ok := item.(map[string]any); ok {
			k.chart(body, globals, doc.Locate(manifest.Path{manifest.Key(field), manifest.Index(i)}))
		}
	}
}

// chart takes a chart that does not lie where kustomize looks for it. The older
// generator has other names for the keys.
func (k *kustomization) chart(body, globals map[string]any, at manifest.Location) {
	text := func(m map[string]any, key string) string { s, _ := m[key].(string); return s }
	name := cmp.Or(text(body, "name"), text(body, "chartName"))
	repository := cmp.Or(text(body, "repo"), text(body, "chartRepoUrl"))
	version := cmp.Or(text(body, "version"), text(body, "chartVersion"))
	home := cmp.Or(text(body, "chartHome"), text(globals, "chartHome"), "charts")
	if repository == "" || name == "" {
		return
	}
	for _, dir := range []string{path.Join(home, name), path.Join(home, name+"-"+version, name)} {
		if k.tree.IsDir(path.Join(k.dir, dir)) {
			return
		}
	}
	k.found = append(k.found, Reference{
		Location:   at,
		Repository: vendored.Repository(repository),
		Name:       name,
		Version:    vendored.Version(version),
	})
}

// generatorFile takes the charts of the generators in a file.
func (k *kustomization) generatorFile(entry string) {
	file := path.Join(k.dir, entry)
	if data, err := k.tree.ReadFile(file); err == nil {
		k.generators(manifest.Parse(file, data), func(doc *manifest.Document) manifest.Location {
			return doc.Locate(manifest.Path{manifest.Key("name")})
		})
	}
}

func (k *kustomization) generators(docs []*manifest.Document, at func(*manifest.Document) manifest.Location) {
	for _, doc := range docs {
		body, _ := doc.Body.(map[string]any)
		if kind, _ := body["kind"].(string); kind == "HelmChartInflationGenerator" {
			k.chart(body, nil, at(doc))
		}
	}
}
