package render

import (
	"context"
	"fmt"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Render renders the targets in parallel, each with the renderer of its kind.
// The units are in the order of the targets, whatever becomes of them: a target
// without a renderer, one whose renderer panics (the libraries underneath do on
// some input) and those left when ctx is done are units with one failure.
func Render(ctx context.Context, targets []Target, renderers map[Kind]Renderer) []Unit {
	units := make([]Unit, len(targets))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, target := range targets {
		group.Go(func() error {
			units[i] = renderOne(ctx, target, renderers[target.Kind])
			return nil
		})
	}
	_ = group.Wait() // No worker returns an error.
	return units
}

func renderOne(ctx context.Context, target Target, renderer Renderer) (unit Unit) {
	if err := ctx.Err(); err != nil {
		return failed(target, err.Error())
	}
	if renderer == nil {
		return failed(target, fmt.Sprintf("nothing renders targets of kind %q", target.Kind))
	}
	defer func() {
		if cause := recover(); cause != nil {
			unit = failed(target, fmt.Sprintf("renderer panicked: %v", cause))
		}
	}()
	return renderer.Render(ctx, target)
}

func failed(target Target, message string) Unit {
	return Unit{
		Target: target,
		Failures: []Problem{{
			Unit:     target.Name(),
			Reason:   ReasonRender,
			Message:  message,
			Location: manifest.Location{File: target.Path},
		}},
		Partial: true,
	}
}
