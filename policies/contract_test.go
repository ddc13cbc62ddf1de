package policies_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/policies"
)

// TestContract holds every case and rule to the contract of the README. It
// reads the folders, so that a new rule needs no change here. One rule or
// fixture is tested by its name:
//
//	go test ./policies -run 'TestContract/IL-0178/prestop-eats-grace-period/bad.yaml'
func TestContract(t *testing.T) {
	t.Parallel()
	root := os.DirFS(".")
	for _, id := range folders(t, root, "cases") {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			t.Run("case.yaml", func(t *testing.T) { checkCase(t, root, id) })
			for _, slug := range folders(t, root, path.Join("cases", id)) {
				t.Run(slug, func(t *testing.T) {
					t.Parallel()
					checkRule(t, root, id, slug)
				})
			}
		})
	}
}

func checkRule(t *testing.T, root fs.FS, id, slug string) {
	folder := path.Join("cases", id, slug)
	for _, name := range []string{"policy.rego", "policy_test.rego", "bad.yaml", "good.yaml"} {
		if _, err := fs.Stat(root, path.Join(folder, name)); err != nil {
			t.Errorf("%s has no %s", folder, name)
		}
	}
	library, err := policy.Load(oneRule{root, id, slug})
	if err != nil {
		t.Fatal(err)
	}
	rule, ok := library.Rule(id + "/" + slug)
	if !ok {
		t.Fatalf("there is no rule in %s", folder)
	}
	t.Run("metadata", func(t *testing.T) {
		checkMetadata(t, rule)
		checkMetadataKeys(t, root, path.Join(folder, "policy.rego"))
	})
	t.Run("policy_test.rego", func(t *testing.T) { runRegoTests(t, root, folder) })
	for _, name := range fixtures(t, root, folder) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkFixture(t, library, rule, path.Join(folder, name))
		})
	}
}

var (
	caseID = regexp.MustCompile(`^(IL-\d{4}|[a-z0-9]+(-[a-z0-9]+)+)$`)
	slugID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	kindID = regexp.MustCompile(`^([a-z0-9.-]+/)?[A-Z][A-Za-z0-9]*$|^config/(kubespray|talos|k3s)$`)
	semver = regexp.MustCompile(`^\d+\.\d+\.\d+$`)
)

// TestEmbedded demands that what is embedded is what lies here.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"cases/*/case.yaml", "cases/*/*/policy.rego", "cases/*/*/bad.yaml", "cases/*/*/good.yaml", "lib/*/*.rego"} {
		want, err := fs.Glob(os.DirFS("."), pattern)
		if err != nil {
			t.Fatal(err)
		}
		got, err := fs.Glob(policies.FS(), pattern)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
			t.Errorf("%s (-here +embedded):\n%s", pattern, diff)
		}
	}
}

// checkMetadata checks what Load does not.
func checkMetadata(t *testing.T, rule lint.Rule) {
	_, slug, _ := strings.Cut(rule.ID, "/")
	if !slugID.MatchString(slug) {
		t.Errorf("the folder %q is no slug", slug)
	}
	checkHeading(t, "title", rule.Title)
	checkText(t, "description", rule.Description)
	checkText(t, "custom.level_reason", rule.LevelReason)
	checkText(t, "custom.remediation", rule.Remediation)
	if !semver.MatchString(rule.Since) {
		t.Errorf("custom.since is %q, want a version such as 0.1.0", rule.Since)
	}
	for _, kind := range rule.Kinds {
		if !kindID.MatchString(kind) {
			t.Errorf("custom.kinds: %q is not group/Kind or Kind", kind)
		}
	}
	for _, id := range rule.Also {
		if !caseID.MatchString(id) || id == rule.Case() {
			t.Errorf("custom.also: %q is not the id of another case", id)
		}
	}
	if len(rule.References) == 0 {
		t.Error("related_resources is empty")
	}
	for _, reference := range rule.References {
		checkReference(t, reference.Title, reference.URL)
	}
}

