package contract_test

import "testing"

// Each of these edits breaks a folder that keeps the contract in one way.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, file, old, new string
		// want is the only problem; more lists those that come with it.
		want string
		more []string
	}{
		{"stray file", "cases/notes.txt", "", "x", "layout/files cases/notes.txt: is no folder, as all that lies here has to be", nil},
		{"no tests", testAt, "*", "", rule + "/files cases/" + rule + ": has no policy_test.rego", nil},
		{"no bad fixture", badAt, "*", "", rule + "/files cases/" + rule + ": has no bad.yaml", nil},
		{"no good fixture", goodAt, "*", "", rule + "/files cases/" + rule + ": has no good.yaml", nil},
		{"byte order mark", policyAt, "# METADATA", "\ufeff# METADATA", rule + "/files " + policyAt + ":1: starts with a byte order mark: save it without one", []string{"is not formatted"}},
		{"short suffix of a fixture", ruleDir + "bad-x.yml", "", "a: 1\n", rule + "/files " + ruleDir + "bad-x.yml: is no fixture: did you mean bad-x.yaml?", nil},
		{"folder beside a file", ruleDir + "bad/a.yaml", "", "a: 1\n", rule + "/files " + ruleDir + "bad: lies beside bad.yaml: choose another name for one of them", []string{rule + "/bad "}},
		{"short suffix of a case", "cases/acme-2025-other/case.yml", "", "a: 1\n", "acme-2025-other/case.yaml cases/acme-2025-other/case.yml: is not read: did you mean case.yaml?", nil},
		{"no case", caseFile, "*", "", "acme-2024-lost-volume/case.yaml cases/acme-2024-lost-volume: has no case.yaml", nil},
		{"unknown key in the case", caseFile, "title:", "headline:", "acme-2024-lost-volume/case.yaml " + caseFile + `:2: unknown key "headline"`, nil},
		{"title with a full stop", caseFile, "workload it was", "workload it was.", "acme-2024-lost-volume/case.yaml " + caseFile + `:2: title is "An outage went on because nobody knew whose workload it was.", want one line without a full stop`, nil},
		{"symptom without a full stop", caseFile, "noticed.", "noticed", "acme-2024-lost-volume/case.yaml " + caseFile + `:13: symptom is "Replace this by what people noticed", want sentences`, nil},
		{"summary of two lines", caseFile, "summary: ", "summary: |-\n  One.\n  ", "acme-2024-lost-volume/case.yaml " + caseFile + ":5: summary has more than one line", nil},
		{"no organisation", caseFile, "organisation: Acme", "organisation: ''", "acme-2024-lost-volume/case.yaml " + caseFile + ":3: organisation is not set", nil},
		{"year before Kubernetes", caseFile, "year: 2024", "year: 2013", "acme-2024-lost-volume/case.yaml " + caseFile + ":4: year is 2013, want a year from 2014 to 2099", nil},
		{"year with a fraction", caseFile, "year: 2024", "year: 2024.5", "acme-2024-lost-volume/case.yaml " + caseFile + ":4: year is 2024.5, want a year from 2014 to 2099", nil},
		{"year of five digits", caseFile, "year: 2024", "year: 99999", "acme-2024-lost-volume/case.yaml " + caseFile + ":4: year is 99999, want a year from 2014 to 2099", nil},
		{"no year", caseFile, "year: 2024\n", "", "acme-2024-lost-volume/case.yaml " + caseFile + ": year is not set", nil},
		{"no sources", caseFile, "sources: []\n", "", "acme-2024-lost-volume/case.yaml " + caseFile + ": sources is not set: it may be an empty list, []", nil},
		{"no contributing factors", caseFile, "contributingFactors: []\n", "", "acme-2024-lost-volume/case.yaml " + caseFile + ": contributingFactors is not set: it may be an empty list, []", nil},
		{"no confidence", caseFile, "confidence: Replace this by how well the facts are known, and what is not.\n", "", "acme-2024-lost-volume/case.yaml " + caseFile + ": confidence is not set", nil},
		{"no lessons", caseFile, "lessons:\n  - Replace this by what others can learn of it.", "lessons: []", "acme-2024-lost-volume/case.yaml " + caseFile + ":19: lessons is empty", nil},
		{"no remediation", caseFile, "remediation:\n  - Replace this by what the team did.", "remediation: []", "acme-2024-lost-volume/case.yaml " + caseFile + ":17: remediation is empty", nil},
		{"kind of a source", caseFile, "sources: []", "sources: [{title: A, url: 'https://a.example', kind: hearsay}]", "acme-2024-lost-volume/case.yaml " + caseFile + `:6: sources has the kind "hearsay", want primary, secondary or reference`, nil},
		{"source without encryption", caseFile, "sources: []", "sources: [{title: A, url: 'http://a.example', kind: primary}]", "acme-2024-lost-volume/case.yaml " + caseFile + `:6: sources names "http://a.example" with the title "A", want an https URL and a title`, nil},
		{"related to itself", caseFile, "lessons:", "related: [acme-2024-lost-volume]\nlessons:", "acme-2024-lost-volume/case.yaml " + caseFile + `:19: related names "acme-2024-lost-volume", want the id of another case`, nil},
		{"no words", caseFile, "[deployment]", "[]", "acme-2024-lost-volume/case.yaml " + caseFile + ":9: classification.components is empty", nil},
		{"word with capitals", caseFile, "[deployment]", "[Deployment]", "acme-2024-lost-volume/case.yaml " + caseFile + `:9: classification.components has "Deployment", want small letters and digits, words with hyphens`, nil},
		{"word twice", caseFile, "[deploy]", "[deploy, deploy]", "acme-2024-lost-volume/case.yaml " + caseFile + `:11: classification.triggers has "deploy" twice`, nil},

		{"unknown key in METADATA", policyAt, "# scope", "# organizations: [acme]\n# scope", rule + "/files " + policyAt + ":6: METADATA: organizations is an unknown key", nil},
		{"title of a rule", policyAt, "without an owner", "without an owner.", rule + "/metadata " + policyAt + `:2: title is "Deployment without an owner.", want one line without a full stop`, nil},
		{"description", policyAt, "reported.", "reported", rule + "/metadata " + policyAt + `:3: description is "The label`, nil},
		{"no scope", policyAt, "# scope: package\n", "", rule + "/files " + policyAt + ":1: METADATA: scope is not set: write scope: package", nil},
		{"reason of the level", policyAt, "shortens it.", "shortens it", rule + "/metadata " + policyAt + ":9: custom.level_reason is", nil},
		{"kind without its group", policyAt, "- apps/Deployment", "- Deployment", rule + "/files " + policyAt + ":20: METADATA: custom.kinds: Deployment is apps/Deployment", []string{"missing", "no object"}},
		{"version", policyAt, "since: 0.1.0", "since: soon", rule + "/metadata " + policyAt + `:21: custom.since is "soon", want a version such as 0.1.0`, nil},
		{"reference without a title", policyAt, "# custom:", "# related_resources:\n#   - ref: https://a.example\n# custom:", rule + "/metadata " + policyAt + `:8: related_resources names "https://a.example" with the title ""`, nil},

		{"syntax", policyAt, "violations contains", "violations contain", rule + "/rego " + policyAt + ":27:", []string{rule + "/rego"}},
		{"another variable", policyAt, "not _has_owner(obj)", "not _has_owner(object)", rule + "/rego " + policyAt + ":29: var object is unsafe", []string{}},
		{"format", policyAt, "\tsome obj", "    some obj", rule + "/rego " + policyAt + ":28: is not formatted as opa fmt does", nil},
		{"clock", policyAt, "\tnot _has_owner", "\ttime.now_ns() > 0\n\tnot _has_owner", rule + "/rego " + policyAt + ":29: time.now_ns is not for policies", nil},

		{"a test that fails", testAt, "== 1\n", "== 2\n", rule + "/tests " + testAt + `:7: test_an_empty_label_names_nobody failed: count(_violations({"team": ""})) == 2`, nil},
		{"a test that ends in an error", testAt, "== 1\n", "== 1 / 0\n", rule + "/tests " + testAt + ":7: test_an_empty_label_names_nobody cannot be evaluated: div: divide by zero", nil},
		{"tests without tests", testAt, "test_", "check_", rule + "/tests " + testAt + ":1: there are no tests: write test_<what> if { … }", nil},
		{"a test that is put off", testAt, "test_a_team", "todo_test_a_team", rule + "/tests " + testAt + ":10: todo_test_a_team_is_enough is never run", nil},
		{"two tests of one name", testAt, "test_a_team_is_enough", "test_an_empty_label_names_nobody", rule + "/tests " + testAt + ":10: test_an_empty_label_names_nobody stands here twice", nil},
		{"a test that is a set", testAt, "test_a_team_is_enough if", "test_a_team_is_enough contains 1 if", rule + "/tests " + testAt + ":10: test_a_team_is_enough is no test", nil},
		{"package of a test", testAt, "_test\n", "_tests\n", rule + "/tests " + testAt + ":1: package is data.kubegap.cases.acme_2024_lost_volume.volume_without_backup_tests, want data.kubegap.cases.acme_2024_lost_volume.volume_without_backup_test", nil},
		{"syntax of a test", testAt, "count(", "count((", rule + "/tests " + testAt + ":8: unexpected } token", nil},
		{"a test with an unknown function", testAt, "count(", "counted(", rule + "/tests " + testAt + ":7: undefined function counted", nil},

		{"a finding that is not wanted", badAt, "    team: payments\n", "", rule + "/bad.yaml " + badAt + ":24: unwanted warning on Deployment api at .metadata.labels.team: has no label team, so nobody knows whom to call when it fails", nil},
		{"a finding that is missing", badAt, "    app: web\nspec", "    app: web\n    team: web\nspec", rule + "/bad.yaml " + badAt + `:5: missing warning: "has no label team`, nil},
		{"another level", badAt, "# want", "# want error", rule + "/bad.yaml " + badAt + ":5:", []string{rule + "/bad.yaml " + badAt + ":5: unwanted"}},
		{"another message", badAt, "has no label team, so", "lacks", rule + "/bad.yaml " + badAt + ":5: missing", []string{"unwanted"}},
		{"an expectation that cannot be read", badAt, `# want "has`, `# want has`, rule + "/bad.yaml " + badAt + ":5: cannot read the expectation at", nil},
		{"an expectation of nothing", badAt, `# want "has no label team, so nobody knows whom to call when it fails"`, `# want ""`, rule + "/bad.yaml " + badAt + ":5: expects an empty text", nil},
		{"an expectation without a space", badAt, `# want "has`, `#want "has`, rule + "/bad.yaml " + badAt + `:5: is no expectation: write # want "part of the message"`, nil},
		{"an expectation in the plural", badAt, `# want "has`, `# wants "has`, rule + "/bad.yaml " + badAt + `:5: is no expectation: write # want "part of the message"`, nil},
		{"a good fixture with a finding", goodAt, "    team: payments\n", "", rule + "/good.yaml " + goodAt + ":25: unwanted warning on Deployment api", nil},
		{"a good fixture with an expectation", goodAt, "    team: payments\n", "    team: payments # want \"x\"\n", rule + "/good.yaml " + goodAt + ":27: expects a finding: a good fixture has none", []string{"missing warning"}},
		{"a fixture that is no YAML", goodAt, "metadata:", "metadata: [", rule + "/good.yaml " + goodAt + ":", nil},

		{"package without a description", "lib/names/names.rego", "# METADATA\n# description: Names of objects.\n", "", "lib/names/metadata lib/names/names.rego:1: names has no METADATA with a description", nil},
		{"function without a description", "lib/names/names.rego", "# METADATA\n# description: Whether the name of obj is long.\n", "", "lib/names/metadata lib/names/names.rego:5: long has no METADATA with a description", nil},
		{"package of a library", "lib/names/names.rego", "lib.names\n", "lib.name\n", "lib/names/rego lib/names/names.rego:3: package is data.kubegap.lib.name, want data.kubegap.lib.names", nil},
		{"a test of a library that fails", "lib/names/names_test.rego", "not names", "names", `lib/names/tests lib/names/names_test.rego:5: test_short failed: names.long({"name": "a"})`, nil},
		{"format of a test", "lib/names/names_test.rego", "not names", "not  names", "lib/names/rego lib/names/names_test.rego:5: is not formatted as opa fmt does", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			files := complete(t, false)
			edit(t, files, test.file, test.old, test.new)
			expect(t, run(t, files, false), test.want, test.more)
		})
	}
}
