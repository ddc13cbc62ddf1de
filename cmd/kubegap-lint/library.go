package main

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/policies"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// policyLoader gives the embedded policies with those in some folders. It may be
// called more than once.
type policyLoader func(dirs ...policyDir) (*policy.Library, error)

// loadPolicies begins to read the embedded policies, and gives a function that
// waits for them and adds those in folders of the user.
func loadPolicies() policyLoader {
	var library *policy.Library
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		library, err = policy.Open(policies.FS())
	}()
	return func(dirs ...policyDir) (*policy.Library, error) {
		<-done
		if err != nil {
			return nil, err
		}
		return withPolicies(library, dirs)
	}
}

// loadCatalog gives the embedded rules and cases, and those of the user.
func (a App) loadCatalog(f policyFlags) (catalog.Catalog, error) {
	dirs, err := a.policyDirs(f.dirs)
	if err != nil {
		return catalog.Catalog{}, err
	}
	library, err := loadPolicies()(dirs...)
	if err != nil {
		return catalog.Catalog{}, err
	}
	return newCatalog(library, policies.FS())
}

// catalogFor gives the catalog that a run on a whole repository has, with the policies
// that its configuration names. It fails for what is wrong with either, as the run
// would.
func (a App) catalogFor(tree *fsys.Tree, f configFlags, p policyFlags) (catalog.Catalog, error) {
	load := loadPolicies()
	settings, err := a.configuration(tree, f, tree.Dir())
	if err != nil {
		return catalog.Catalog{}, err
	}
	dirs, err := a.policyDirs(slices.Concat(a.configuredPolicies(tree, settings), p.dirs))
	if err != nil {
		return catalog.Catalog{}, err
	}
	library, err := load(dirs...)
	if err != nil {
		return catalog.Catalog{}, err
	}
	if err := settings.CheckIDs(library.Rules(), library.Cases()); err != nil {
		return catalog.Catalog{}, err
	}
	return newCatalog(library, policies.FS())
}

// newCatalog gives the rules and cases of a library with the vocabulary in files. A
// word that is not in it is its own label.
func newCatalog(library *policy.Library, files fs.FS) (catalog.Catalog, error) {
	vocabulary, err := policy.ReadVocabulary(files)
	c := catalog.Catalog{Cases: library.Cases(), Rules: library.Rules(), Vocabulary: vocabulary}
	for _, facet := range c.Facets() {
		for _, k := range c.Cases {
			for _, word := range facet.Of(k.Classification) {
				if _, ok := facet.Known[word]; !ok && facet.Known != nil {
					facet.Known[word] = lint.Label{English: word}
				}
			}
		}
	}
	return c, err
}

// unknownID tells a user which id may have been meant.
func unknownID(id string, c catalog.Catalog) error {
	return cli.Usagef("there is no rule or case %q; %s", id, lint.NewIDs(c.Rules, c.Cases).Suggest(id))
}

func organisationAndYear(c lint.Case) string {
	return fmt.Sprintf("%s, %d", c.Organisation, c.Year)
}

// joined lists the keys of a map.
func joined[V any](m map[string]V) string { return strings.Join(sortedKeys(m), ", ") }

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
