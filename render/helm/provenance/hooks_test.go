package provenance

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
)

// hooks let Helm's engine tell what every action of a chart's templates sees. A
// hook is a call of lookup before the action, whose answer takes the values.
type hooks struct {
	dynamic.NamespaceableResourceInterface
	sites []*hook
	// in are the sites of a template, and calling those that may call one.
	in, calling map[string][]*hook
	events      []*event
	values      *Values
	root        chartutil.Values
}

// hook stands before an action.
type hook struct {
	template string
	node     parse.Node
	// vars are the variables in scope, and up the actions around the hook.
	vars []string
	up   []*hook
	last *event
}

// event is a run of a hook.
type event struct {
	number int
	hook   *hook
	sees   map[string]any
	// set holds the events that gave the names their values.
	set map[string]*event
}

// run renders a chart and gives what its actions saw.
func run(t *testing.T, c *chart.Chart, values map[string]any) (*hooks, error) {
	t.Helper()
	h := &hooks{}
	if err := chartutil.ProcessDependenciesWithMerge(c, values); err != nil {
		return nil, err
	}
	options := chartutil.ReleaseOptions{Name: "demo", Namespace: "default", Revision: 1, IsInstall: true}
	all, err := chartutil.ToRenderValues(c, values, options, nil)
	if err != nil {
		return nil, err
	}
	h.root = all["Values"].(chartutil.Values)
	h.values = Index(h.root)
	c = h.instrument(c)
	h.index()
	_, err = engine.RenderWithClientProvider(c, all, h)
	return h, err
}

func (h *hooks) instrument(c *chart.Chart) *chart.Chart {
	out := &chart.Chart{Metadata: c.Metadata, Values: c.Values, Files: c.Files}
	for _, f := range c.Templates {
		data := f.Data
		trees := map[string]*parse.Tree{}
		tree := parse.New(f.Name)
		tree.Mode = parse.SkipFuncCheck
		if _, err := tree.Parse(string(f.Data), "", "", trees); err == nil {
			var b strings.Builder
			for _, name := range slices.Sorted(maps.Keys(trees)) {
				if name == f.Name {
					continue
				}
				fmt.Fprintf(&b, "{{define %q}}", name)
				h.print(&b, trees[name].Root, name, nil, nil)
				b.WriteString("{{end}}")
			}
			h.print(&b, tree.Root, f.Name, nil, nil)
			data = []byte(b.String())
		}
		out.Templates = append(out.Templates, &chart.File{Name: f.Name, Data: data})
	}
	for _, sub := range c.Dependencies() {
		out.AddDependency(h.instrument(sub))
	}
	return out
}

// print writes a body with hooks.
func (h *hooks) print(b *strings.Builder, list *parse.ListNode, template string, vars []string, up []*hook) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		if _, ok := n.(*parse.TextNode); ok {
			b.WriteString(n.String())
			continue
		}
		site := &hook{template: template, node: n, vars: slices.Clone(vars), up: up}
		fmt.Fprintf(b, `{{- $_hook := set (lookup "hook/v1" "Hook" "" "%d") "sees" (list . $ %s) }}`, len(h.sites), strings.Join(vars, " "))
		h.sites = append(h.sites, site)
		inner := append(slices.Clip(up), site)
		switch n := n.(type) {
		case *parse.ActionNode:
			for _, v := range n.Pipe.Decl {
				vars = append(slices.Clip(vars), v.Ident[0])
			}
			b.WriteString(n.String())
		case *parse.IfNode, *parse.WithNode, *parse.RangeNode:
			branch := branchNode(n)
			word := strings.Fields(strings.TrimPrefix(n.String(), "{{"))[0]
			fmt.Fprintf(b, "{{%s %s}}", word, branch.Pipe)
			below := vars
			for _, v := range branch.Pipe.Decl {
				below = append(slices.Clip(below), v.Ident[0])
			}
			h.print(b, branch.List, template, below, inner)
			if branch.ElseList != nil {
				b.WriteString("{{else}}")
				h.print(b, branch.ElseList, template, vars, up)
			}
			b.WriteString("{{end}}")
		default:
			b.WriteString(n.String())
		}
	}
}

// GetClientFor implements engine.ClientProvider.
func (h *hooks) GetClientFor(string, string) (dynamic.NamespaceableResourceInterface, bool, error) {
	return answers{hooks: h}, false, nil
}

type answers struct {
	dynamic.NamespaceableResourceInterface
	hooks *hooks
}

func (a answers) Get(_ context.Context, name string, _ metav1.GetOptions, _ ...string) (*unstructured.Unstructured, error) {
	number, err := strconv.Atoi(name)
	if err != nil || number >= len(a.hooks.sites) {
		return &unstructured.Unstructured{Object: map[string]any{}}, nil
	}
	site := a.hooks.sites[number]
	e := &event{number: len(a.hooks.events), hook: site, sees: map[string]any{}, set: a.hooks.setters(site)}
	site.last = e
	a.hooks.events = append(a.hooks.events, e)
	return &unstructured.Unstructured{Object: e.sees}, nil
}

// setters finds what gave the names at a hook their values, by the last runs of
// the actions that do.
func (h *hooks) setters(at *hook) map[string]*event {
	set := map[string]*event{}
	for _, s := range h.calling[at.template] {
		if s.last != nil && (set["$"] == nil || s.last.number > set["$"].number) {
			set["$"], set["."] = s.last, s.last
		}
	}
	for _, s := range h.in[at.template] {
		action, ok := s.node.(*parse.ActionNode)
		if !ok || s.last == nil {
			continue
		}
		for _, v := range action.Pipe.Decl {
			set[v.Ident[0]] = s.last
		}
	}
	for _, s := range at.up {
		if _, isIf := s.node.(*parse.IfNode); !isIf {
			set["."] = s.last
		}
		for _, v := range branchNode(s.node).Pipe.Decl {
			set[v.Ident[0]] = s.last
		}
	}
	return set
}

// index fills in and calling.
func (h *hooks) index() {
	h.in, h.calling = map[string][]*hook{}, map[string][]*hook{}
	for _, s := range h.sites {
		h.in[s.template] = append(h.in[s.template], s)
	}
	for _, s := range h.sites {
		if branchNode(s.node) != nil {
			continue
		}
		text := s.node.String()
		for name := range h.in {
			if strings.Contains(text, strconv.Quote(name)) {
				h.calling[name] = append(h.calling[name], s)
			}
		}
	}
}
