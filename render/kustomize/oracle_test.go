package kustomize_test

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// readsChart tells whether helm would be needed for the unit.
func readsChart(u render.Unit) bool {
	return slices.ContainsFunc(u.Files, func(name string) bool { return strings.HasSuffix(name, "/Chart.yaml") })
}

// onDisk gives what krusty makes of the files on disk.
func onDisk(t *testing.T, dir string) string {
	t.Helper()
	objects, err := krustyRun(filesys.MakeFsOnDisk(), dir)
	if err != nil {
		t.Fatal(err)
	}
	yaml, err := objects.AsYaml()
	if err != nil {
		t.Fatal(err)
	}
	return string(yaml)
}

// krustyRun is what `kustomize build --load-restrictor LoadRestrictionsNone`
// does.
func krustyRun(files filesys.FileSystem, dir string) (resmap.ResMap, error) {
	o := krusty.MakeDefaultOptions()
	o.Reorder = krusty.ReorderOptionUnspecified
	o.LoadRestrictions = types.LoadRestrictionsNone
	o.PluginConfig.BpLoadingOptions = types.BploUseStaticallyLinked
	return krusty.MakeKustomizer(o).Run(files, dir)
}

// text gives the objects of a unit as kustomize prints them.
func text(t *testing.T, u render.Unit) string {
	t.Helper()
	var docs []string
	for _, o := range u.Objects {
		doc, err := yaml.Marshal(o.Body)
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, string(doc))
	}
	return strings.Join(docs, "---\n")
}

// annotated is a disk on which one kustomization asks kustomize to annotate
// objects with their origin.
type annotated struct {
	filesys.FileSystem
	dir string
}

func (a annotated) ReadFile(name string) ([]byte, error) {
	data, err := a.FileSystem.ReadFile(name)
	if err != nil || filepath.Dir(name) != a.dir {
		return data, err
	}
	var spec map[string]any
	if yaml.Unmarshal(data, &spec) != nil || spec["resources"] == nil && spec["components"] == nil {
		return data, nil
	}
	spec["buildMetadata"] = []string{"originAnnotations"}
	return yaml.Marshal(spec)
}

// originsOnDisk gives the file of each object as kustomize names it when asked.
func originsOnDisk(t *testing.T, root, dir string) []string {
	t.Helper()
	abs := filepath.Join(root, dir)
	objects, err := krustyRun(annotated{filesys.MakeFsOnDisk(), abs}, abs)
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, o := range objects.Resources() {
		body, err := o.Map()
		if err != nil {
			t.Fatal(err)
		}
		var origin struct{ Path, ConfiguredIn string }
		text := manifest.Object{Body: body}.Annotation("config.kubernetes.io/origin")
		if err := yaml.Unmarshal([]byte(text), &origin); err != nil {
			t.Fatal(err)
		}
		file := ""
		if origin.Path+origin.ConfiguredIn != "" {
			file = path.Join(dir, origin.Path+origin.ConfiguredIn)
		}
		files = append(files, file)
	}
	return files
}
