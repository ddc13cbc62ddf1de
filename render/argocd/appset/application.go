package appset

import (
	"errors"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// builder makes Applications from one template: that of a generator where it
// sets something, and that of the set below it.
type builder struct {
	x *expansion
	// base is the template of the set, override that of the generator, which
	// stands at overrideAt, and template both in one.
	base, override, template map[string]any
	overrideAt               manifest.Path
}

func (x *expansion) builder(override map[string]any, overrideAt manifest.Path) *builder {
	base, _ := x.spec["template"].(map[string]any)
	return &builder{x: x, base: base, override: override, template: filled(override, base), overrideAt: overrideAt}
}

// filled gives a template with what another one adds to it: where both have a
// mapping it is filled, else a value that is not empty stays. See
// https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Template/#generator-templates
func filled(template, from map[string]any) map[string]any {
	out := make(map[string]any, len(template)+len(from))
	for key, value := range from {
		out[key] = value
	}
	for key, value := range template {
		upper, isMap := value.(map[string]any)
		lower, wasMap := from[key].(map[string]any)
		switch {
		// valuesObject is a text to the controller.
		case isMap && wasMap && key != "valuesObject":
			out[key] = filled(upper, lower)
		case !emptyValue(value):
			out[key] = value
		}
	}
	return out
}

// emptyValue tells whether a value is the one that a field has anyway.
func emptyValue(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case string:
		return value == ""
	case bool:
		return !value
	case int64:
		return value == 0
	case []any:
		return len(value) == 0
	case map[string]any:
		return len(value) == 0
	}
	return false
}

// build makes the Application for one set of parameters.
func (b *builder) build(set *params) {
	x := b.x
	s := &source{builder: b, params: set, renamed: map[string]string{}}
	template, err := b.render(s)
	if err != nil {
		b.unrendered(s, err)
		return
	}
	body := application(template, x.set.Namespace())
	if body, err = s.patch(body); err != nil {
		x.unrendered(specPath("templatePatch"), err)
		return
	}
	o := manifest.Object{Body: body, Source: s}
	s.name = o.Name()
	name := manifest.Path{manifest.Key("metadata"), manifest.Key("name")}
	switch {
	case s.name == "":
		b.refuse(s, name, "the Application has no name")
		return
	case x.names[s.name]:
		b.refuse(s, name, "the ApplicationSet has two Applications of the name "+s.name)
		return
	}
	x.names[s.name] = true
	b.tellOfLeftovers(s, body, nil)
	x.result.Applications = append(x.result.Applications, o)
}

// unrendered reports a text of the template that cannot be rendered.
func (b *builder) unrendered(s *source, err error) {
	var inner *placedError
	if !errors.As(err, &inner) {
		b.x.unrendered(specPath("template"), err)
		return
	}
	at, _ := s.written(inner.path)
	b.x.unrendered(at, inner.err)
}

// render gives the template with the parameters filled in. Without parameters
// the controller leaves it as it is.
func (b *builder) render(s *source) (map[string]any, error) {
	if len(s.params.values) == 0 {
		return b.template, nil
	}
	return b.x.templating.fields(b.template, s.params.values, s.renamed)
}

// application gives the Application for a template that is rendered. It is in the
// namespace of its set.
func application(template map[string]any, namespace string) map[string]any {
	metadata := map[string]any{}
	given, _ := template["metadata"].(map[string]any)
	for _, key := range []string{"name", "labels", "annotations", "finalizers"} {
		if value, ok := given[key]; ok {
			metadata[key] = value
		}
	}
	if namespace != "" {
		metadata["namespace"] = namespace
	}
	spec, _ := template["spec"].(map[string]any)
	if spec == nil {
		spec = map[string]any{}
	}
	return map[string]any{
		"apiVersion": "argoproj.io/v1alpha1",
		"kind":       "Application",
		"metadata":   metadata,
		"spec":       spec,
	}
}

// refuse reports an Application that cannot be, at what the parameters come from.
func (b *builder) refuse(s *source, at manifest.Path, message string) {
	trace := s.Trace(at)
	location := trace.Location
	if len(trace.Via) > 0 {
		location = trace.Via[0].Location
	}
	b.x.result.Failures = append(b.x.result.Failures, render.Problem{
		Reason: render.ReasonRender, Message: message, Location: location,
	})
}

// tellOfLeftovers tells of parameters in the body that no generator sets. The
// values of charts may hold templates of their own and are left out.
func (b *builder) tellOfLeftovers(s *source, value any, at manifest.Path) {
	switch value := value.(type) {
	case map[string]any:
		for _, key := range sortedKeys(value) {
			if key != "values" && key != "valuesObject" && key != "patches" {
				b.tellOfLeftovers(s, value[key], below(at, manifest.Key(key)))
			}
		}
	case []any:
		for i, item := range value {
			b.tellOfLeftovers(s, item, below(at, manifest.Index(i)))
		}
	case string:
		message := b.leftover(value, s.params)
		if message != "" {
			b.x.result.Warnings = append(b.x.result.Warnings, render.Problem{
				Reason: render.ReasonMissingValue, Message: message, Location: s.Trace(at).Location,
			})
		}
	}
}

func (b *builder) leftover(text string, set *params) string {
	if b.x.templating.goTemplate {
		if strings.Contains(text, noValue) {
			return "a parameter that the template uses is not set by the generators"
		}
		return ""
	}
	for _, tag := range tags(text) {
		if _, known := set.values[tag]; !known {
			return "the parameter " + tag + " is not set by the generators"
		}
	}
	return ""
}
