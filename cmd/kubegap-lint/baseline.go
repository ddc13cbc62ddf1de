package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/save"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/baseline"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// baselineFlags choose what a run is compared with.
type baselineFlags struct {
	// baseline is the file that is read. Where no flag names it, readBaseline takes it
	// from the configuration; "" stands for none.
	baseline string
	// baselineKey is the place in the configuration that names it; "" where a flag does.
	baselineKey string
	// noBaseline leaves out that of the configuration.
	noBaseline bool
}

func (f *baselineFlags) register(flags *pflag.FlagSet, usage string) {
	flags.StringVar(&f.baseline, "baseline", "", usage+" (default: baseline in .kubegap.yaml)")
	flags.BoolVar(&f.noBaseline, "no-baseline", false, "read no baseline, also where .kubegap.yaml names one")
}

// readBaseline reads the baseline of a run: the file of --baseline, or else that of the
// configuration, which it notes in f. Without either it is empty, and so it is where
// the run writes a new one. No output may take its place.
func (a App) readBaseline(f *lintFlags, repo *repository, outputs []outputFile) (baseline.Baseline, error) {
	named := repo.config.Baseline
	if named.Name != "" && f.baseline == "" && f.writeBaseline == "" && !f.noBaseline {
		f.baseline = a.Relative(filepath.Join(repo.tree.Dir(), filepath.FromSlash(named.Name)))
		f.baselineKey = fmt.Sprintf("%s:%d", repo.config.File.Name, named.Line)
	}
	if err := a.keepBaselines(*f, outputs); err != nil || f.baseline == "" {
		return baseline.Baseline{}, err
	}
	read := func() ([]byte, error) { return os.ReadFile(a.Abs(f.baseline)) }
	if f.baselineKey != "" {
		read = func() ([]byte, error) { return repo.tree.ReadFile(named.Name) }
	}
	data, err := read()
	switch {
	case err != nil && f.baselineKey != "":
		return baseline.Baseline{}, repo.config.Fault(named.Place, "baseline: read %s: %s; --write-baseline writes one", named.Name, fsys.Cause(err))
	case err != nil:
		return baseline.Baseline{}, cli.Usagef("read --baseline %s: %w", f.baseline, fsys.Cause(err))
	}
	return baseline.Decode(f.baseline, data)
}

// keepBaselines fails where a form of the report would take the place of the
// baseline that the run reads or writes.
func (a App) keepBaselines(f lintFlags, outputs []outputFile) error {
	by := "--baseline"
	if f.baselineKey != "" {
		by = f.baselineKey + ": baseline"
	}
	for _, o := range outputs {
		if o.file == "" {
			continue
		}
		for _, b := range []struct{ flag, file string }{{by, f.baseline}, {"--write-baseline", f.writeBaseline}} {
			if b.file != "" && save.To(a.Abs(b.file)).Same(o.to) {
				return cli.Usagef("%s and %s %s name the same file: give each a FILE of its own", o.writtenBy, b.flag, b.file)
			}
		}
	}
	return nil
}

// known is what a run is compared with: the baseline; nil without one; and all
// that there is where a new one is written.
func known(b baseline.Baseline, r *repository, f lintFlags) lint.Baseline {
	switch {
	case f.baseline != "":
		return b.Known(r.wasAskedFor, r.whole && r.scope == nil)
	case f.writeBaseline != "":
		return baseline.Everything{}
	default:
		return nil
	}
}

// wasAskedFor tells whether the run would have found what renders a path if it were
// still there.
func (r *repository) wasAskedFor(name string) bool {
	return r.wasAsked(name) && (r.scope == nil || r.scope.Removed(name))
}

// writeBaseline writes the file of --write-baseline: the findings of the run, or
// those of the baseline that it was compared with as far as they are not fixed.
func (a App) writeBaseline(b baseline.Baseline, r lint.Report, f lintFlags) error {
	if f.writeBaseline == "" {
		return nil
	}
	var done string
	if f.baseline != "" {
		done = fmt.Sprintf("dropped %d of %s from", len(r.Baseline.Fixed), words.Counted(len(b.Findings), "finding"))
		b = b.Without(r.Baseline.Fixed)
	} else {
		b = baseline.Of(r)
		done = fmt.Sprintf("wrote %s to", words.Counted(len(b.Findings), "finding"))
	}
	data, err := b.Encode()
	if err != nil {
		return err
	}
	if err := save.To(a.Abs(f.writeBaseline)).Write(data); err != nil {
		return fmt.Errorf("write --write-baseline %s: %w", f.writeBaseline, fsys.Cause(err))
	}
	fmt.Fprintf(a.Stderr, "kubegap-lint: %s %s\n", done, f.writeBaseline)
	return nil
}
