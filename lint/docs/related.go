package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
)

// maxRelated is how many cases a page sends its reader to, apart from those
// that the case itself names.
const maxRelated = 5

// related lists the cases that a case names, and then the nearest of the others
// until there are maxRelated, each with what the two share.
func (d Pages) related(c lint.Case) []string {
	var items []string
	for _, id := range c.Related {
		if other, ok := d.Catalog.Case(id); ok {
			items = append(items, d.relatedItem(other, catalog.Shared(c, other)))
		}
	}
	for _, n := range d.Catalog.Similar(c) {
		if len(items) >= maxRelated || len(n.Shared.RootCauses) == 0 {
			break
		}
		if !slices.Contains(c.Related, n.Case.ID) {
			items = append(items, d.relatedItem(n.Case, n.Shared))
		}
	}
	return items
}

func (d Pages) relatedItem(c lint.Case, shared lint.Classification) string {
	id := c.ID
	if d.Link != nil {
		id = link(c.ID, d.Link(c.ID))
	}
	item := fmt.Sprintf("%s: %s (%s, %d)", id, catalog.Translated(c, d.Language).Title, c.Organisation, c.Year)
	if common := Common(d.Catalog, shared, d.Language); common != "" {
		item += "; " + common
	}
	return item
}

// Common tells what two cases share of root causes and components, such as
// "same root cause: Stale connection state; shared: kube-proxy", and "" where
// that is nothing.
func Common(c catalog.Catalog, shared lint.Classification, l catalog.Language) string {
	var parts []string
	for _, facet := range c.Facets() {
		words := labels(facet, facet.Of(shared), l)
		switch {
		case len(words) == 0:
		case facet.Flag == "root-cause":
			parts = slices.Insert(parts, 0, sameRootCause.In(l)+": "+strings.Join(words, ", "))
		case facet.Flag == "component":
			parts = append(parts, sharedParts.In(l)+": "+strings.Join(words, ", "))
		}
	}
	return strings.Join(parts, "; ")
}

func labels(facet catalog.Facet, words []string, l catalog.Language) []string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = facet.Label(word, l)
	}
	return list
}
