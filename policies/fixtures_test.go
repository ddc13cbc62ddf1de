package policies_test

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/plain"
)

// fixtures gives the names of the fixtures of a rule: files and folders that
// start with bad or good.
func fixtures(t *testing.T, root fs.FS, folder string) []string {
	t.Helper()
	entries, err := fs.ReadDir(root, folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		switch name := entry.Name(); {
		case regexp.MustCompile(`^(bad|good)(-[a-z0-9-]+)?(\.yaml)?$`).MatchString(name) && entry.IsDir() != strings.HasSuffix(name, ".yaml"):
			names = append(names, name)
		case name != "policy.rego" && name != "policy_test.rego":
			t.Errorf("%s/%s is neither the policy, its test nor a fixture", folder, name)
		}
	}
	return names
}

// checkFixture runs the rule over a fixture and compares its findings with the
// expectations in the fixture's comments.
func checkFixture(t *testing.T, library *policy.Library, rule lint.Rule, fixture string) {
	units, texts := renderFixture(t, fixture)
	report := judge(t, library, rule, units)
	for _, failure := range report.Failures {
		t.Errorf("%s: %s", failure.Location, failure.Message)
	}
	for _, warning := range report.Warnings {
		if warning.Reason == lint.ReasonDoubt {
			t.Error(warning.Message)
		}
	}
	wants := expectations(t, texts, rule.Level)
	if bad := strings.HasPrefix(path.Base(fixture), "bad"); bad && len(wants) == 0 {
		t.Error("a bad fixture needs an expectation: # want \"part of the message\"")
	} else if !bad && len(wants) > 0 {
		t.Error("a good fixture has no expectations")
	}
	for _, f := range report.Findings {
		if i := slices.IndexFunc(wants, func(w want) bool { return w.matches(f) }); i >= 0 {
			wants = slices.Delete(wants, i, i+1)
		} else {
			t.Errorf("unwanted finding\n\t%s (%s)\n\t%s %s on %s\n\t%s", f.Location, f.Location.Precision, f.Level, f.Path, f.Object, f.Message)
		}
	}
	for _, w := range wants {
		t.Errorf("missing finding\n\t%s:%d\n\t%s %q", w.file, w.line, w.level, w.part)
	}
	if diff := cmp.Diff(places(report), places(judge(t, library, rule, reversed(units)))); diff != "" {
		t.Errorf("the findings depend on the order of the objects:\n%s", diff)
	}
}

func judge(t *testing.T, library *policy.Library, rule lint.Rule, units []render.Unit) lint.Report {
	t.Helper()
	report, err := lint.Run(t.Context(), units, nil, library, lint.Options{Pedantic: true, Only: []string{rule.ID}})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func reversed(units []render.Unit) []render.Unit {
	units = slices.Clone(units)
	for i := range units {
		units[i].Objects = slices.Clone(units[i].Objects)
		slices.Reverse(units[i].Objects)
	}
	return units
}

// places writes findings without their messages, which may name the first of
// several objects.
func places(report lint.Report) []string {
	var list []string
	for _, f := range report.Findings {
		list = append(list, fmt.Sprintf("%s %s %s %s", f.Location, f.Level, f.Object, f.Path))
	}
	return list
}

// want is a finding that a fixture expects on one of its lines.
type want struct {
	file  string
	line  int
	level lint.Level
	part  string
}

func (w want) matches(f lint.Finding) bool {
	return f.Location.File == w.file && f.Location.Line == w.line && f.Level == w.level && strings.Contains(f.Message, w.part)
}

var (
	wantComment = regexp.MustCompile(`# want\b(.*)`)
	wantItem    = regexp.MustCompile(`^\s*(?:(error|warning|note)\s+)?("(?:[^"\\]|\\.)*")`)
)

// expectations reads the comments `# want "part of the message"`, with the
// level before the text where it is not the rule's own, and several texts where
// several findings are wanted.
func expectations(t *testing.T, texts map[string]string, level lint.Level) []want {
	t.Helper()
	var wants []want
	for file, text := range texts {
		for i, line := range strings.Split(text, "\n") {
			comment := wantComment.FindStringSubmatch(line)
			if comment == nil {
				continue
			}
			rest := comment[1]
			for item := wantItem.FindStringSubmatch(rest); item != nil; item = wantItem.FindStringSubmatch(rest) {
				w := want{file: file, line: i + 1, level: level}
				if item[1] != "" {
					if err := w.level.UnmarshalText([]byte(item[1])); err != nil {
						t.Fatal(err)
					}
				}
				var err error
				if w.part, err = strconv.Unquote(item[2]); err != nil {
					t.Fatalf("%s:%d: %s: %v", file, i+1, item[2], err)
				}
				wants = append(wants, w)
				rest = rest[len(item[0]):]
			}
			if strings.TrimSpace(rest) != "" {
				t.Fatalf("%s:%d: cannot read the expectation at %q", file, i+1, rest)
			}
		}
	}
	return wants
}

// renderFixture renders a fixture, and gives the text of its files.
func renderFixture(t *testing.T, fixture string) ([]render.Unit, map[string]string) {
	t.Helper()
	if path.Ext(fixture) == ".yaml" {
		name := path.Base(fixture)
		data, err := os.ReadFile(fixture)
		if err != nil {
			t.Fatal(err)
		}
		return []render.Unit{plain.FromBytes(name, data)}, map[string]string{name: string(data)}
	}
	texts := map[string]string{}
	err := fs.WalkDir(os.DirFS(fixture), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path.Join(fixture, name))
		texts[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return renderFolder(t, fixture), texts
}

// renderFolder renders a folder as if it were the whole repository.
func renderFolder(t *testing.T, folder string) []render.Unit {
	t.Helper()
	tree, err := fsys.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tree.Close() })
	plan, err := render.Discover(t.Context(), tree, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	for _, failure := range plan.Failures {
		t.Errorf("%s: %s", failure.Location, failure.Message)
	}
	return render.Render(t.Context(), plan.Targets, map[render.Kind]render.Renderer{
		render.KindPlain:     plain.New(tree),
		render.KindHelm:      helm.New(tree, helm.Options{}),
		render.KindKustomize: kustomize.New(tree, kustomize.Options{}),
	})
}
