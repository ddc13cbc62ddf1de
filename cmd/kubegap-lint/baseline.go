package main

import (
	"fmt"
	"os"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/baseline"
	"github.com/kubegap/kubegap-lint/lint/format/words"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// readBaseline reads the file of --baseline; an empty one where there is none.
func (a App) readBaseline(f lintFlags) (baseline.Baseline, error) {
	if f.baseline == "" {
		return baseline.Baseline{}, nil
	}
	data, err := os.ReadFile(a.abs(f.baseline))
	if err != nil {
		return baseline.Baseline{}, usagef("read --baseline %s: %w", f.baseline, fsys.Cause(err))
	}
	b, err := baseline.Decode(data)
	if err != nil {
		return baseline.Baseline{}, fmt.Errorf("read --baseline %s: %w", f.baseline, err)
	}
	return b, nil
}

// keepBaselines fails where a form of the report would take the place of the
// baseline that the run reads or writes.
func (a App) keepBaselines(f lintFlags, outputs []outputFile) error {
	for _, o := range outputs {
		if o.file == "" {
			continue
		}
		for _, b := range []struct{ flag, file string }{{"--baseline", f.baseline}, {"--write-baseline", f.writeBaseline}} {
			if b.file != "" && destinationOf(a.abs(b.file)).same(o.to) {
				return usagef("%s and %s %s name the same file: give each a FILE of its own", o.writtenBy, b.flag, b.file)
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
	return r.wasAsked(name) && (r.scope == nil || r.scope.removed(name))
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
	if err := destinationOf(a.abs(f.writeBaseline)).write(data); err != nil {
		return fmt.Errorf("write --write-baseline %s: %w", f.writeBaseline, fsys.Cause(err))
	}
	fmt.Fprintf(a.Stderr, "kubegap-lint: %s %s\n", done, f.writeBaseline)
	return nil
}
