package provenance

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"text/template/parse"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// corpusDir holds public charts, where they are at hand.
const corpusDir = "../../../../shared/corpus"

// eachCorpusChart calls use with every chart of the corpus that can be loaded.
// Dependencies that are missing are taken from beside it.
func eachCorpusChart(t *testing.T, use func(name string, c *chart.Chart)) {
	t.Helper()
	if testing.Short() {
		t.Skip("the corpus takes long")
	}
	if _, err := os.Stat(corpusDir); err != nil {
		t.Skip("no corpus")
	}
	err := filepath.WalkDir(corpusDir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.Name() != "Chart.yaml" {
			return err
		}
		dir := filepath.Dir(name)
		if c, err := loader.LoadDir(dir); err == nil {
			complete(c, filepath.Dir(dir), 0)
			use(dir, c)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// complete adds the dependencies that a chart lacks and that lie in a directory.
func complete(c *chart.Chart, dir string, depth int) {
	has := map[string]bool{c.Name(): true}
	for _, sub := range c.Dependencies() {
		has[sub.Name()] = true
	}
	for _, d := range c.Metadata.Dependencies {
		sub, err := loader.LoadDir(filepath.Join(dir, d.Name))
		if err != nil || has[d.Name] || depth > 3 {
			continue
		}
		complete(sub, dir, depth+1)
		d.Version = sub.Metadata.Version
		c.AddDependency(sub)
	}
}

// TestCorpusReads renders the charts of the corpus with hooks, and looks at what
// all actions read that run.
func TestCorpusReads(t *testing.T) {
	t.Parallel()
	var charts, failed, actions, reads, absent int
	eachCorpusChart(t, func(name string, c *chart.Chart) {
		layers := defaults(t, c, nil)
		h, err := run(t, c, map[string]any{})
		if err != nil {
			failed++
		}
		if h == nil {
			return
		}
		charts++
		for _, e := range h.events {
			actions++
			scope := e.scope()
			for _, r := range h.values.Reads(e.hook.node, scope) {
				if !r.Exists {
					absent++
					continue
				}
				reads++
				if got, ok := at(h.values, h.root, r.Path); !ok || !same(got, r.Value) {
					t.Errorf("%s: %s of %s is %v, not %v", name, r.Path, e.hook.node, got, r.Value)
				}
				if _, _, ok := layers.Locate(r.Path); !ok {
					t.Errorf("%s: no layer sets %s", name, r.Path)
				}
			}
		}
	})
	t.Logf("%d charts, %d of them with errors; %d actions, %d reads of values, and %d of what is not there",
		charts, failed, actions, reads, absent)
}

// at gives the value at a path as it was before the templates ran.
func at(values *Values, root any, p manifest.Path) (any, bool) {
	for _, step := range p {
		c := values.find(root)
		if c == nil {
			return nil, false
		}
		var ok bool
		if root, ok = c.original(step); !ok {
			return nil, false
		}
	}
	return root, true
}

// defaults gives the layers of a chart's default values.
func defaults(t *testing.T, c *chart.Chart, keys []string) Layers {
	t.Helper()
	var layers Layers
	for _, sub := range c.Dependencies() {
		layers = append(layers, defaults(t, sub, append(keys[:len(keys):len(keys)], sub.Name()))...)
	}
	l := Layer{Chart: keys}
	for _, f := range c.Raw {
		if docs := manifest.Parse("values.yaml", f.Data); f.Name == "values.yaml" && len(docs) > 0 {
			l.Place = docs[0].Place()
		}
	}
	return append(layers, l)
}

// TestCorpusRoot evaluates all pipelines of the corpus with a root context as the
// dot, whatever they are meant to see.
func TestCorpusRoot(t *testing.T) {
	t.Parallel()
	pipelines := 0
	eachCorpusChart(t, func(_ string, c *chart.Chart) {
		if c.Values == nil {
			return
		}
		values := Index(c.Values)
		root := map[string]any{"Values": c.Values, "Release": map[string]any{"Name": "demo"}, "Chart": c.Metadata}
		scope := Scope{Dot: root, Vars: map[string]any{"$": root}}
		for _, f := range c.Templates {
			trees := map[string]*parse.Tree{}
			tree := parse.New(f.Name)
			tree.Mode = parse.SkipFuncCheck
			if _, err := tree.Parse(string(f.Data), "", "", trees); err != nil {
				continue
			}
			for _, tree := range trees {
				eachAction(tree.Root, func(n parse.Node) {
					pipelines++
					values.Reads(n, scope)
				})
			}
		}
	})
	t.Logf("%d actions", pipelines)
}

// eachAction calls use with the actions in a list and below it.
func eachAction(list *parse.ListNode, use func(n parse.Node)) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		if _, isText := n.(*parse.TextNode); !isText {
			use(n)
		}
		if b := branchNode(n); b != nil {
			eachAction(b.List, use)
			eachAction(b.ElseList, use)
		}
	}
}
