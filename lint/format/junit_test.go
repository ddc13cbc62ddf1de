package format_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/format"
	"github.com/kubegap/kubegap-lint/render"
)

type junitResults struct {
	XMLName                 xml.Name `xml:"testsuites"`
	Tests, Failures, Errors int      `xml:",attr"`
	Suites                  []struct {
		Name                             string `xml:"name,attr"`
		Tests, Failures, Errors, Skipped int    `xml:",attr"`
		Output                           string `xml:"system-out"`
		Cases                            []struct {
			Class   string        `xml:"classname,attr"`
			Name    string        `xml:"name,attr"`
			Failure *junitOutcome `xml:"failure"`
			Error   *junitOutcome `xml:"error"`
			Skipped *junitOutcome `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

type junitOutcome struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// junitOf reads test results, whose attributes have names in lower case.
func junitOf(t *testing.T, r lint.Report) junitResults {
	t.Helper()
	out := write(t, "junit", r, format.Options{})
	for _, name := range []string{"Tests", "Failures", "Errors", "Skipped"} {
		out = strings.ReplaceAll(out, " "+strings.ToLower(name)+`="`, " "+name+`="`)
	}
	var results junitResults
	if err := xml.Unmarshal([]byte(out), &results); err != nil {
		t.Fatal(err)
	}
	return results
}

// outcomes lists the test cases with what became of them.
func outcomes(results junitResults) []string {
	var list []string
	for _, s := range results.Suites {
		for _, c := range s.Cases {
			outcome := "passed"
			switch {
			case c.Failure != nil:
				outcome = "failure " + c.Failure.Type
			case c.Error != nil:
				outcome = "error " + c.Error.Type
			case c.Skipped != nil:
				outcome = "skipped " + c.Skipped.Type
			}
			list = append(list, c.Class+" | "+c.Name+" | "+outcome)
		}
	}
	return list
}

func TestJUnitOutcomes(t *testing.T) {
	t.Parallel()
	unjudged := clean()
	unjudged.Unjudged = []string{"CASE-1/no-drain"}
	unjudged.Failures = []render.Problem{{Reason: lint.ReasonRule, Message: "CASE-1/no-drain could not be evaluated"}}
	for name, tc := range map[string]struct {
		report lint.Report
		want   []string
	}{
		"findings and problems": {report(), []string{
			"rendering | invalid-yaml in deploy/bad.yaml | error invalid-yaml",
			"rendering | remote in overlays/prod/kustomization.yaml | skipped remote",
			"CASE-1/grace-period | Deployment shop/web at .spec.template.spec.terminationGracePeriodSeconds in deploy/web.yaml | failure error",
			"CASE-1/no-drain | Deployment shop/web at .spec.template.spec.containers[0].lifecycle in base/größe web.yaml | failure warning",
			"CASE-2/proxy | ConfigMap kube-proxy at .data[\"config.conf\"].mode in charts/proxy/templates/config.yaml | failure note",
		}},
		"clean": {clean(), []string{
			"rendering | everything is rendered | passed",
			"CASE-1/grace-period | nothing to report | passed",
			"CASE-1/no-drain | nothing to report | passed",
			"CASE-2/proxy | nothing to report | passed",
		}},
		"suppressed": {accepted(), []string{
			"rendering | everything is rendered | passed",
			"CASE-1/grace-period | Deployment shop/web at .spec.template.spec.terminationGracePeriodSeconds in deploy/web.yaml | failure error",
			"CASE-1/no-drain | Deployment shop/web at .spec.template.spec.containers[0].lifecycle in base/größe web.yaml | skipped suppressed",
			"CASE-1/no-drain | Deployment shop/web at .spec.template.spec.containers[0].lifecycle in base/größe web.yaml (2) | skipped suppressed",
			"CASE-1/no-drain | Deployment shop/web at .spec.template.spec.containers[0].lifecycle in base/größe web.yaml (3) | skipped suppressed",
			"CASE-1/no-drain | Deployment shop/web at .spec.template.spec.containers[0].lifecycle in base/größe web.yaml (4) | skipped suppressed",
			"CASE-2/proxy | nothing to report | passed",
		}},
		"a rule that could not be evaluated has not passed": {unjudged, []string{
			"rendering | everything is rendered | passed",
			"rules | CASE-1/no-drain could not be evaluated | error rule-failed",
			"CASE-1/grace-period | nothing to report | passed",
			"CASE-2/proxy | nothing to report | passed",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, outcomes(junitOf(t, tc.report))); diff != "" {
				t.Errorf("test cases (-want +got):\n%s", diff)
			}
		})
	}
}

// Consumers add up what they are told, and GitLab keeps the first of test cases
// with one class and name.
func TestJUnitCountsAndNames(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]lint.Report{"full": report(), "suppressed": accepted(), "clean": clean(), "hostile": hostile()} {
		results := junitOf(t, r)
		tests, failures, errors := 0, 0, 0
		seen := map[string]bool{}
		for _, s := range results.Suites {
			passed := 0
			for _, c := range s.Cases {
				if key := c.Class + "\x00" + c.Name; seen[key] {
					t.Errorf("%s: %q stands twice", name, key)
				} else {
					seen[key] = true
				}
				for _, o := range []*junitOutcome{c.Failure, c.Error, c.Skipped} {
					if o != nil && (o.Message == "" || o.Text == "") {
						t.Errorf("%s: %s has no message or no text", name, c.Name)
					}
				}
				if c.Failure == nil && c.Error == nil && c.Skipped == nil {
					passed++
				}
			}
			if s.Tests != len(s.Cases) || s.Tests != passed+s.Failures+s.Errors+s.Skipped {
				t.Errorf("%s: suite %s counts %d tests, has %d, of which %d passed", name, s.Name, s.Tests, len(s.Cases), passed)
			}
			tests, failures, errors = tests+s.Tests, failures+s.Failures, errors+s.Errors
		}
		if tests != results.Tests || failures != results.Failures || errors != results.Errors {
			t.Errorf("%s: the suites have %d tests, %d failures and %d errors, and all together %d, %d and %d", name, tests, failures, errors, results.Tests, results.Failures, results.Errors)
		}
	}
}

func TestJUnitTellsTheStory(t *testing.T) {
	t.Parallel()
	suites := junitOf(t, report()).Suites
	if want := "warning: deploy/web.yaml:6:5: key \"app\" stands twice; the last one counts\n"; suites[0].Output != want {
		t.Errorf("output %q, want %q", suites[0].Output, want)
	}
	text := suites[2].Cases[0].Failure.Text
	for _, want := range []string{"base/größe web.yaml:3:5: warning: Deployment shop/web: stops at once", "\nbecause: Service web selects the pods (base/service.yaml:8:3)\n", "\nvia: included here (base/a.tpl:1)\n", "\nincident: CASE-1, Beispiel & Söhne (2022): ", "\nfix: Wait in preStop."} {
		if !strings.Contains(text, want) {
			t.Errorf("text lacks %q:\n%s", want, text)
		}
	}
	skipped := junitOf(t, accepted()).Suites[2].Cases
	if want := "by configuration: the vendor's (until 2027-01-31) (.kubegap.yaml:4:5)"; skipped[2].Skipped.Message != want {
		t.Errorf("suppressed with %q, want %q", skipped[2].Skipped.Message, want)
	}
}

func TestJUnitFailsWhatFailsTheRun(t *testing.T) {
	t.Parallel()
	r := report()
	for i := range r.Findings {
		r.Findings[i].Rule = r.Findings[0].Rule
	}
	r.Findings[0].Level, r.Findings[1].Level = lint.LevelWarning, lint.LevelError
	r.Findings = r.Findings[:2]
	out := write(t, "junit", r, format.Options{Fails: func(l lint.Level) bool { return l >= lint.LevelError }})
	failure, skipped := strings.Index(out, `<failure type="error"`), strings.Index(out, `<skipped type="warning"`)
	if failure < 0 || skipped < failure || strings.Contains(out, `<failure type="warning"`) {
		t.Errorf("want a failed test case for the error, and then a skipped one for the warning:\n%s", out)
	}
	if out := write(t, "junit", r, format.Options{}); strings.Count(out, "<failure type=") != 2 {
		t.Errorf("without a threshold, not all findings fail:\n%s", out)
	}
}
