package helm

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"

	"github.com/kubegap/kubegap-lint/render/helm/provenance"
	"github.com/kubegap/kubegap-lint/render/helm/trace"
)

// tracing finds which lines of its templates a chart has printed. It renders the
// chart once more, with hooks, when it is first asked: with hooks in the expected
// templates where the question is about one of these, and else in all of them. It is
// safe for concurrent use.
type tracing struct {
	printing *printing
	// maxEvents and limit bound a rendering: what it may do, and how long it may take.
	maxEvents int
	limit     time.Duration
	// files are shared with other renderings.
	files *trace.Files
	// printed is what the templates printed without hooks.
	printed map[string]string
	// layers are the places that set values.
	layers func() provenance.Layers
	// gaveUp is told when a rendering was ended by a limit.
	gaveUp func()

	mutex    sync.Mutex
	expected map[string]bool
	// part knows the expected templates, and whole knows all; each is nil until it is
	// needed.
	part, whole *traced
}

// traced is what a rendering with hooks tells.
type traced struct {
	lines map[string]*trace.Lines
	// index knows the values that the templates saw.
	index  *provenance.Values
	layers func() provenance.Layers
	// ended is set where a limit ended the rendering, so that there are no lines.
	ended bool
}

// expect notes that there will be questions about a template. If there are none about
// others, these need no hooks.
func (t *tracing) expect(template string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.expected == nil {
		t.expected = map[string]bool{}
	}
	t.expected[template] = true
}

// linesOf gives the lines of what a template printed, and the rendering that tells
// them; nil where the chart cannot be rendered with hooks.
func (t *tracing) linesOf(template string) (*traced, *trace.Lines) {
	if _, ok := t.printed[template]; !ok {
		return nil, nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.whole == nil && t.expected[template] {
		if t.part == nil {
			t.part = t.run(t.withIncluded(t.expected))
		}
		if t.part.ended {
			t.whole = t.part // with more hooks it would take longer still
		}
		if lines := t.part.lines[template]; lines != nil {
			return t.part, lines
		}
	}
	if t.whole == nil {
		t.whole = t.run(nil)
	}
	return t.whole, t.whole.lines[template]
}

// run renders the chart with hooks in the templates that are asked for, nil standing
// for all, and in the files of named templates. It finds no lines where a template that
// was not asked for is a part of one that was. Marks in named templates may be too much for a chart that reads what
// these print, so it is tried without them, too.
func (t *tracing) run(asked map[string]bool) *traced {
	ctx, cancel := context.WithTimeout(context.Background(), t.limit)
	defer cancel()
	hooked := func(template string) bool { return asked == nil || asked[template] || isPartial(template) }
	ended := false
	for _, plain := range []bool{false, true} {
		found, err := t.attempt(ctx, plain, hooked)
		if err == nil {
			return found
		}
		ended = ended || ctx.Err() != nil || errors.Is(err, errMemory) || errors.Is(err, trace.ErrTooMany)
	}
	if ended {
		t.gaveUp()
	}
	return &traced{ended: ended}
}

// attempt renders the chart with hooks once; plain leaves named templates without marks.
func (t *tracing) attempt(ctx context.Context, plain bool, asked func(template string) bool) (*traced, error) {
	values, err := t.printing.values()
	if err != nil {
		return nil, err
	}
	root, _ := values["Values"].(chartutil.Values)
	found := &traced{lines: map[string]*trace.Lines{}, index: provenance.Index(root), layers: t.layers}
	again := *t.printing
	again.values = func() (chartutil.Values, error) { return values, nil }
	recorder := &trace.Recorder{Unasked: again.demand != nil, MaxEvents: t.maxEvents, Files: t.files}
	printed, _, err := again.attempt(ctx, t.instrumented(recorder, plain, asked), recorder)
	if err != nil || recorder.Missed() {
		return found, err
	}
	for template, marked := range printed {
		if clean, ok := t.printed[template]; ok && asked(template) {
			found.lines[template] = recorder.Lines(marked, clean)
		}
	}
	return found, nil
}

// instrumented gives the templates with hooks, by chart.
func (t *tracing) instrumented(recorder *trace.Recorder, plain bool, asked func(template string) bool) map[*chart.Chart][]*chart.File {
	templates := t.printing.templates()
	texts := recorder.Instrument(textsOf(templates), plain, asked)
	out := maps.Clone(templates)
	for c, files := range templates {
		out[c] = slices.Clone(files)
		for i, f := range files {
			out[c][i] = &chart.File{Name: f.Name, Data: []byte(texts[templatePath(c, f)])}
		}
	}
	return out
}

// textsOf gives the texts of templates by their paths.
func textsOf(templates map[*chart.Chart][]*chart.File) map[string]string {
	texts := map[string]string{}
	for c, files := range templates {
		for _, f := range files {
			texts[templatePath(c, f)] = string(f.Data)
		}
	}
	return texts
}

// withIncluded gives the expected templates, and those that they seem to include as
// files, as is done for the checksum of a ConfigMap: by a path below .BasePath.
func (t *tracing) withIncluded(expected map[string]bool) map[string]bool {
	texts := textsOf(t.printing.templates())
	asked := maps.Clone(expected)
	queue := slices.Collect(maps.Keys(expected))
	for name := range texts {
		if isPartial(name) {
			queue = append(queue, name)
		}
	}
	for len(queue) > 0 {
		text := texts[queue[0]]
		queue = queue[1:]
		if !strings.Contains(text, "BasePath") {
			continue
		}
		for name := range texts {
			if !asked[name] && !isPartial(name) && strings.Contains(text, "/"+path.Base(name)) {
				asked[name] = true
				queue = append(queue, name)
			}
		}
	}
	return asked
}
