package render_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
)

// renderFunc is a renderer made of a function.
type renderFunc func(render.Target) render.Unit

func (f renderFunc) Render(_ context.Context, t render.Target) render.Unit { return f(t) }

func TestRender(t *testing.T) {
	t.Parallel()
	renderers := map[render.Kind]render.Renderer{
		render.KindPlain: renderFunc(func(t render.Target) render.Unit { return render.Unit{Target: t, Files: []string{t.Path}} }),
		render.KindHelm:  renderFunc(func(render.Target) render.Unit { panic("no such template") }),
	}
	var targets []render.Target
	for i := range 100 {
		targets = append(targets, render.Target{Kind: render.KindPlain, Path: fmt.Sprint(i)})
	}
	targets[7].Kind = render.KindHelm
	targets[8].Kind = render.KindKustomize
	units := render.Render(t.Context(), targets, renderers)
	for i, unit := range units {
		if diff := cmp.Diff(targets[i], unit.Target); diff != "" {
			t.Fatal(diff)
		}
		message := ""
		switch {
		case i == 7:
			message = "renderer panicked: no such template"
		case i == 8:
			message = `nothing renders targets of kind "kustomize"`
		case len(unit.Files) != 1:
			t.Errorf("unit %d was not rendered", i)
		}
		if message != "" && (!unit.Partial || len(unit.Failures) != 1 || unit.Failures[0].Message != message || unit.Failures[0].Location.File != targets[i].Path) {
			t.Errorf("unit %d: %+v, want the failure %q", i, unit, message)
		}
	}
}

func TestRenderCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	renderers := map[render.Kind]render.Renderer{
		render.KindPlain: renderFunc(func(t render.Target) render.Unit { cancel(); return render.Unit{Target: t} }),
	}
	targets := make([]render.Target, 1000)
	for i := range targets {
		targets[i] = render.Target{Kind: render.KindPlain, Path: "a.yaml"}
	}
	units := render.Render(ctx, targets, renderers)
	if last := units[len(units)-1]; len(last.Failures) != 1 || last.Failures[0].Message != "context canceled" {
		t.Errorf("the last unit is %+v", last)
	}
}
