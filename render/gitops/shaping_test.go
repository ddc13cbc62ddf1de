package gitops_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// asker deploys what objects lead to, and asks for others before.
type asker struct {
	// asks is what the object of a name asks for, and leads the objects that it
	// makes.
	asks  map[string]func(*gitops.Environment)
	leads map[string]string
}

func (a asker) Deploys(o manifest.Object) bool { return o.Kind() == "Kustomization" }

func (a asker) Deploy(_ context.Context, d gitops.Deployment) gitops.Outcome {
	name := d.Object.Name()
	if ask := a.asks[name]; ask != nil {
		ask(d.Environment)
	}
	read := "deployed/" + name + ".yaml"
	u := render.Unit{
		Target:  render.Target{Kind: render.KindFlux, Path: "deployed", Variant: name},
		Objects: objects(read, a.leads[name]), Files: []string{read}, Apart: []string{read},
	}
	return gitops.Outcome{Units: []render.Unit{u}}
}

// TestShaping looks at the files of what the object a of k/a.yaml deploys. In the
// unit is the file k/kustomization.yaml, too.
func TestShaping(t *testing.T) {
	t.Parallel()
	const a, b = "k/a.yaml", "k/b.yaml"
	shared := []string{"deployed/a.yaml", a, "k/kustomization.yaml"}
	all := []string{"deployed/a.yaml", a, b, "k/kustomization.yaml"}
	find := func(name string) func(*gitops.Environment) {
		return func(e *gitops.Environment) { e.Find("", "ConfigMap", "", name) }
	}
	for _, tc := range []struct {
		name  string
		b     string
		apart []string
		ask   func(*gitops.Environment)
		want  []string
	}{
		{"a file of its own", configMap("b"), []string{a, b}, nil, shared},
		{"files that say nothing of what is in them", configMap("b"), nil, nil, all},
		{"a name that two objects have", deploys("a", "x"), []string{a, b}, nil, all},
		{"an object that is asked for", configMap("b"), []string{a, b}, find("b"), all},
		{"an object that is not there, and may be under another name", configMap("b"), []string{a, b}, find("c"), all},
		{"an object of another kind that is not there", configMap("b"), []string{a, b}, func(e *gitops.Environment) { e.Find("", "Secret", "", "b") }, shared},
		{"all objects", configMap("b"), []string{a, b}, func(e *gitops.Environment) { e.All("", "ConfigMap") }, all},
		{"some objects", configMap("b"), []string{a, b}, func(e *gitops.Environment) {
			e.Those("", "ConfigMap", func(o manifest.Object) bool { return o.Name() == "b" })
		}, all},
		{"other objects", configMap("b"), []string{a, b}, func(e *gitops.Environment) {
			e.Those("", "ConfigMap", func(manifest.Object) bool { return false })
		}, shared},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			x := gitops.New(asker{asks: map[string]func(*gitops.Environment){"a": tc.ask}})
			x.Add(t.Context(), []render.Unit{{
				Target:  render.Target{Kind: render.KindKustomize, Path: "k"},
				Objects: append(objects(a, deploys("a", "x")), objects(b, tc.b)...),
				Files:   []string{a, b, "k/kustomization.yaml"}, Apart: tc.apart,
			}})
			u := x.Result().Units[0]
			if diff := cmp.Diff(tc.want, u.Files); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{"deployed/a.yaml"}, u.Apart); diff != "" {
				t.Errorf("apart (-want +got):\n%s", diff)
			}
		})
	}
}

// TestShapingThroughOthers has an object that leads to another one, which deploys
// more.
func TestShapingThroughOthers(t *testing.T) {
	t.Parallel()
	x := gitops.New(asker{leads: map[string]string{"a": deploys("b", "x"), "b": deploys("c", "x") + "---\n" + configMap("d")}})
	x.Add(t.Context(), []render.Unit{{
		Target:  render.Target{Kind: render.KindPlain, Path: "a.yaml"},
		Objects: objects("a.yaml", deploys("a", "x")), Files: []string{"a.yaml"}, Apart: []string{"a.yaml"},
	}})
	var got [][]string
	for _, u := range x.Result().Units {
		got = append(got, u.Files)
	}
	want := [][]string{
		{"a.yaml", "deployed/a.yaml"},
		{"a.yaml", "deployed/a.yaml", "deployed/b.yaml"},
		{"a.yaml", "deployed/a.yaml", "deployed/b.yaml", "deployed/c.yaml"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
