package helm

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"

	"github.com/kubegap/kubegap-lint/render/helm/trace"
)

// printing is one run of a chart's templates. Helm's engine stops at the first
// error and then gives nothing at all, so whatever fails is taken out and the
// rest is printed again.
type printing struct {
	chart *chart.Chart
	// values makes what the templates see. Templates may change it, so each
	// attempt needs its own.
	values func() (chartutil.Values, error)

	// samples are the templates that make up RSA keys, by their paths, with other keys
	// instead. They are used as long as nothing fails that may have to do with them.
	samples map[string]*chart.File
	// removed holds the paths of the templates taken out.
	removed map[string]bool
	// broken are the errors of the templates taken out, in the order of
	// Helm's.
	broken []brokenTemplate
	// stubs are the names of templates that are used and not defined;
	// undefined is the error about the first of them.
	stubs     map[string]bool
	undefined engineError
	// demand is the first call of required or fail that stopped the chart; from
	// then on the engine runs in lint mode, where these functions do nothing.
	demand *engineError
}

// brokenTemplate is a template that cannot be printed.
type brokenTemplate struct {
	template string
	err      engineError
}

// run prints all templates that can be printed, by their paths. The error is
// that of the context, or one that no template can be blamed for.
func (p *printing) run(ctx context.Context) (map[string]string, error) {
	p.removed = map[string]bool{}
	p.samples = samplesIn(p.chart)
	for {
		printed, values, err := p.attempt(ctx, p.remaining(), nil)
		if err == nil {
			p.dropStubbed(printed, values)
			return printed, nil
		}
		if ctx.Err() != nil || errors.Is(err, errMemory) {
			return nil, err
		}
		e := parseEngineError(err)
		if p.mayBeOfSamples(e) {
			p.samples = nil
			continue
		}
		if e.kind == demandError && p.demand == nil {
			p.demand = &e
			continue
		}
		if e.undefined != "" && p.stub(e.undefined) {
			p.undefined = cmp.Or(p.undefined, e)
			continue
		}
		template, findErr := p.culprit(ctx, e)
		if findErr != nil {
			return nil, findErr
		}
		if template == "" || p.removed[template] {
			return nil, err
		}
		p.removed[template] = true
		p.broken = append(p.broken, brokenTemplate{template: template, err: e})
	}
}

// attempt lets the engine print the given templates, by chart, or all if nil.
// It also gives the values, which the templates may have changed. It returns
// before the engine does when ctx is done or memory grows without bounds, for
// templates cannot be stopped. A recorder answers the hooks in the templates,
// unless the engine runs in lint mode, where it asks nobody.
func (p *printing) attempt(ctx context.Context, templates map[*chart.Chart][]*chart.File, recorder *trace.Recorder) (map[string]string, chartutil.Values, error) {
	values, err := p.values()
	if err != nil {
		return nil, nil, err
	}
	c := p.chart
	if templates != nil {
		c = withTemplates(c, templates)
	}
	if len(p.stubs) > 0 {
		c.Templates = append(c.Templates[:len(c.Templates):len(c.Templates)], p.stubTemplate())
	}
	type outcome struct {
		printed map[string]string
		err     error
	}
	done := make(chan outcome, 1)
	print := engine.Engine{LintMode: p.demand != nil}.Render
	if recorder != nil && p.demand == nil {
		print = func(c *chart.Chart, values chartutil.Values) (map[string]string, error) {
			return engine.RenderWithClientProvider(c, values, recorder)
		}
	}
	go func() {
		printed, err := print(c, values)
		done <- outcome{printed, err}
	}()
	watch := startWatch()
	defer watch.stop()
	for {
		select {
		case o := <-done:
			return o.printed, values, o.err
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-watch.ticks():
			if watch.exceeded() {
				return nil, nil, errMemory
			}
		}
	}
}

// remaining gives what is to be printed: nil as long as nothing is taken out.
func (p *printing) remaining() map[*chart.Chart][]*chart.File {
	if len(p.removed)+len(p.stubs)+len(p.samples) == 0 {
		return nil
	}
	return p.templates()
}

// templates gives the templates that have not been taken out, by chart.
func (p *printing) templates() map[*chart.Chart][]*chart.File {
	kept := map[*chart.Chart][]*chart.File{}
	for c := range allCharts(p.chart) {
		for _, t := range c.Templates {
			if name := templatePath(c, t); !p.removed[name] {
				kept[c] = append(kept[c], cmp.Or(p.samples[name], t))
			}
		}
	}
	return kept
}

// withTemplates copies a chart and its dependencies, with other templates.
func withTemplates(c *chart.Chart, templates map[*chart.Chart][]*chart.File) *chart.Chart {
	out := &chart.Chart{Metadata: c.Metadata, Templates: templates[c], Values: c.Values, Files: c.Files}
	for _, sub := range c.Dependencies() {
		out.AddDependency(withTemplates(sub, templates))
	}
	return out
}

// traceKey is where a traced template leaves its name in .Release.
const traceKey = "kubegap-lint.template"

// culprit finds the template to take out. Where the error names only the
// helper that failed, the templates are printed once more, each made to leave
// its name first.
func (p *printing) culprit(ctx context.Context, e engineError) (string, error) {
	if e.certain && (e.kind == parseError || !isPartial(e.outer.template)) {
		return e.outer.template, nil
	}
	traced := p.templates()
	for c, templates := range traced {
		traced[c] = slices.Clone(templates)
		for i, t := range templates {
			if !isPartial(t.Name) {
				data := `{{ $_ := set $.Release "` + traceKey + `" $.Template.Name }}` + string(t.Data)
				traced[c][i] = &chart.File{Name: t.Name, Data: []byte(data)}
			}
		}
	}
	_, values, err := p.attempt(ctx, traced, nil)
	if ctx.Err() != nil || errors.Is(err, errMemory) {
		return "", err
	}
	if err == nil {
		return "", nil
	}
	release, _ := values["Release"].(map[string]any)
	name, _ := release[traceKey].(string)
	return name, nil
}

// allCharts yields a chart and everything below it, parents first.
func allCharts(c *chart.Chart) func(yield func(*chart.Chart) bool) {
	return func(yield func(*chart.Chart) bool) { visitCharts(c, yield) }
}

func visitCharts(c *chart.Chart, yield func(*chart.Chart) bool) bool {
	if !yield(c) {
		return false
	}
	for _, sub := range c.Dependencies() {
		if !visitCharts(sub, yield) {
			return false
		}
	}
	return true
}

// templatePath gives the path under which Helm knows a template.
func templatePath(c *chart.Chart, t *chart.File) string { return path.Join(c.ChartFullPath(), t.Name) }

// isPartial tells whether Helm only reads the definitions of a template.
func isPartial(name string) bool { return strings.HasPrefix(path.Base(name), "_") }

// sortedPaths gives the paths of what was printed, sorted.
func sortedPaths(printed map[string]string) []string { return slices.Sorted(maps.Keys(printed)) }
