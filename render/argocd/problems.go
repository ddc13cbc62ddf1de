package argocd

import (
	"fmt"
	"slices"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// problems are those of a unit, at fields of the object that deploys it.
type problems struct {
	object                      manifest.Object
	failures, skipped, warnings []render.Problem
}

func (p *problems) at(path manifest.Path, reason render.Reason, format string, args []any) render.Problem {
	return render.Problem{
		Reason: reason, Message: render.Redacted(fmt.Sprintf(format, args...)), Location: p.object.Source.Trace(path).Location,
	}
}

// fail reports what Argo CD refuses.
func (p *problems) fail(path manifest.Path, format string, args ...any) {
	p.failures = append(p.failures, p.at(path, render.ReasonRender, format, args))
}

// skip reports what cannot be had or known here.
func (p *problems) skip(path manifest.Path, reason render.Reason, format string, args ...any) {
	p.skipped = append(p.skipped, p.at(path, reason, format, args))
}

func (p *problems) warn(path manifest.Path, reason render.Reason, format string, args ...any) {
	p.warnings = append(p.warnings, p.at(path, reason, format, args))
}

// count gives the number of problems that keep something from being rendered.
func (p *problems) count() int { return len(p.failures) + len(p.skipped) }

// addTo puts the problems into a unit.
func (p *problems) addTo(u *render.Unit) {
	u.Failures = append(u.Failures, p.failures...)
	u.Skipped = append(u.Skipped, p.skipped...)
	u.Warnings = append(u.Warnings, p.warnings...)
	u.Partial = u.Partial || p.count() > 0
}

// tidy sorts the problems of a unit, takes out repetitions and names the unit.
func tidy(u *render.Unit) {
	for _, list := range []*[]render.Problem{&u.Failures, &u.Skipped, &u.Warnings} {
		*list = render.TidyUnit(*list, u.Target.Name())
	}
	slices.Sort(u.Files)
	u.Files = slices.Compact(u.Files)
}

// below gives a longer path without changing the shorter one.
func below(path manifest.Path, keys ...string) manifest.Path {
	longer := slices.Clone(path)
	for _, key := range keys {
		longer = append(longer, manifest.Key(key))
	}
	return longer
}

func item(path manifest.Path, i int) manifest.Path {
	return append(slices.Clone(path), manifest.Index(i))
}

// look gives the value that keys lead to in a tree, or nil.
func look(tree map[string]any, keys ...string) any {
	var value any = tree
	for _, key := range keys {
		fields, _ := value.(map[string]any)
		value = fields[key]
	}
	return value
}

func text(fields map[string]any, key string) string {
	s, _ := fields[key].(string)
	return s
}

func flag(fields map[string]any, key string) bool {
	b, _ := fields[key].(bool)
	return b
}

func mapping(fields map[string]any, key string) map[string]any {
	m, _ := fields[key].(map[string]any)
	return m
}

func sequence(fields map[string]any, key string) []any {
	s, _ := fields[key].([]any)
	return s
}

// textsOf gives the items of a sequence that are texts.
func textsOf(fields map[string]any, key string) []string {
	var list []string
	for _, v := range sequence(fields, key) {
		if s, ok := v.(string); ok {
			list = append(list, s)
		}
	}
	return list
}
