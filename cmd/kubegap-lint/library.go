package main

import (
	"fmt"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/docs"
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

// rulesAndCases gives the embedded rules and cases, sorted by id.
func rulesAndCases() ([]lint.Rule, []lint.Case, docs.Library, error) {
	library, err := policy.Load(policies.FS())
	if err != nil {
		return nil, nil, docs.Library{}, err
	}
	rules, cases := library.Rules(), library.Cases()
	return rules, cases, docs.New(cases, rules), nil
}

// nearest tells a user which id may have been meant.
func nearest(id string, rules []lint.Rule, cases []lint.Case) error {
	for _, r := range rules {
		_, slug, _ := strings.Cut(r.ID, "/")
		if strings.EqualFold(slug, id) {
			return usagef("no case or rule %q; did you mean %s?", id, r.ID)
		}
	}
	for _, c := range cases {
		if strings.HasPrefix(strings.ToLower(c.ID), strings.ToLower(id)) {
			return usagef("no case or rule %q; did you mean %s?", id, c.ID)
		}
	}
	return usagef("no case or rule %q; 'kubegap-lint cases' and 'kubegap-lint rules' list them", id)
}

func organisationAndYear(c lint.Case) string {
	return fmt.Sprintf("%s, %d", c.Organisation, c.Year)
}
