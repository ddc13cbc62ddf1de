package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint/kinds"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/lint/scaffold"
	"github.com/kubegap/kubegap-lint/policies"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

func (a App) newCommand() cli.Command {
	return cli.Command{
		Name:    "new",
		Usage:   "new [flags] [DIR/]CASE/RULE",
		Summary: "write the first version of a policy of your own",
		Long: `kubegap-lint new writes a small rule that works, with its tests and fixtures, to
DIR/cases/CASE/RULE, and the case to DIR/cases/CASE/case.yaml where there is none.
CASE is two words or more of small letters and digits with hyphens, and best begins
with the name of your organisation. DIR is the working directory where it is left
out. No file is overwritten.`,
		Examples: `  kubegap-lint new policies/acme-2024-lost-volume/volume-without-backup
  kubegap-lint new --kind batch/CronJob policies/acme-2025-night-shift/job-without-owner
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			kind := flags.String("kind", "apps/Deployment", "`KIND` that the rule judges: group/Kind or group/version/Kind, and Kind in the core group")
			return func(_ context.Context, args []string) (int, error) {
				if len(args) != 1 {
					return exitUsage, cli.Usagef("new needs one name, %s", exampleNew)
				}
				return a.newPolicy(args[0], *kind)
			}
		},
	}
}

const exampleNew = "DIR/CASE/RULE, for instance policies/acme-2024-lost-volume/volume-without-backup"

func (a App) newPolicy(name, kindName string) (int, error) {
	dir, p, err := newNames(name)
	if err != nil {
		return exitUsage, err
	}
	if p.Kind, err = scaffold.ParseKind(kindName); err != nil {
		return exitUsage, cli.Usagef("--kind: %w", err)
	}
	if objection := kinds.Refuse(p.Kind.Key()); objection != "" {
		return exitUsage, cli.Usagef("--kind: %s", objection)
	}
	p.Year = yearIn(p.Case, a.Now().Year())
	_, err = os.Stat(a.Abs(filepath.Join(dir, "schemas", "input.json")))
	p.Own = err == nil
	if err := refuseNames(p); err != nil {
		return exitUsage, err
	}
	files, err := a.newFiles(dir, p)
	if err != nil {
		return exitUsage, err
	}
	for _, file := range files {
		name := filepath.Join(dir, filepath.FromSlash(file.Name))
		if err := a.create(name, file.Text); err != nil {
			return exitUsage, err
		}
		fmt.Fprintf(a.Stdout, "wrote %s\n", filepath.ToSlash(name))
	}
	fmt.Fprintf(a.Stdout, `
Tell in case.yaml what happened, change policy.rego and its fixtures, and test:

    kubegap-lint test %[1]s

Then lint with it:

    kubegap-lint --policy %[1]s
`, quoted(filepath.ToSlash(dir)))
	return exitClean, nil
}

// quoted writes an argument as a shell takes it.
func quoted(argument string) string {
	if regexp.MustCompile(`^[A-Za-z0-9_./,:@%+-]+$`).MatchString(argument) {
		return argument
	}
	return "'" + strings.ReplaceAll(argument, "'", `'\''`) + "'"
}

// newNames takes DIR/CASE/RULE apart. A DIR that ends in cases is meant as its
// parent, in which cases lie, and one that is left out is the working directory.
func newNames(name string) (dir string, p scaffold.Policy, err error) {
	folder, rule := filepath.Split(filepath.Clean(name))
	parent, id := filepath.Split(filepath.Clean(folder))
	if rule == "" || id == "" || id == "." || id == ".." {
		return "", scaffold.Policy{}, cli.Usagef("%q: want %s", name, exampleNew)
	}
	dir = filepath.Clean(parent)
	if filepath.Base(dir) == "cases" {
		dir = filepath.Dir(dir)
	}
	return dir, scaffold.Policy{Case: id, Rule: rule}, nil
}

// refuseNames fails for names that a case and a rule cannot have.
func refuseNames(p scaffold.Policy) error {
	var base *policy.Library
	if !p.Own {
		var err error
		if base, err = policy.Open(policies.FS()); err != nil {
			return err
		}
	}
	if err := policy.RefuseCase(base, p.Case); err != nil {
		return cli.UsageError(err)
	}
	if err := policy.RefuseRule(p.Rule); err != nil {
		return cli.UsageError(err)
	}
	return nil
}

// newFiles gives the files to write, and fails where one would be overwritten.
func (a App) newFiles(dir string, p scaffold.Policy) ([]scaffold.File, error) {
	files, err := p.RuleFiles()
	if err != nil {
		return nil, err
	}
	rule := filepath.Join(dir, "cases", p.Case, p.Rule)
	if _, err := os.Lstat(a.Abs(rule)); err == nil {
		return nil, cli.Usagef("%s exists already", filepath.ToSlash(rule))
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, cli.Usagef("%s: %w", filepath.ToSlash(rule), fsys.Cause(err))
	}
	about, err := p.CaseFile()
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(a.Abs(filepath.Join(dir, filepath.FromSlash(about.Name)))); errors.Is(err, fs.ErrNotExist) {
		files = append([]scaffold.File{about}, files...)
	}
	return files, nil
}

// create writes a file that must not exist, and the folders above it.
func (a App) create(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(a.Abs(name)), 0o755); err != nil {
		return fmt.Errorf("make %s: %w", filepath.ToSlash(filepath.Dir(name)), fsys.Cause(err))
	}
	file, err := os.OpenFile(a.Abs(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.ToSlash(name), fsys.Cause(err))
	}
	_, err = file.Write(text)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write %s: %w", filepath.ToSlash(name), fsys.Cause(err))
	}
	return nil
}

// yearIn gives the year that an id names, else the one given.
func yearIn(id string, otherwise int) int {
	named := regexp.MustCompile(`\b20\d\d\b`).FindString(id)
	if year, err := strconv.Atoi(named); err == nil && year <= otherwise {
		return year
	}
	return otherwise
}
