package gitops_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// deployer deploys what its map has for the name of an object: the files of
// further objects.
type deployer struct {
	files  map[string]string
	deploy map[string][]string
	// needs names the object that has to be known before.
	needs map[string]string
	// remote names another environment.
	remote map[string]string
}

func (d deployer) Deploys(o manifest.Object) bool { return o.Kind() == "Kustomization" }

func (d deployer) Deploy(_ context.Context, asked gitops.Deployment) gitops.Outcome {
	name := asked.Object.Name()
	if needed := d.needs[name]; needed != "" && !asked.Last {
		if _, ok := asked.Environment.Find("", "ConfigMap", "", needed); !ok {
			return gitops.Outcome{Wait: true}
		}
	}
	if d.deploy[name] == nil {
		return gitops.Outcome{}
	}
	u := render.Unit{
		Target:      render.Target{Kind: render.KindFlux, Path: name, Variant: asked.Environment.Name},
		Environment: d.remote[name],
	}
	for _, file := range d.deploy[name] {
		u.Objects = append(u.Objects, objects(file, d.files[file])...)
	}
	return gitops.Outcome{Units: []render.Unit{u}, Covers: d.deploy[name]}
}

func objects(file, text string) []manifest.Object {
	var all []manifest.Object
	for _, doc := range manifest.Parse(file, []byte(text)) {
		objects, _ := doc.Objects()
		all = append(all, objects...)
	}
	return all
}

// deploys is a Kustomization with a path.
func deploys(name, path string) string {
	return fmt.Sprintf("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: %s}\nspec: {path: %s}\n", name, path)
}

func configMap(name string) string {
	return fmt.Sprintf("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n", name)
}

