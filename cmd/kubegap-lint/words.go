package main

import (
	"slices"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint/catalog"
)

// words completes the ids of rules and cases, and the words of the vocabulary: those of
// the user are among them where --policy was typed before.
func (a App) words(wanted cli.Wanted) ([]cli.Item, error) {
	switch wanted.What {
	case "ID", "CASE|RULE", "CASE", "WORD":
	default:
		return nil, nil
	}
	// A command without the flag has none.
	dirs, _ := wanted.Flags.GetStringArray("policy")
	slices.Sort(dirs)
	known, err := a.loadCatalog(policyFlags{dirs: slices.Compact(dirs)})
	if err != nil {
		return nil, err
	}
	if wanted.What == "WORD" {
		return offerVocabulary(known, wanted), nil
	}
	return offerIDs(known, wanted.What != "CASE", wanted), nil
}

// offerIDs gives the ids of cases, and those of rules once one case is left.
func offerIDs(c catalog.Catalog, rules bool, wanted cli.Wanted) []cli.Item {
	var found []cli.Item
	for _, k := range c.Cases {
		if wanted.Offers(k.ID) {
			found = append(found, cli.Item{Name: k.ID, Text: k.Title})
		}
	}
	if !rules || len(found) > 1 {
		return found
	}
	for _, r := range c.Rules {
		if wanted.Offers(r.ID) {
			found = append(found, cli.Item{Name: r.ID, Text: r.Title})
		}
	}
	return found
}

// offerVocabulary gives the words that a flag takes.
func offerVocabulary(c catalog.Catalog, wanted cli.Wanted) []cli.Item {
	i := slices.IndexFunc(c.Facets(), func(f catalog.Facet) bool { return f.Flag == wanted.Flag })
	if i < 0 {
		return nil
	}
	var found []cli.Item
	known := c.Facets()[i].Known
	for _, word := range sortedKeys(known) {
		if wanted.Offers(word) {
			found = append(found, cli.Item{Name: word, Text: known[word].English})
		}
	}
	return found
}
