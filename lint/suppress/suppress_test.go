package suppress

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

var rules = []lint.Rule{{ID: "IL-1/one"}, {ID: "IL-1/two"}, {ID: "IL-2/three"}}

// repository is the files of a run with one unit that reads all of them.
type repository map[string]string

func (r repository) options() Options {
	return Options{
		Marked: func(name string) bool { return HoldsMark([]byte(r[name])) },
		ReadFile: func(name string) ([]byte, error) {
			if text, ok := r[name]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		},
		Today: time.Date(2027, 1, 31, 23, 59, 0, 0, time.FixedZone("", 9*3600)),
		Asked: func(string) bool { return true },
		Whole: true,
	}
}

func (r repository) unit() render.Unit {
	u := render.Unit{Files: []string{"gone.yaml"}}
	for name := range r {
		u.Files = append(u.Files, name)
	}
	return u
}

func candidates(u render.Unit, occurrences ...lint.Occurrence) lint.Candidates {
	c := lint.Candidates{Units: []render.Unit{u}, Rules: rules, Cases: []lint.Case{{ID: "IL-1"}, {ID: "IL-2"}}, Ran: map[string]bool{}, Occurrences: occurrences}
	for _, rule := range rules {
		c.Ran[rule.ID] = true
	}
	return c
}

// at is a finding of a rule on a Deployment in lines of files: file:line, with ~
// before one that is only near.
func at(rule string, places ...string) lint.Occurrence {
	o := lint.Occurrence{Rule: rule, Ref: lint.ObjectRef{Kind: "Deployment", Namespace: "shop", Name: "web"}, Object: &manifest.Object{}}
	for _, place := range places {
		l := manifest.Location{Precision: manifest.PrecisionExact}
		place, isNear := strings.CutPrefix(place, "~")
		if isNear {
			l.Precision = manifest.PrecisionNearby
		}
		file, line, _ := strings.Cut(place, ":")
		l.File = file
		fmt.Sscan(line, &l.Line)
		o.Places = append(o.Places, l)
	}
	return o
}

// problems writes problems as a person reads them.
func problems(list []render.Problem) []string {
	var texts []string
	for _, p := range list {
		texts = append(texts, fmt.Sprintf("%s: %s [%s]", p.Location, p.Message, p.Reason))
	}
	slices.Sort(texts)
	return texts
}

