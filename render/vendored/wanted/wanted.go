// Package wanted lists the charts and the bases outside of the repository that
// its files and objects name.
package wanted

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// Reference is one place that names a chart or a base outside of the repository.
type Reference struct {
	// Location is the place that names it.
	Location manifest.Location
	// Repository, Name and Version name a chart: as vendored.Folder.Chart takes
	// them.
	Repository, Name, Version string
	// Tag tells that Version is the tag of an artifact, even where it could be a
	// range.
	Tag bool
	// PlainHTTP tells that the registry is to be asked without TLS.
	PlainHTTP bool
	// Entry is the entry of a kustomization; "" for a chart.
	Entry string
	// Problem tells why it cannot be told what is meant; "" where it can.
	Problem string
}

// What names the chart or the base as a clause has it.
func (r Reference) What() string {
	if r.Entry != "" {
		return r.Entry
	}
	what := strings.TrimSpace("chart " + r.Name)
	if r.Version != "" {
		what += " " + r.Version
	}
	if r.Repository != "" {
		what += " of " + r.Repository
	}
	return what
}

// InFiles gives what the named files of the tree refer to: charts and their
// packages name their dependencies, kustomizations their entries. Other files are
// passed over, and so is what the renderers report as unreadable.
func InFiles(tree *fsys.Tree, names []string) []Reference {
	var found []Reference
	for _, name := range names {
		switch base := path.Base(name); {
		case base == "Chart.yaml":
			found = append(found, inChart(tree, path.Dir(name))...)
		case path.Ext(base) == ".tgz":
			found = append(found, inPackage(tree, name)...)
		case render.IsKustomizationName(base):
			found = append(found, inKustomization(tree, name)...)
		}
	}
	return tidy(found)
}

// tidy checks the references, sorts them by place, and takes out repetitions.
func tidy(all []Reference) []Reference {
	for i := range all {
		all[i].check()
	}
	slices.SortFunc(all, func(a, b Reference) int {
		return cmp.Or(a.Location.Compare(b.Location), cmp.Compare(a.What(), b.What()), cmp.Compare(a.Problem, b.Problem))
	})
	return slices.Compact(all)
}

// check gives a reference that cannot be followed its Problem.
func (r *Reference) check() {
	if r.Problem != "" {
		return
	}
	for _, text := range []string{r.Repository, r.Name, r.Version, r.Entry} {
		if token := unknownIn(text); token != "" {
			r.Problem = "it depends on " + token + ", which is not known here"
			return
		}
	}
	switch {
	case r.Entry != "":
	case r.Name == "":
		r.Problem = "the chart has no name"
	case r.Repository == "":
		r.Problem = "the chart has no repository"
	case !fetchable(r.Repository):
		r.Problem = "no way is known to fetch from " + r.Repository
	}
}

func fetchable(repository string) bool {
	for _, prefix := range []string{"https://", "http://", vendored.SchemeOCI, "@"} {
		if strings.HasPrefix(vendored.Repository(repository), prefix) {
			return true
		}
	}
	return false
}

// unknownIn gives the first token of a text that something else replaces: a
// variable of Flux, or an action of a template.
func unknownIn(text string) string {
	for _, mark := range []struct{ start, end string }{{"${", "}"}, {"{{", "}}"}} {
		if _, after, ok := strings.Cut(text, mark.start); ok {
			inner, _, _ := strings.Cut(after, mark.end)
			return mark.start + inner + mark.end
		}
	}
	return ""
}
