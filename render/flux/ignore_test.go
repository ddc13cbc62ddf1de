package flux

import "testing"

func TestIgnored(t *testing.T) {
	t.Parallel()
	tests := []struct {
		rules, file string
		want        bool
	}{
		{"", "a.yaml", false},
		{"*.yaml", "x/a.yaml", true},
		{"/*.yaml", "x/a.yaml", false},
		{"/*.yaml", "a.yaml", true},
		{"drafts", "x/drafts/y/a.yaml", true},
		{"drafts/", "x/drafts/a.yaml", true},
		{"drafts/", "x/drafts", false},
		{"/drafts", "x/drafts/a.yaml", false},
		{"a/**/c.yaml", "a/b/b/c.yaml", true},
		{"a/**/c.yaml", "a/c.yaml", true},
		{"a/**/c.yaml", "b/c.yaml", false},
		{"**/c.yaml", "c.yaml", true},
		{"a/**", "a/b/c.yaml", true},
		{"a/b**/c", "a/bb/c", false},
		{"/*\n!/deploy", "deploy/x/a.yaml", false},
		{"/*\n!/deploy", "other/a.yaml", true},
		{"!a.yaml\n*.yaml", "a.yaml", true},
		{"# a.yaml\n\n", "a.yaml", false},
		{"a.yaml  ", "a.yaml", true},
		{"[", "a.yaml", false},
	}
	for _, test := range tests {
		if got := ignored(parseRules(".", test.rules), test.file); got != test.want {
			t.Errorf("ignored(%q, %q) = %v, want %v", test.rules, test.file, got, test.want)
		}
	}
	rules := parseRules("apps", "/a.yaml")
	if !ignored(rules, "apps/a.yaml") || ignored(rules, "a.yaml") || ignored(rules, "apps/b/a.yaml") {
		t.Error("a rule speaks of files below the directory of its file only")
	}
	if !ignored(rulesOf(".", ownFiles), "x/.sops.yaml") || !ignored(rulesOf(".", ownFiles), ".github/workflows/a.yaml") {
		t.Error("the controller's own rules leave out the files of other tools")
	}
}
