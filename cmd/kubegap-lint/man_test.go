package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

func TestManual(t *testing.T) {
	t.Parallel()
	app, _ := testApp(t, ".")
	page := app.manual(build{Version: "0.2.0", Time: "2026-11-30T06:43:53Z"})

	if want := `.TH "KUBEGAP-LINT" "1" "2026-11-30" "kubegap-lint 0.2.0" "User Commands"` + "\n"; !strings.HasPrefix(page, want) {
		t.Errorf("the page begins with %.100q, want %q", page, want)
	}
	if page, want := app.manual(build{Version: "0.2.0"}), `.TH "KUBEGAP-LINT" "1" "`+versionDate+`"`; !strings.HasPrefix(page, want) {
		t.Errorf("without a commit the page begins with %.60q, want %q", page, want)
	}
	var sections []string
	for _, match := range regexp.MustCompile(`(?m)^\.SH "(.*)"$`).FindAllStringSubmatch(page, -1) {
		sections = append(sections, match[1])
	}
	want := []string{"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "EXIT STATUS", "FILES", "ENVIRONMENT", "EXAMPLES", "SEE ALSO"}
	if diff := cmp.Diff(want, sections); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	for _, c := range app.commands() {
		if got := strings.Contains(page, `.SS "`+c.Name+`"`); got == c.Hidden {
			t.Errorf("the page has a section on %s: %v", c.Name, got)
		}
		flags, _ := c.Flags()
		flags.VisitAll(func(f *pflag.Flag) {
			if !c.Hidden && !strings.Contains(page, `\fB`+strings.ReplaceAll("--"+f.Name, "-", `\-`)+`\fR`) {
				t.Errorf("the page lacks --%s of %s", f.Name, c.Name)
			}
		})
	}
}

// TestManualIsWellFormed asks the programs that show the page.
func TestManualIsWellFormed(t *testing.T) {
	t.Parallel()
	app, _ := testApp(t, ".")
	page := app.manual(build{Version: "0.2.0", Time: "2026-11-30T06:43:53Z"})
	for _, reader := range [][]string{
		{"mandoc", "-Tlint", "-Wwarning"},
		{"groff", "-ww", "-man", "-Tutf8", "-z"},
	} {
		t.Run(reader[0], func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(reader[0]); err != nil {
				t.Skip(err)
			}
			cmd := exec.Command(reader[0], reader[1:]...)
			cmd.Stdin = strings.NewReader(page)
			if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
