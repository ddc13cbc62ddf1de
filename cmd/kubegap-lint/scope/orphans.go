package scope

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
)

// orphans are what may have been a part of something else before files were gone:
// a manifest that no kustomization names any more is judged by itself, and a chart
// that nothing deploys by its own values.
type orphans struct {
	// below are files and directories that were used, or that lay in a chart.
	below []string
	// paths are the words, as paths, of the texts that named what was deployed, and
	// any is set where one of them may have deployed anything. Nothing is known where
	// all is set.
	paths    [][]string
	any, all bool
}

// findOrphans looks for what files that are gone have used.
func findOrphans(tree *fsys.Tree, c Changes) orphans {
	var o orphans
	for _, name := range c.sorted() {
		if !c.gone[name] {
			continue
		}
		text, dir, base := c.texts[name], path.Dir(name), path.Base(name)
		switch {
		case base == ".gitignore":
			o.below = append(o.below, dir)
		case text == nil:
			o.all = true
		case base == "Chart.yaml":
			o.below = append(o.below, dir)
			for _, m := range localChart.FindAllSubmatch(text, -1) {
				o.below = append(o.below, path.Join(dir, string(m[1])))
			}
		case render.IsKustomizationName(base):
			o.kustomization(tree, dir, text)
		case gitops.Deploys(text) && deployerKind.Match(text):
			o.deployer(text)
		}
	}
	return o
}

// kustomization adds what the kustomization of a directory has used.
func (o *orphans) kustomization(tree *fsys.Tree, dir string, text []byte) {
	for _, name := range render.KustomizationReads(text, func(name string) ([]byte, error) { return tree.ReadFile(path.Join(dir, name)) }) {
		o.below = append(o.below, path.Join(dir, name))
	}
}

// deployerKind matches what makes an object that deploys others, in a manifest, a
// template, or values that name charts.
var deployerKind = regexp.MustCompile(`kind["']?[ \t]*:[ \t]*["']?(Application|Kustomization|HelmRelease|\{\{)|argocd-apps`)

// localChart matches the path of a dependency in a Chart.yaml.
var localChart = regexp.MustCompile(`file://([^\s"']+)`)

// computedPath matches a path that a template, or a variable, makes.
var computedPath = regexp.MustCompile(`path["']?[ \t]*:[ \t]*([|>]|.*(\{\{|\$\{))`)

// deployer adds what a file with objects of Flux or Argo CD deploys: what it names,
// and anything where it makes the names.
func (o *orphans) deployer(text []byte) {
	for _, word := range strings.FieldsFunc(string(text), func(r rune) bool { return strings.ContainsRune(" \t\r\n\"',:;[](){}", r) }) {
		o.paths = append(o.paths, strings.Split(strings.TrimRight(word, "/"), "/"))
	}
	makesAll := bytes.Contains(text, []byte("{{")) && !bytes.Contains(text, []byte("path"))
	o.any = o.any || makesAll || computedPath.Match(text)
}

// none tells that there are none.
func (o orphans) none() bool { return !o.all && !o.any && len(o.below)+len(o.paths) == 0 }

// have tells whether a file or directory may be one of them, which nothing deploys
// now if bare is set.
func (o orphans) have(name string, bare bool) bool {
	if o.all || o.any && bare {
		return true
	}
	for _, dir := range o.below {
		if dir == "." || name == dir || strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	for at := name; at != "." && at != "/" && at != ".."; at = path.Dir(at) {
		steps := strings.Split(at, "/")
		if slices.ContainsFunc(o.paths, func(word []string) bool { return leadsTo(word, steps) }) {
			return true
		}
	}
	return false
}

// leadsTo tells whether a path, as it is written somewhere, may lead to a file or
// directory: their last steps are the same, as far as they are known, of which one is.
func leadsTo(written, name []string) bool {
	known := false
	for i := range written {
		step := written[len(written)-1-i]
		switch {
		case step == "" || step == "." || step == "..":
			return known
		case i == len(name):
			return false
		case step == name[len(name)-1-i]:
			known = true
		case !strings.ContainsAny(step, "*?$"):
			return false
		}
	}
	return known
}
