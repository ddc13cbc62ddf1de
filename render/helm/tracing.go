package helm

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/kubegap/kubegap-lint/render/helm/provenance"
	"github.com/kubegap/kubegap-lint/render/helm/trace"
)

// tracing finds which lines of its templates a chart has printed. It renders
// the chart once more, with hooks, when it is first asked.
type tracing struct {
	printing *printing
	timeout  time.Duration
	// printed is what the templates printed without hooks.
	printed map[string]string

	once  sync.Once
	lines map[string]*trace.Lines
	// index knows the values that the templates saw in the second rendering.
	index *provenance.Values
	// layers are the places that set values.
	layers func() provenance.Layers
}

// linesOf gives the lines of what a template printed; nil where the chart
// cannot be rendered with hooks. It is safe for concurrent use.
func (t *tracing) linesOf(template string) *trace.Lines {
	if _, ok := t.printed[template]; !ok {
		return nil
	}
	t.once.Do(t.run)
	return t.lines[template]
}

// run renders the chart with hooks. Marks in named templates may be too much for
// a chart that reads what these print, so it is tried without them, too.
func (t *tracing) run() {
	ctx, cancel := context.WithTimeout(context.Background(), t.timeout)
	defer cancel()
	for _, plain := range []bool{false, true} {
		values, err := t.printing.values()
		if err != nil {
			return
		}
		root, _ := values["Values"].(chartutil.Values)
		t.index = provenance.Index(root)
		again := *t.printing
		again.values = func() (chartutil.Values, error) { return values, nil }
		recorder := &trace.Recorder{Unasked: again.demand != nil}
		printed, _, err := again.attempt(ctx, t.instrumented(recorder, plain), recorder)
		if err != nil {
			continue
		}
		t.lines = map[string]*trace.Lines{}
		for template, marked := range printed {
			if clean, ok := t.printed[template]; ok {
				t.lines[template] = recorder.Lines(marked, clean)
			}
		}
		return
	}
}

// instrumented gives the templates with hooks, by chart.
func (t *tracing) instrumented(recorder *trace.Recorder, plain bool) map[*chart.Chart][]*chart.File {
	texts := map[string]string{}
	templates := t.printing.templates()
	for c, files := range templates {
		for _, f := range files {
			texts[templatePath(c, f)] = string(f.Data)
		}
	}
	texts = recorder.Instrument(texts, plain)
	out := maps.Clone(templates)
	for c, files := range templates {
		out[c] = slices.Clone(files)
		for i, f := range files {
			out[c][i] = &chart.File{Name: f.Name, Data: []byte(texts[templatePath(c, f)])}
		}
	}
	return out
}
