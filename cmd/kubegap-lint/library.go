package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/policies"
)

// loadPolicies begins to read the embedded policies, and gives a function that
// waits for them.
func loadPolicies() func() (*policy.Library, error) {
	var library *policy.Library
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		library, err = policy.Load(policies.FS())
	}()
	return func() (*policy.Library, error) {
		<-done
		return library, err
	}
}

// loadCatalog gives the embedded rules and cases.
func loadCatalog() (catalog.Catalog, error) {
	library, err := policy.Load(policies.FS())
	if err != nil {
		return catalog.Catalog{}, err
	}
	vocabulary, err := policy.ReadVocabulary(policies.FS())
	return catalog.Catalog{Cases: library.Cases(), Rules: library.Rules(), Vocabulary: vocabulary}, err
}

// findCase gives the case of that id, whose letters may be upper or lower case.
func findCase(c catalog.Catalog, id string) (lint.Case, bool) {
	for _, k := range c.Cases {
		if strings.EqualFold(k.ID, id) {
			return k, true
		}
	}
	return lint.Case{}, false
}

// findRule gives the rule of that id, whose letters may be upper or lower case.
func findRule(c catalog.Catalog, id string) (lint.Rule, bool) {
	for _, r := range c.Rules {
		if strings.EqualFold(r.ID, id) {
			return r, true
		}
	}
	return lint.Rule{}, false
}

// nearest tells a user which id may have been meant.
func nearest(id string, c catalog.Catalog) error {
	for _, r := range c.Rules {
		_, slug, _ := strings.Cut(r.ID, "/")
		if strings.EqualFold(slug, id) {
			return usagef("no case or rule %q; did you mean %s?", id, r.ID)
		}
	}
	for _, k := range c.Cases {
		if strings.HasPrefix(strings.ToLower(k.ID), strings.ToLower(id)) {
			return usagef("no case or rule %q; did you mean %s?", id, k.ID)
		}
	}
	return usagef("no case or rule %q; 'kubegap-lint cases' and 'kubegap-lint rules' list them", id)
}

func organisationAndYear(c lint.Case) string {
	return fmt.Sprintf("%s, %d", c.Organisation, c.Year)
}

// joined lists the keys of a map.
func joined[V any](m map[string]V) string { return strings.Join(sortedKeys(m), ", ") }

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