// checkMetadataKeys refuses keys that OPA would pass over.
func checkMetadataKeys(t *testing.T, root fs.FS, file string) {
	t.Helper()
	data, err := fs.ReadFile(root, file)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(data), "\npackage ")
	var fields map[string]any
	if err := yaml.Unmarshal([]byte(regexp.MustCompile(`(?m)^# ?`).ReplaceAllString(strings.TrimPrefix(head, "# METADATA\n"), "")), &fields); err != nil {
		t.Fatal(err)
	}
	for key := range fields {
		if !slices.Contains([]string{"title", "description", "scope", "related_resources", "custom"}, key) {
			t.Errorf("METADATA has the key %q, which nothing reads", key)
		}
	}
}

func checkCase(t *testing.T, root fs.FS, id string) {
	library, err := policy.Load(oneRule{root, id, ""})
	if err != nil {
		t.Fatal(err)
	}
	c, ok := library.Case(id)
	if !ok {
		t.Fatalf("cases/%s has no case.yaml", id)
	}
	if !caseID.MatchString(c.ID) {
		t.Errorf("%q is neither an id of the incident library nor a slug", c.ID)
	}
	checkHeading(t, "title", c.Title)
	for key, text := range map[string]string{
		"summary": c.Summary, "confidence": c.Confidence, "symptom": c.Symptom, "trigger": c.Trigger, "rootCause": c.RootCause,
	} {
		checkText(t, key, text)
	}
	if strings.Contains(strings.TrimSpace(c.Summary), "\n") {
		t.Error("summary has more than one line")
	}
	if c.Organisation == "" || c.Year < 2014 || len(c.Remediation) == 0 || len(c.Lessons) == 0 {
		t.Error("organisation, year, remediation and lessons are all needed")
	}
	checkClassification(t, root, c.Classification)
	checkHeading(t, "ko.title", c.Korean.Title)
	checkText(t, "ko.symptom", c.Korean.Symptom)
	if len(c.Korean.Remediation) == 0 {
		t.Error("ko.remediation is empty")
	}
	if len(c.Sources) == 0 {
		t.Error("sources is empty")
	}
	for _, source := range c.Sources {
		checkReference(t, source.Title, source.URL)
		if !slices.Contains([]string{"primary", "secondary", "reference"}, source.Kind) {
			t.Errorf("%s: kind is %q, want primary, secondary or reference", source.URL, source.Kind)
		}
	}
	for _, related := range c.Related {
		if !caseID.MatchString(related) || related == id {
			t.Errorf("related: %q is not the id of another case", related)
		}
	}
}

// checkClassification demands words of the vocabulary, each once.
func checkClassification(t *testing.T, root fs.FS, c lint.Classification) {
	t.Helper()
	vocabulary, err := policy.ReadVocabulary(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range []struct {
		name  string
		words []string
		known map[string]lint.Label
	}{
		{"components", c.Components, vocabulary.Components},
		{"symptoms", c.Symptoms, vocabulary.Symptoms},
		{"triggers", c.Triggers, vocabulary.Triggers},
		{"rootCauses", c.RootCauses, vocabulary.RootCauses},
	} {
		if len(list.words) == 0 {
			t.Errorf("classification.%s is empty", list.name)
		}
		for i, word := range list.words {
			if _, ok := list.known[word]; !ok || slices.Contains(list.words[:i], word) {
				t.Errorf("classification.%s: %q is not in vocabulary.yaml, or stands there twice", list.name, word)
			}
		}
	}
}

func checkHeading(t *testing.T, key, text string) {
	t.Helper()
	if text == "" || strings.HasSuffix(text, ".") || strings.Contains(text, "\n") {
		t.Errorf("%s is %q, want one line without a full stop", key, text)
	}
}

func checkText(t *testing.T, key, text string) {
	t.Helper()
	text = strings.TrimSpace(text)
	if text == "" || !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "```") {
		t.Errorf("%s is %q, want sentences", key, text)
	}
}

func checkReference(t *testing.T, title, url string) {
	t.Helper()
	if title == "" || !strings.HasPrefix(url, "https://") {
		t.Errorf("reference %q %q: want a title and an https URL", title, url)
	}
}

// oneRule shows of a library only one rule, one case and what rules share, so
// that a mistake elsewhere does not matter.
type oneRule struct {
	fs.FS
	id, slug string
}

func (f oneRule) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return name == "cases" && e.Name() != f.id ||
			name == path.Join("cases", f.id) && e.IsDir() && e.Name() != f.slug
	}), err
}

func folders(t *testing.T, root fs.FS, name string) []string {
	t.Helper()
	entries, err := fs.ReadDir(root, name)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names
}
