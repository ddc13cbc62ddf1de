package contract

import (
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/render"
)

// empty finds what makes a fixture prove less than it seems to: parts that were left
// out, and that there is nothing for the rule to look at. What lies elsewhere may be
// missing, since a rule has to cope with that. A further good fixture may hold other
// kinds than those of the rule: it then shows that these are left alone.
func (x fixture) empty(units []render.Unit, skipped []render.Problem) mistake.List {
	var mistakes mistake.List
	for _, p := range skipped {
		if p.Reason != render.ReasonRemote {
			mistakes = append(mistakes, mistake.Mistake{File: x.file(p.Location.File), Line: p.Location.Line, Message: "is left out: " + p.Message})
		}
	}
	kinds := map[string]bool{}
	for _, o := range graph.Build(units, nil).Objects {
		kinds[o.KindKey()] = kinds[o.KindKey()] || o.Judged
	}
	further := strings.HasPrefix(path.Base(x.name), "good") && path.Base(x.name) != "good.yaml"
	switch judged := func(kind string) bool { return kinds[kind] }; {
	case len(kinds) == 0:
		mistakes = append(mistakes, mistake.Mistake{File: x.file(""), Message: "holds no object, so it proves nothing"})
	case !further && !slices.ContainsFunc(x.rule.Kinds, judged):
		mistakes = append(mistakes, mistake.Mistake{File: x.file(""), Message: "holds no object that the rule judges: want one of " + strings.Join(x.rule.Kinds, ", ")})
	}
	return mistakes
}
