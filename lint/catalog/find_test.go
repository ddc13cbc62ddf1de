package catalog_test

import (
	"testing"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
)

func TestFind(t *testing.T) {
	t.Parallel()
	c := catalog.Catalog{Cases: []lint.Case{{ID: "IL-0001"}, {ID: "IL-0002"}}, Rules: []lint.Rule{{ID: "IL-0001/lone-pod"}, {ID: "IL-0002/lone-pod"}}}
	for _, tc := range []struct{ id, wantCase, wantRule, wantNamed string }{
		{"il-0002", "IL-0002", "", ""},
		{"IL-0002/Lone-Pod", "", "IL-0002/lone-pod", ""},
		{"LONE-pod", "", "", "IL-0001/lone-pod"},
		{"IL-0003", "", "", ""},
		{"", "", "", ""},
	} {
		k, foundCase := c.FindCase(tc.id)
		r, foundRule := c.FindRule(tc.id)
		named, foundNamed := c.FindRuleNamed(tc.id)
		if k.ID != tc.wantCase || r.ID != tc.wantRule || named.ID != tc.wantNamed {
			t.Errorf("%q is the case %q, the rule %q, and the name of %q, want %+v", tc.id, k.ID, r.ID, named.ID, tc)
		}
		if foundCase != (tc.wantCase != "") || foundRule != (tc.wantRule != "") || foundNamed != (tc.wantNamed != "") {
			t.Errorf("%q is found: %v, %v and %v", tc.id, foundCase, foundRule, foundNamed)
		}
	}
}