func TestComment(t *testing.T) {
	t.Parallel()
	list := "spec:\n  # kubegap:ignore IL-1/one -- r\n  containers:\n    # kubegap:ignore IL-1/two -- r\n    - name: a\n      image: b\n      lifecycle:\n        x: 1\n    - name: c\n      image: d\n"
	for _, tc := range []struct {
		name  string
		files repository
		o     lint.Occurrence
		want  bool
	}{
		{"at the line", repository{"a.yaml": "a: 1\nb: 2 # kubegap:ignore IL-1/one -- r\n"}, at("IL-1/one", "a.yaml:2"), true},
		{"at another line", repository{"a.yaml": "a: 1\nb: 2 # kubegap:ignore IL-1/one -- r\n"}, at("IL-1/one", "a.yaml:1"), false},
		{"of another rule", repository{"a.yaml": "b: 2 # kubegap:ignore IL-1/two, IL-2 -- r\n"}, at("IL-1/one", "a.yaml:1"), false},
		{"the first of two", repository{"a.yaml": "b: 2 # kubegap:ignore IL-1 -- r # kubegap:ignore IL-2 -- s\n"}, at("IL-1/one", "a.yaml:1"), true},
		{"the second of two", repository{"a.yaml": "# kubegap:ignore IL-2 -- r #kubegap:ignore IL-1 -- s\nb: 2\n"}, at("IL-1/one", "a.yaml:2"), true},
		{"named in a reason", repository{"a.yaml": "b: 2 # kubegap:ignore IL-2 -- see kubegap:ignore IL-1 -- r\n"}, at("IL-1/one", "a.yaml:1"), false},
		{"of the case", repository{"a.yaml": "b: 2 # kubegap:ignore IL-2, IL-1 -- r\n"}, at("IL-1/one", "a.yaml:1"), true},
		{"above, with others between", repository{"a.yaml": "# kubegap:ignore IL-1 -- r\n# x\n#\nb: 2\n"}, at("IL-1/one", "a.yaml:4"), true},
		{"above, with a blank line between", repository{"a.yaml": "# kubegap:ignore IL-1 -- r\n\nb: 2\n"}, at("IL-1/one", "a.yaml:3"), false},
		{"at a place that had a part", repository{"v.yaml": "b: 2 # kubegap:ignore IL-1 -- r\n"}, at("IL-1/one", "a.yaml:3", "b.yaml:1", "v.yaml:1"), true},
		{"at the item that lacks a field", repository{"a.yaml": list}, at("IL-1/two", "~a.yaml:5"), true},
		{"at the list of the item that lacks a field", repository{"a.yaml": list}, at("IL-1/one", "~a.yaml:5"), false},
		{"at the first line of the item", repository{"a.yaml": list}, at("IL-1/two", "~a.yaml:6"), true},
		{"at the first line of the item, for a field that is written", repository{"a.yaml": list}, at("IL-1/two", "a.yaml:6"), false},
		{"at the first line of the next item", repository{"a.yaml": list}, at("IL-1/two", "~a.yaml:10"), false},
		{"where the block of text begins", repository{"a.yaml": "a:\n  b: | # kubegap:ignore IL-1 -- r\n    x\n    y\n"}, at("IL-1/one", "a.yaml:4"), true},
		{"in the block of text", repository{"a.yaml": "a:\n  b: |\n    # kubegap:ignore IL-1 -- r\n    y\n"}, at("IL-1/one", "a.yaml:4"), false},
		{"at the top, where only the file is known", repository{"a.yaml": "# kubegap:ignore IL-1 -- r\nb: 2\n"}, at("IL-1/one", "a.yaml:0"), true},
		{"at the end of a string of several lines", repository{"a.yaml": "b: 'x\n  y' # kubegap:ignore IL-1 -- r\n"}, spanning(at("IL-1/one", "a.yaml:1"), 2), true},
		{"in the syntax of templates in a template", repository{"c/Chart.yaml": "", "c/templates/a.yaml": "{{- /* kubegap:ignore IL-1 -- r */}}\nb: 2\n"}, at("IL-1/one", "c/templates/a.yaml:2"), true},
		{"in the syntax of templates elsewhere", repository{"c/templates/a.yaml": "{{- /* kubegap:ignore IL-1 -- r */}}\nb: 2\n"}, at("IL-1/one", "c/templates/a.yaml:2"), false},
		{"in JSON", repository{"a.json": "# kubegap:ignore IL-1 -- r\n{}"}, at("IL-1/one", "a.json:2"), false},
		{"in a file of other text", repository{"Corefile": ".:53 {\n  # kubegap:ignore IL-1 -- r\n  health\n"}, at("IL-1/one", "Corefile:3"), true},
		{"behind what another program reads", repository{"a.yaml": "b: 2 # {\"$imagepolicy\": \"a:b\"} # kubegap:ignore IL-1 -- r\n"}, at("IL-1/one", "a.yaml:1"), true},
		{"in a line that is taken out", repository{"a.yaml": "# b: 2 # kubegap:ignore IL-1 -- r\nc: 3\n"}, at("IL-1/one", "a.yaml:2"), false},
		{"without a blank", repository{"a.yaml": "b: 2 #kubegap:ignore IL-1 -- r\n"}, at("IL-1/one", "a.yaml:1"), true},
		{"misspelled", repository{"a.yaml": "b: 2 # kubegap-ignore IL-1 -- r\n"}, at("IL-1/one", "a.yaml:1"), false},
		{"behind other words", repository{"a.yaml": "b: 2 # see kubegap:ignore IL-1 -- r\n"}, at("IL-1/one", "a.yaml:1"), false},
		{"in a file with a byte order mark and DOS line ends", repository{"a.yaml": "\ufeff# kubegap:ignore IL-1 -- r\r\nb: 2\r\n"}, at("IL-1/one", "a.yaml:2"), true},
		{"beyond the end of a file that changed", repository{"a.yaml": "# kubegap:ignore IL-1 -- r\n"}, at("IL-1/one", "a.yaml:9"), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			by, _ := Suppressor{tc.files.options()}.Suppress(candidates(tc.files.unit(), tc.o))
			if (by[0] != nil) != tc.want {
				t.Errorf("suppressed by %v", by[0])
			}
		})
	}
}

