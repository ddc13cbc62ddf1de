package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
	"github.com/kubegap/kubegap-lint/lint/config"
)

// baselineName is the file that init proposes for the baseline.
const baselineName = ".kubegap-baseline.json"

// nextSteps tells what to do once a directory has a configuration file: commands as a
// shell in the working directory takes them, about all that the file holds for, and a hook
// that runs for nothing else.
func (a App) nextSteps(dir string) string {
	look, baseline := "kubegap-lint", "kubegap-lint --write-baseline "+quoted(a.shown(filepath.Join(dir, baselineName)))
	if at := a.shown(dir); at != "." {
		if filepath.IsLocal(at) {
			at = "./" + at // It may have the name of a command.
		}
		look, baseline = look+" "+quoted(at), baseline+" "+quoted(at)
	}
	var s strings.Builder
	fmt.Fprintf(&s, "Next:\n  %-*s    look at what it finds\n  %s    keep quiet about that, for now\n", len(baseline), look, baseline)
	fmt.Fprintf(&s, "and in %s, so that you, the hook and CI fail only on what is new:\n  baseline: %s\n", a.shown(filepath.Join(dir, config.Name)), baselineName)
	s.WriteString("and in .pre-commit-config.yaml:\n  - repo: https://github.com/kubegap/kubegap-lint\n")
	fmt.Fprintf(&s, "    rev: %s\n    hooks:\n      - id: kubegap-lint\n", cmp.Or(thisBuild().rev(), unknownRev))
	if only := a.onlyBelow(dir); only != "" {
		fmt.Fprintf(&s, "        exclude: %s\n", only)
	}
	return s.String()
}

// unknownRev stands in the hook where the build does not know what it was built from.
const unknownRev = "COMMIT # put in a tag or a commit of kubegap-lint: this build does not know its own"

// onlyBelow gives the pattern, as YAML, by which pre-commit leaves out what does not lie
// in a directory; "" for the top level of a checkout, and outside of git. The pattern is
// searched for in names from the top level, by Python. See
// https://pre-commit.com/#config-exclude
func (a App) onlyBelow(dir string) string {
	real, err := place.Resolved(dir)
	if err != nil {
		return ""
	}
	top, mark := a.Root([]string{real})
	name, err := filepath.Rel(top, real)
	if mark != place.MarkedByGit || err != nil || name == "." {
		return ""
	}
	pattern := "^(?!" + regexp.QuoteMeta(filepath.ToSlash(name)) + "/)"
	return "'" + strings.ReplaceAll(pattern, "'", "''") + "'"
}
