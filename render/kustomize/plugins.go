package kustomize

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/resource"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/resid"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/kustomize/schema"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// chartGenerator is the kind of the explicit form of helmCharts.
const chartGenerator = "HelmChartInflationGenerator"

// pluginPaths are the fields of builtin plugins that name files to load.
var pluginPaths = []string{"path", "paths", "env", "envs", "files", "targetFilePath"}

// filterPlugins checks generators, transformers and validators. Their entries
// are configurations, or the names of files or directories that hold some.
func (w *walk) filterPlugins(l *layer, namespace string) {
	for _, field := range []struct {
		name    string
		entries *[]string
	}{
		{"generators", &l.spec.Generators},
		{"transformers", &l.spec.Transformers},
		{"validators", &l.spec.Validators},
	} {
		var kept []string
		for _, entry := range *field.entries {
			kept = append(kept, w.pluginEntry(l, field.name, entry, namespace)...)
		}
		l.changed = l.changed || !slices.Equal(kept, *field.entries)
		*field.entries = kept
	}
}

// pluginEntry gives what is left of an entry: itself, or the configurations in
// it that are left.
func (w *walk) pluginEntry(l *layer, field, entry, namespace string) []string {
	at := func() manifest.Location { return w.r.locate(l.file, entry, field) }
	if w.isInline(entry) {
		// It was parsed just now.
		configs, _ := w.r.decodeObjects([]byte(entry))
		return w.configs(l, entry, configs, func(*resource.Resource) manifest.Location { return at() })
	}
	checked, p, ok := w.local(l, entry, at)
	if !ok {
		return nil
	}
	if p.IsDir {
		return w.configs(l, "", w.pluginDir(p.Name, namespace, at), func(*resource.Resource) manifest.Location { return at() })
	}
	configs, ok := w.pluginFile(p.Name)
	if !ok {
		return nil
	}
	return w.configs(l, checked, configs, func(config *resource.Resource) manifest.Location {
		return w.configPlace(p.Name, config)
	})
}

// configs gives the configurations that are left, as the entry that held them
// where it may stay.
func (w *walk) configs(l *layer, entry string, configs []*resource.Resource, place func(*resource.Resource) manifest.Location) []string {
	var kept []string
	for _, config := range configs {
		at := func() manifest.Location { return place(config) }
		if !w.plugin(l, config, at) {
			continue
		}
		text, err := config.AsYAML()
		if err != nil {
			w.lose(render.ReasonRender, w.brief(err), at())
			continue
		}
		kept = append(kept, string(text))
	}
	if entry != "" && len(kept) == len(configs) {
		return []string{entry}
	}
	return kept
}

// pluginFile reads the configurations in a file. One that is not YAML is left
// to kustomize to complain about.
func (w *walk) pluginFile(name string) ([]*resource.Resource, bool) {
	data, err := w.files.Read(name)
	if err != nil {
		w.lose(render.ReasonUnreadable, err.Error(), manifest.Location{File: name})
		return nil, false
	}
	configs, err := w.r.decodeObjects(data)
	if err != nil {
		w.lose(render.ReasonInvalidYAML, w.brief(err), manifest.Location{File: name})
		return nil, false
	}
	return configs, true
}

// pluginDir builds the kustomization whose objects are configurations. They
// take the place of the directory, so that nothing is run that was not checked
// in the form that it has in the end.
func (w *walk) pluginDir(dir, namespace string, at func() manifest.Location) []*resource.Resource {
	base := w.base(dir, namespace, types.KustomizationKind, at)
	if base == nil {
		return nil
	}
	objects, err := run(w.files, dir, w.ownSchema())
	if err != nil {
		w.lose(render.ReasonRender, w.brief(err), at())
		return nil
	}
	w.localConfigs(base)
	return objects.Resources()
}

// localConfigs lists the configurations below a layer that a build leaves out
// of its objects. Many a function is annotated in this way.
func (w *walk) localConfigs(l *layer) {
	for _, p := range l.parts {
		if p.layer != nil {
			w.localConfigs(p.layer)
			continue
		}
		for _, object := range w.r.objects(p.file) {
			if object.Annotation(konfig.IgnoredByKustomizeAnnotation) != "" {
				w.skip(render.ReasonPlugin, fmt.Sprintf("%s %q is local configuration in a directory of plugins; it was left out",
					object.Kind(), object.Name()), object.Source.Trace(nil).Location)
			}
		}
	}
}

// plugin tells whether kustomize may run what config configures. Anything else
// is listed, or rendered in another way.
func (w *walk) plugin(l *layer, config *resource.Resource, at func() manifest.Location) bool {
	var gvk resid.Gvk
	schema.Use(func() { gvk = config.GetGvk() })
	if gvk.Group != "" || gvk.Version != konfig.BuiltinPluginApiVersion {
		w.skip(render.ReasonPlugin, fmt.Sprintf("%s %q is a plugin that would run a program; it was left out",
			gvk.Kind, config.GetName()), at())
		return false
	}
	body, err := config.Map()
	if err != nil {
		w.lose(render.ReasonRender, w.brief(err), at())
		return false
	}
	if gvk.Kind == chartGenerator {
		w.explicitChart(l, body, at())
		return false
	}
	if entry := remotePath(body); entry != "" {
		w.skip(render.ReasonRemote, fmt.Sprintf("%q is remote; %s %q was left out", entry, gvk.Kind, config.GetName()), at())
		return false
	}
	return true
}

// remotePath finds an entry that kustomize could fetch in the configuration of
// a builtin plugin.
func remotePath(value any) string {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if isPluginPath(key) {
				if entry := remoteEntry(value[key]); entry != "" {
					return entry
				}
			}
			if entry := remotePath(value[key]); entry != "" {
				return entry
			}
		}
	case []any:
		for _, below := range value {
			if entry := remotePath(below); entry != "" {
				return entry
			}
		}
	}
	return ""
}

func isPluginPath(key string) bool {
	return slices.ContainsFunc(pluginPaths, func(path string) bool { return strings.EqualFold(path, key) })
}

// remoteEntry gives a file name, or one of a list of them, that kustomize could
// fetch. It may follow a key, as in key=https://example.com/file.
func remoteEntry(value any) string {
	switch value := value.(type) {
	case string:
		_, behind, _ := strings.Cut(value, "=")
		if mayBeRemote(value) || mayBeRemote(behind) {
			return value
		}
	case []any:
		for _, item := range value {
			if entry := remoteEntry(item); entry != "" {
				return entry
			}
		}
	}
	return ""
}

// configPlace finds the configuration in the file that holds it.
func (w *walk) configPlace(file string, config *resource.Resource) manifest.Location {
	for _, object := range w.r.objects(file) {
		if object.Kind() == config.GetKind() && object.Name() == config.GetName() {
			return object.Source.Trace(nil).Location
		}
	}
	return manifest.Location{File: file}
}