// show writes a result: the trees with the objects of their units, then the bare
// units.
func show(r gitops.Result) string {
	var b strings.Builder
	var node func(n *gitops.Node, indent string)
	node = func(n *gitops.Node, indent string) {
		fmt.Fprintf(&b, "%s%s\n", indent, n.Deployer.Name)
		for _, i := range n.Units {
			u := r.Units[i]
			fmt.Fprintf(&b, "%s  unit in %s:", indent, u.Environment)
			for _, o := range u.Objects {
				fmt.Fprintf(&b, " %s", o.Name())
			}
			for _, p := range u.Failures {
				fmt.Fprintf(&b, " (%s: %s)", p.Location, p.Message)
			}
			b.WriteString("\n")
		}
		for _, child := range n.Children {
			node(child, indent+"  ")
		}
	}
	for _, c := range r.Clusters {
		fmt.Fprintf(&b, "%s\n", c.Name)
		for _, root := range c.Roots {
			node(root, "  ")
		}
	}
	for _, u := range r.Bare {
		fmt.Fprintf(&b, "bare %s in %q", u.Target.Path, u.Environment)
		for _, p := range u.Failures {
			fmt.Fprintf(&b, " (%s: %s)", p.Location, p.Message)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func TestExpansion(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		// bare are the files that are rendered by themselves.
		bare     []string
		deployer deployer
		want     string
	}{
		{
			"two clusters",
			[]string{"clusters/prod/apps.yaml", "clusters/staging/apps.yaml", "other/a.yaml"},
			deployer{
				files: map[string]string{
					"clusters/prod/apps.yaml": deploys("prod-apps", "./apps/prod"), "clusters/staging/apps.yaml": deploys("staging-apps", "./apps/staging"),
					"apps/prod/a.yaml": configMap("a"), "apps/staging/b.yaml": configMap("b"), "other/a.yaml": configMap("c"),
				},
				deploy: map[string][]string{"prod-apps": {"apps/prod/a.yaml"}, "staging-apps": {"apps/staging/b.yaml"}},
			}, `
clusters/prod
  prod-apps
    unit in clusters/prod: a
clusters/staging
  staging-apps
    unit in clusters/staging: b
bare other/a.yaml in ""
bare clusters/prod/apps.yaml in "clusters/prod"
bare clusters/staging/apps.yaml in "clusters/staging"
`,
		},
		{
			"a cluster that deploys itself, and an object that leads to another",
			[]string{"clusters/prod/apps.yaml", "clusters/prod/flux-system/sync.yaml", "apps/more.yaml"},
			deployer{
				files: map[string]string{
					"clusters/prod/flux-system/sync.yaml": deploys("flux-system", "./clusters/prod"),
					"clusters/prod/apps.yaml":             deploys("apps", "./apps"),
					"apps/more.yaml":                      deploys("more", "./more"), "more/a.yaml": configMap("a"),
				},
				deploy: map[string][]string{
					"flux-system": {"clusters/prod/apps.yaml", "clusters/prod/flux-system/sync.yaml"},
					"apps":        {"apps/more.yaml"}, "more": {"more/a.yaml"},
				},
			}, `
clusters/prod
  flux-system
    unit in clusters/prod: apps flux-system
    apps
      unit in clusters/prod: more
      more
        unit in clusters/prod: a
`,
		},
		{
			"what waits for a ConfigMap that another brings",
			[]string{"c/a.yaml", "c/b.yaml", "c/z.yaml"},
			deployer{
				files: map[string]string{
					"c/a.yaml": deploys("a", "a"), "c/b.yaml": deploys("b", "b"), "c/z.yaml": deploys("z", "z"),
					"a.yaml": configMap("of-a"), "b.yaml": configMap("settings"), "z.yaml": configMap("of-z"),
				},
				deploy: map[string][]string{"a": {"a.yaml"}, "b": {"b.yaml"}, "z": {"z.yaml"}},
				needs:  map[string]string{"a": "settings", "z": "nowhere"},
			}, `
c
  a
    unit in c: of-a
  b
    unit in c: settings
  z
    unit in c: of-z
bare c/a.yaml in "c"
bare c/b.yaml in "c"
bare c/z.yaml in "c"
`,
		},
		{
			"one name twice",
			[]string{"c/a.yaml", "c/b.yaml", "c/below/d.yaml"},
			deployer{
				files: map[string]string{
					"c/a.yaml": deploys("a", "a"), "c/b.yaml": deploys("a", "b"), "c/below/d.yaml": deploys("a", "d"), "d.yaml": configMap("of-d"),
				},
				deploy: map[string][]string{"a": {"d.yaml"}},
			}, `
c
  a
    unit in c: of-d
c/below
  a
    unit in c/below: of-d
bare c/a.yaml in "c"
bare c/b.yaml in "c" (c/b.yaml:3:12: Kustomization a is there twice in c: the other one is at c/a.yaml:3:12)
bare c/below/d.yaml in "c/below"
`,
		},
		{
			"what another directory deploys, and what lies beside",
			[]string{"apps/more.yaml", "zones/prod/apps.yaml", "zones/prod/sources/a.yaml", "zones/b.yaml"},
			deployer{
				files: map[string]string{
					"apps/more.yaml": deploys("more", "./more"), "zones/prod/apps.yaml": deploys("apps", "./apps"),
					"zones/prod/sources/a.yaml": configMap("source"), "zones/b.yaml": configMap("b"), "more/a.yaml": configMap("a"),
				},
				deploy: map[string][]string{"apps": {"apps/more.yaml"}, "more": {"more/a.yaml"}},
				needs:  map[string]string{"apps": "source"},
			}, `
zones/prod
  apps
    unit in zones/prod: more
    more
      unit in zones/prod: a
bare zones/b.yaml in ""
bare zones/prod/apps.yaml in "zones/prod"
bare zones/prod/sources/a.yaml in "zones/prod"
`,
		},
		{
			"an object above two clusters joins none of them",
			[]string{"clusters/all.yaml", "clusters/prod/a.yaml", "clusters/prod/source.yaml", "clusters/staging/a.yaml"},
			deployer{
				files: map[string]string{
					"clusters/all.yaml": deploys("all", "./all"), "clusters/prod/a.yaml": deploys("prod", "./apps"),
					"clusters/prod/source.yaml": configMap("source"), "clusters/staging/a.yaml": deploys("staging", "./apps"),
					"apps.yaml": configMap("app"),
				},
				deploy: map[string][]string{"prod": {"apps.yaml"}, "staging": {"apps.yaml"}},
			}, `
clusters
  all
clusters/prod
  prod
    unit in clusters/prod: app
clusters/staging
  staging
    unit in clusters/staging: app
bare clusters/all.yaml in "clusters"
bare clusters/prod/a.yaml in "clusters/prod"
bare clusters/prod/source.yaml in "clusters/prod"
bare clusters/staging/a.yaml in "clusters/staging"
`,
		},
		{
			"another cluster, and an object that leads to itself",
			[]string{"c/a.yaml"},
			deployer{
				files:  map[string]string{"c/a.yaml": deploys("a", "a") + "---\n" + deploys("b", "b"), "b.yaml": deploys("b", "b")},
				deploy: map[string][]string{"a": {"c/a.yaml"}, "b": {"b.yaml"}},
				remote: map[string]string{"b": "edge"},
			}, `
c
  a
    unit in c: a b
  b
    unit in edge: b
    b
      unit in edge: b
edge
`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var units []render.Unit
			for _, file := range test.bare {
				units = append(units, render.Unit{
					Target: render.Target{Kind: render.KindPlain, Path: file}, Objects: objects(file, test.deployer.files[file]),
				})
			}
			x := gitops.New(test.deployer)
			x.Add(context.Background(), units)
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), show(x.Result())); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// patient waits with each object until it must not, and counts how often it is
// asked.
type patient struct{ asked atomic.Int64 }

func (p *patient) Deploys(o manifest.Object) bool { return o.Kind() == "Kustomization" }

func (p *patient) Deploy(_ context.Context, d gitops.Deployment) gitops.Outcome {
	p.asked.Add(1)
	return gitops.Outcome{Wait: !d.Last}
}

// TestWaitingIsCheap makes sure that many objects which wait for something that
// never comes are not asked over and over.
func TestWaitingIsCheap(t *testing.T) {
	t.Parallel()
	const n = 2000
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, "---\n%s", deploys(fmt.Sprintf("k%d", i), "./apps"))
	}
	p := &patient{}
	x := gitops.New(p)
	x.Add(context.Background(), []render.Unit{{
		Target: render.Target{Kind: render.KindPlain, Path: "c/k.yaml"}, Objects: objects("c/k.yaml", text.String()),
	}})
	if asked := p.asked.Load(); asked > 20*n {
		t.Errorf("%d objects were asked %d times", n, asked)
	}
}
