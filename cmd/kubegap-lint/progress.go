package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kubegap/kubegap-lint/render"
)

// progressDelay is how long a run is silent before it shows its progress.
const progressDelay = time.Second

// progress shows on a terminal how many targets of a long run are rendered.
type progress struct {
	done    atomic.Int64
	total   int
	tell    func(done, total int)
	end     chan struct{}
	stopped sync.WaitGroup
}

// startProgress starts the display, which stays silent unless a person reads
// standard error and the run takes long. The caller stops it.
func (a App) startProgress(total int) *progress {
	p := &progress{end: make(chan struct{}), total: total, tell: a.Rendered}
	if !a.StderrTerminal || a.Ticker == nil {
		return p
	}
	ticker := a.Ticker(progressDelay)
	p.stopped.Go(func() {
		defer ticker.Stop()
		shown := false
		for {
			select {
			case <-ticker.C:
				shown = true
				fmt.Fprintf(a.Stderr, "\rrendered %d of %d", p.done.Load(), total)
			case <-p.end:
				if shown {
					fmt.Fprint(a.Stderr, "\r\x1b[K")
				}
				return
			}
		}
	})
	return p
}

func (p *progress) stop() {
	close(p.end)
	p.stopped.Wait()
}

// count counts a rendered target.
func (p *progress) count() {
	done := p.done.Add(1)
	if p.tell != nil {
		p.tell(int(done), p.total)
	}
}

// counting wraps renderers so that each rendered target counts.
func (p *progress) counting(renderers map[render.Kind]render.Renderer) map[render.Kind]render.Renderer {
	counting := make(map[render.Kind]render.Renderer, len(renderers))
	for kind, r := range renderers {
		counting[kind] = countingRenderer{r, p}
	}
	return counting
}

type countingRenderer struct {
	render.Renderer
	progress *progress
}

func (r countingRenderer) Render(ctx context.Context, t render.Target) render.Unit {
	defer r.progress.count()
	return r.Renderer.Render(ctx, t)
}
