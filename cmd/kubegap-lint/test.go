package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/lint/contract"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/policies"
	"github.com/kubegap/kubegap-lint/render/folder"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// testFlags are the flags of the test command.
type testFlags struct {
	run, format  string
	verbose, fix bool
}

// defaultPolicies is the folder of policies that is tested where none is named.
const defaultPolicies = "policies"

func (a App) testCommand() cli.Command {
	return cli.Command{
		Name:    "test",
		Usage:   "test [flags] [DIR...]",
		Summary: "test the policies in DIR (default policies)",
		Long: `kubegap-lint test checks policies as the ones of kubegap-lint are checked: that they
are complete and described, that their Rego is strict and formatted, that the
tests in *_test.rego pass, and that each rule finds in its fixtures what their
comments want, and nothing else. policies/WRITING.md tells how to write them.`,
		Examples: `  kubegap-lint test
  kubegap-lint test .kubegap/policies
  kubegap-lint test --run acme-2024-lost-volume/
  kubegap-lint test --run 'bad\.yaml$' --verbose
`,
		Setup: func(flags *pflag.FlagSet) cli.Run {
			var f testFlags
			flags.StringVar(&f.run, "run", "", "run only the checks whose name matches `REGEXP`; --verbose lists the names")
			flags.StringVar(&f.format, "format", "text", "output `FORMAT`: text or json")
			cli.Choices(flags, "format", "text", "json")
			flags.BoolVarP(&f.verbose, "verbose", "v", false, "list every check, and not only every rule")
			flags.BoolVar(&f.fix, "fix", false, "first format the Rego as opa fmt does")
			return func(ctx context.Context, args []string) (int, error) { return a.test(ctx, f, args) }
		},
	}
}

func (a App) test(ctx context.Context, f testFlags, names []string) (int, error) {
	pattern, err := regexp.Compile(f.run)
	if err != nil {
		return exitUsage, cli.Usagef("--run: %w", err)
	}
	if len(names) == 0 {
		names = []string{defaultPolicies}
	}
	dirs, err := a.policyDirs(names)
	if err != nil {
		return exitUsage, err
	}
	if f.fix {
		if err := a.formatRego(dirs); err != nil {
			return exitUsage, err
		}
	}
	checks, err := checksOf(dirs)
	if err != nil {
		return exitUsage, err
	}
	checks = slices.DeleteFunc(checks, func(c contract.Check) bool { return !pattern.MatchString(c.ID()) })
	if len(checks) == 0 {
		return exitUsage, cli.Usagef("--run %q matches no check; --verbose lists them", f.run)
	}
	result, err := runChecks(ctx, checks)
	if err != nil {
		return exitUsage, err
	}
	if f.format == "json" {
		err = a.encode(result.document())
	} else {
		a.tellTested(result, f.verbose)
	}
	if result.failed > 0 {
		return exitFindings, err
	}
	return exitClean, err
}

// checksOf gives the checks of folders of policies. A folder that stands on its
// own is tested so, and by itself.
func checksOf(dirs []policyDir) ([]contract.Check, error) {
	source := policies.FS()
	base, err := policy.Load(source)
	if err != nil {
		return nil, err
	}
	options := contract.Options{Base: base, Render: folder.Render, Limit: ruleLimit}
	if i := slices.IndexFunc(dirs, policyDir.standsAlone); i >= 0 {
		if len(dirs) > 1 {
			return nil, cli.Usagef("%s stands on its own, and is to be tested so", dirs[i].Name)
		}
		source, options.Base = dirs[i].FS, nil
		if options.Vocabulary, err = policy.ReadVocabulary(source); err != nil {
			return nil, fmt.Errorf("%s: %w", dirs[i].Name, err)
		}
	}
	if options.Schema, err = policy.ReadInputSchema(source); err != nil {
		return nil, err
	}
	folders := make([]contract.Folder, len(dirs))
	for i, dir := range dirs {
		folders[i] = contract.Folder{Tree: dir.Tree, Dir: dir.abs}
	}
	return contract.Checks(folders, options), nil
}

// formatRego writes the Rego in folders of policies as opa fmt does. What cannot be
// parsed is left as it is, and fails the test.
func (a App) formatRego(dirs []policyDir) error {
	for _, dir := range dirs {
		for _, pattern := range []string{"cases/*/*/*.rego", "lib/*/*.rego"} {
			names, err := fs.Glob(dir.FS, pattern)
			if err != nil {
				return err
			}
			for _, name := range names {
				path := filepath.Join(dir.abs, filepath.FromSlash(name))
				text, err := os.ReadFile(path)
				if err != nil {
					return fmt.Errorf("read %s: %w", dir.File(name), fsys.Cause(err))
				}
				formatted, err := contract.Format(name, text)
				if err != nil || bytes.Equal(formatted, text) {
					continue
				}
				if err := os.WriteFile(path, formatted, 0o644); err != nil {
					return fmt.Errorf("write %s: %w", dir.File(name), fsys.Cause(err))
				}
				fmt.Fprintf(a.Stderr, "formatted %s\n", dir.File(name))
			}
		}
	}
	return nil
}