func spanning(o lint.Occurrence, end int) lint.Occurrence {
	o.Places[0].EndLine = end
	return o
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	text := "a: 1 # kubegap:ignore IL-1, IL-2/three -- r\n" +
		"b: 2 # kubegap:ignore IL-1/one\n" +
		"c: 3 # kubegap:ignore three -- r\n" +
		"d: 4 # kubegap:ignore IL-9/nothing-alike -- r\n" +
		"e: 5 # kubegap:ignore: IL-1 -- r\n" +
		"f: 6 # kubegap:ignore IL-1/one IL-2 -- r\n" +
		"g: 7 # kubegap:ignore IL-2 -- r # kubegap:ignore IL-3 -- s\n"
	unused := []string{
		"a.yaml:1:6: nothing is suppressed here: there is no finding of IL-2/three [unused-suppression]",
		"a.yaml:7:6: nothing is suppressed here: there is no finding of IL-2 [unused-suppression]",
	}
	invalid := []string{
		"a.yaml:2:6: the suppression gives no reason; write IL-1/one -- REASON [invalid-suppression]",
		`a.yaml:3:6: the suppression names "three", which is no rule or case; did you mean IL-2/three? [invalid-suppression]`,
		`a.yaml:4:6: the suppression names "IL-9/nothing-alike", which is no rule or case; 'kubegap-lint rules' and 'kubegap-lint cases' list them [invalid-suppression]`,
		"a.yaml:5:6: the suppression is not understood; write kubegap:ignore RULE -- REASON [invalid-suppression]",
		`a.yaml:6:6: the suppression names "IL-1/one IL-2", which is no rule or case; several are divided by commas [invalid-suppression]`,
		`a.yaml:7:33: the suppression names "IL-3", which is no rule or case; did you mean IL-1? [invalid-suppression]`,
	}
	for _, tc := range []struct {
		name   string
		change func(o *Options, c *lint.Candidates)
		want   []string
	}{
		{"all has run", func(*Options, *lint.Candidates) {}, slices.Sorted(slices.Values(slices.Concat(unused, invalid)))},
		{"the run is confined", func(o *Options, _ *lint.Candidates) { o.Confined = true }, invalid},
		{"a rule has not run", func(_ *Options, c *lint.Candidates) { delete(c.Ran, "IL-2/three") }, invalid},
		{"the file was not asked for", func(o *Options, _ *lint.Candidates) { o.Asked = func(string) bool { return false } }, invalid},
		{"the unit is partial", func(_ *Options, c *lint.Candidates) { c.Units[0].Partial = true }, invalid},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			files := repository{"a.yaml": text}
			o, c := files.options(), candidates(files.unit(), at("IL-1/two", "a.yaml:1"))
			tc.change(&o, &c)
			_, got := Suppressor{o}.Suppress(c)
			if diff := cmp.Diff(tc.want, problems(got)); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDirectivesWithoutMarks(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ text, want string }{
		{"IL-1/one \u2014 r", "has no -- between rules and reason in \"IL-1/one \u2014 r\"; write RULE -- REASON"},
		{"IL-1: the vendor says so", `has no -- between rules and reason in "IL-1: the vendor says so"; write RULE -- REASON`},
		{"IL-2, IL-1/one --r", `has no -- between rules and reason in "IL-2, IL-1/one --r"; write RULE -- REASON`},
		{"IL-1/one,IL-2 -- r", ""},
		{"IL-1/one", "gives no reason; write IL-1/one -- REASON"},
		{" , -- r", "names no rule"},
	} {
		if _, fault := parse(tc.text); fault != tc.want {
			t.Errorf("parse(%q): fault %q, want %q", tc.text, fault, tc.want)
		}
	}
}

func TestManyCommentsOfOneLine(t *testing.T) {
	t.Parallel()
	const n = 50000
	files := repository{"a.yaml": "a: ü" + strings.Repeat(" # kubegap:ignore IL-2 -- ü", n) + "\n"}
	_, got := Suppressor{files.options()}.Suppress(candidates(files.unit()))
	if len(got) != n {
		t.Fatalf("%d warnings, want %d", len(got), n)
	}
	if at := got[n-1].Location; at.Column != 6+27*(n-1) || at.EndColumn != 5+27*n {
		t.Errorf("the last comment is at columns %d to %d", at.Column, at.EndColumn)
	}
}

func TestIgnore(t *testing.T) {
	t.Parallel()
	day := func(text string) time.Time {
		d, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	place := manifest.Location{File: ".kubegap.yaml", Line: 4}
	for _, tc := range []struct {
		name    string
		ignore  Ignore
		want    bool
		warning string
	}{
		{"any", Ignore{}, true, ""},
		{"the case", Ignore{Rule: "IL-1"}, true, ""},
		{"another rule", Ignore{Rule: "IL-1/two"}, false, "nothing is suppressed by this: no finding of IL-1/two meets it [unused-suppression]"},
		{"no rule", Ignore{Rule: "IL-1/on"}, false, `the suppression names "IL-1/on", which is no rule or case; did you mean IL-1/one? [invalid-suppression]`},
		{"the object", Ignore{Object: "Deployment/shop/web"}, true, ""},
		{"objects like it", Ignore{Rule: "IL-1/one", Object: "*/s*p/w*"}, true, ""},
		{"another object", Ignore{Object: "Deployment/web"}, false, "nothing is suppressed by this: no finding meets it; there is one on Deployment/shop/web [unused-suppression]"},
		{"the path", Ignore{Path: func(file string) bool { return file == "a.yaml" }}, true, ""},
		{"the path of another place", Ignore{Path: func(file string) bool { return file == "v.yaml" }}, false, "nothing is suppressed by this: no finding meets it [unused-suppression]"},
		{"on its last day", Ignore{Until: day("2027-01-31")}, true, ""},
		{"after its last day", Ignore{Until: day("2027-01-30")}, false, "the suppression held until 2027-01-30, and hides nothing any more [expired-suppression]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tc.ignore.Location, tc.ignore.Reason = place, "why"
			files := repository{"a.yaml": ""}
			o := files.options()
			o.Ignores = []Ignore{tc.ignore}
			by, warnings := Suppressor{o}.Suppress(candidates(files.unit(), at("IL-1/one", "a.yaml:1", "v.yaml:1")))
			if (by[0] != nil) != tc.want {
				t.Errorf("suppressed by %v", by[0])
			}
			if by[0] != nil && (by[0].Kind != lint.SuppressedByConfig || by[0].Reason != "why" || by[0].Location != place) {
				t.Errorf("suppressed by %v", by[0])
			}
			var want []string
			if tc.warning != "" {
				want = []string{".kubegap.yaml:4: " + tc.warning}
			}
			if diff := cmp.Diff(want, problems(warnings)); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

// A namespace that is not written is none, and the warning tells so.
func TestIgnoreByNamespace(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pattern, namespace string
		want               bool
		warning            string
	}{
		{"Deployment/web", "", true, ""},
		{"Deployment/*/web", "", true, ""},
		{"*/*/web", "", true, ""},
		{"Deployment/*/web", "shop", true, ""},
		{"Deployment/shop/web", "", false, "nothing is suppressed by this: no finding of IL-1 meets it; there is one on Deployment/web, which is written without a namespace [unused-suppression]"},
		{"Deployment/shop*/w*", "", false, "nothing is suppressed by this: no finding of IL-1 meets it; there is one on Deployment/web, which is written without a namespace [unused-suppression]"},
		{"Deployment/web", "shop", false, "nothing is suppressed by this: no finding of IL-1 meets it; there is one on Deployment/shop/web [unused-suppression]"},
		{"Deployment/shop/api", "", false, "nothing is suppressed by this: no finding of IL-1 meets it [unused-suppression]"},
	} {
		t.Run(tc.pattern+" in "+tc.namespace, func(t *testing.T) {
			t.Parallel()
			files := repository{"a.yaml": ""}
			o := files.options()
			o.Ignores = []Ignore{{Rule: "IL-1", Object: tc.pattern, Reason: "why", Location: manifest.Location{File: "c", Line: 1}}}
			finding := at("IL-1/one", "a.yaml:1")
			finding.Ref.Namespace = tc.namespace
			by, warnings := Suppressor{o}.Suppress(candidates(files.unit(), finding))
			var want []string
			if tc.warning != "" {
				want = []string{"c:1: " + tc.warning}
			}
			if diff := cmp.Diff(want, problems(warnings)); diff != "" || (by[0] != nil) != tc.want {
				t.Errorf("suppressed by %v; warnings (-want +got):\n%s", by[0], diff)
			}
		})
	}
}

func TestUnusedIgnoresOfOtherRuns(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(o *Options, c *lint.Candidates){
		"a part of the repository": func(o *Options, _ *lint.Candidates) { o.Whole = false },
		"with only some rules":     func(o *Options, _ *lint.Candidates) { o.Confined = true },
		"with a unit that failed":  func(_ *Options, c *lint.Candidates) { c.Units[0].Failures = []render.Problem{{}} },
		"without the rule":         func(_ *Options, c *lint.Candidates) { delete(c.Ran, "IL-1/one") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := repository{}
			o, c := files.options(), candidates(files.unit())
			o.Ignores = []Ignore{{Rule: "IL-1/one", Reason: "r"}}
			change(&o, &c)
			if _, warnings := (Suppressor{o}).Suppress(c); len(warnings) > 0 {
				t.Errorf("warnings: %v", problems(warnings))
			}
		})
	}
}

// What is left out of a unit that stands alone leaves in doubt what is ignored in the
// files that it reads or would read, and nothing else.
func TestUnusedIgnoresBesideWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	overlay := render.Unit{Target: render.Target{Kind: render.KindKustomize, Path: "overlay"}, Files: []string{"base/a.yaml", "overlay/kustomization.yaml"}, Partial: true}
	for _, tc := range []struct {
		name   string
		path   string
		change func(u *render.Unit)
		want   bool
	}{
		{"elsewhere", "other/", func(*render.Unit) {}, true},
		{"in what it reads", "base/", func(*render.Unit) {}, false},
		{"in what it would read", "values/", func(*render.Unit) {}, false},
		{"anywhere", "", func(*render.Unit) {}, false},
		{"elsewhere, and nothing is left out", "other/", func(u *render.Unit) { u.Partial = false }, true},
		{"anywhere, and nothing is left out", "", func(u *render.Unit) { u.Partial = false }, true},
		{"elsewhere, with a unit that failed", "other/", func(u *render.Unit) { u.Failures = []render.Problem{{}} }, false},
		{"elsewhere, with a unit in a cluster", "other/", func(u *render.Unit) { u.Deployer.Kind = "Kustomization" }, false},
		{"elsewhere, with a plain manifest", "other/", func(u *render.Unit) { u.Target.Kind = render.KindPlain }, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			u := overlay
			tc.change(&u)
			o := repository{}.options()
			o.WouldRead = func(accept func(string) bool) func(render.Target) bool {
				return func(target render.Target) bool { return target.Path == "overlay" && accept("values/v.yaml") }
			}
			ignore := Ignore{Rule: "IL-1/one", Reason: "r"}
			if tc.path != "" {
				ignore.Path = func(file string) bool { return strings.HasPrefix(file, tc.path) }
			}
			o.Ignores = []Ignore{ignore}
			c := candidates(render.Unit{Files: []string{"other/a.yaml"}})
			c.Units = append(c.Units, u)
			if _, warnings := (Suppressor{o}).Suppress(c); (len(warnings) > 0) != tc.want {
				t.Errorf("warnings: %v", problems(warnings))
			}
		})
	}
}

// All that meets a finding is of use, and the comment tells why.
func TestSeveralMeetOneFinding(t *testing.T) {
	t.Parallel()
	files := repository{"a.yaml": "a: 1 # kubegap:ignore IL-1 -- the comment\n"}
	o := files.options()
	o.Ignores = []Ignore{{Reason: "the configuration"}}
	by, warnings := Suppressor{o}.Suppress(candidates(files.unit(), at("IL-1/one", "a.yaml:1")))
	if by[0] == nil || by[0].Reason != "the comment" || len(warnings) > 0 {
		t.Errorf("suppressed by %v, warnings %v", by[0], problems(warnings))
	}
}

// What is written beside the judged units suppresses what is there, and is not said to be
// wrong, unless a judged unit reads the file, too.
func TestBeside(t *testing.T) {
	t.Parallel()
	files := repository{
		"a.yaml": "a: 1\n",
		"b.yaml": "b: 1 # kubegap:ignore IL-1 -- It may.\nc: 1 # kubegap:ignore IL-1\n",
		"c.yaml": "d: 1 # kubegap:ignore IL-1\n",
	}
	o := files.options()
	o.Asked = func(name string) bool { return name != "b.yaml" }
	c := candidates(render.Unit{Files: []string{"a.yaml", "c.yaml"}}, at("IL-1/one", "b.yaml:1"), at("IL-1/two", "b.yaml:2"))
	c.Beside = []render.Unit{{Files: []string{"b.yaml", "c.yaml"}}}
	by, warnings := Suppressor{o}.Suppress(c)
	if by[0] == nil || by[0].Reason != "It may." || by[1] != nil {
		t.Errorf("suppressed by %v and %v, want the comment of the first only", by[0], by[1])
	}
	want := []string{"c.yaml:1:6: the suppression gives no reason; write IL-1 -- REASON [invalid-suppression]"}
	if diff := cmp.Diff(want, problems(warnings)); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

func TestMatches(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pattern, text string
		want          bool
	}{
		{"Pod/a", "Pod/a", true},
		{"Pod/a", "Pod/ab", false},
		{"Pod/*", "Pod/a/b", true},
		{"*", "", true},
		{"*a*a*", "xaya", true},
		{"*a*a", "xa", false},
		{"a*a", "a", false},
		{"a*b*c", "abbc", true},
		{"a**c", "ac", true},
	} {
		if got := matches(tc.pattern, tc.text); got != tc.want {
			t.Errorf("matches(%q, %q) = %v", tc.pattern, tc.text, got)
		}
	}
}
