package format

import (
	"encoding/xml"
	"io"

	"github.com/kubegap/kubegap-lint/lint"
)

// JUnit writes the report as test results. There is no standard; what is written
// is valid by the schema of Jenkins
// (https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd),
// and has all that GitLab reads
// (https://docs.gitlab.com/ci/testing/unit_test_reports/#junit-xml-format-specification):
//   - A rule is a test suite, and each of its findings a failed test case, or one
//     that is skipped where findings of its level do not fail the run: whoever
//     shows test results makes a failed run of a failed test. The gravest come
//     first. A rule without findings is one that passed: Jenkins takes a file
//     without test cases for a mistake. A rule that could not be evaluated has an
//     error instead.
//   - Rendering is a test suite as well: what failed is an error, and what was
//     left out is skipped. Warnings are its output.
//   - Suppressed findings are skipped test cases of their rule, with the reason.
//   - GitLab and Jenkins show the class of a test case in place of its suite, so
//     that it is the name of the suite again.
//   - Of test cases with one class and name, GitLab keeps the first. By these it
//     also compares branches, so that names are unique and no line is part of
//     them.
//   - GitLab shows the text of an element and not its message, so that each has
//     both.
//
// Times are left out: a report does not tell them. An outcome has the level of its
// finding as its type.
func JUnit(w io.Writer, r lint.Report, o Options) error {
	doc := junitDoc{Name: "kubegap-lint", Suites: append([]junitSuite{renderingSuite(r)}, ruleSuites(r, o)...)}
	for i := range doc.Suites {
		s := &doc.Suites[i]
		s.count()
		doc.Tests, doc.Failures, doc.Errors = doc.Tests+s.Tests, doc.Failures+s.Failures, doc.Errors+s.Errors
	}
	return writeXML(w, doc)
}

type junitDoc struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
	Output   string      `xml:"system-out,omitempty"`
}

// junitCase is a test case, which has passed where it has no outcome.
type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitOutcome `xml:"failure"`
	Error   *junitOutcome `xml:"error"`
	Skipped *junitOutcome `xml:"skipped"`
}

type junitOutcome struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// add appends a test case and makes its name unique in the suite, where names
// counts those that were given.
func (s *junitSuite) add(names map[string]int, c junitCase) {
	c.Class, c.Name = s.Name, numbered(names, Printable(c.Name))
	s.Cases = append(s.Cases, c)
}

func (s *junitSuite) count() {
	s.Tests = len(s.Cases)
	for _, c := range s.Cases {
		switch {
		case c.Failure != nil:
			s.Failures++
		case c.Error != nil:
			s.Errors++
		case c.Skipped != nil:
			s.Skipped++
		}
	}
}
