package flux

import (
	"fmt"
	"path"
	"strings"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/provider"
	"sigs.k8s.io/kustomize/api/resource"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/kustomize/schema"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// hasKustomization tells whether kustomize finds a kustomization in a directory.
func (c *Controller) hasKustomization(dir string) bool {
	for _, name := range konfig.RecognizedKustomizationFileNames() {
		if c.tree.IsFile(path.Join(dir, name)) {
			return true
		}
	}
	return false
}

// generator lists the resources of the kustomization that kustomize-controller
// makes for a directory without one: every .yaml and .yml file in it and in the
// directories below, and each directory below that has a kustomization, in the
// place of what lies in it. See scanManifests in
// https://github.com/fluxcd/pkg/blob/main/kustomize/kustomize_generator.go
type generator struct {
	d       *deployment
	dir     string
	rules   []ignoreRule
	factory *resource.Factory
	entries []string
}

// generate gives the resources for a directory, relative to it. A file that
// kustomize cannot read would stop the controller; it is listed and left out.
func (d *deployment) generate(s source, at location) []string {
	g := generator{
		d:       d,
		dir:     at.path,
		rules:   d.ignoring(s, at.root),
		factory: provider.NewDefaultDepProvider().GetResourceFactory(),
	}
	g.scan(at.path)
	return g.entries
}

func (g *generator) scan(dir string) {
	entries, err := g.d.c.tree.ReadDir(dir)
	if err != nil {
		g.d.fail(render.ReasonUnreadable, "cannot be read: "+fsys.Cause(err).Error(), manifest.Location{File: dir})
		return
	}
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		switch {
		// An artifact holds no links.
		case entry.IsDir() && entry.Name() == ".git":
		case entry.IsDir() && g.d.c.hasKustomization(name):
			g.add(name)
		case entry.IsDir():
			g.scan(name)
		case entry.Type().IsRegular():
			g.file(name)
		}
	}
}

// file adds a file that holds objects.
func (g *generator) file(name string) {
	extension := path.Ext(name)
	if extension != ".yaml" && extension != ".yml" || ignored(g.rules, name) {
		return
	}
	data, err := g.d.c.tree.ReadFile(name)
	if err == nil {
		err = g.decode(data)
	} else {
		err = fsys.Cause(err)
	}
	if err != nil {
		g.d.files[name] = true
		g.d.fail(render.ReasonNotManifest, "it stops the Kustomization, which takes every YAML file of its directory for objects: "+
			firstLine(err.Error()), manifest.Location{File: name})
		return
	}
	g.add(name)
}

// decode reads a file as kustomize does, which panics on some input.
func (g *generator) decode(data []byte) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("read objects: %v", cause)
		}
	}()
	schema.Use(func() { _, err = g.factory.SliceFromBytes(data) })
	return err
}

func (g *generator) add(name string) {
	rel, _ := within(name, g.dir)
	g.entries = append(g.entries, rel)
	g.d.covers = append(g.d.covers, name)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
