package baseline

import (
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
)

// Known compares a run with a baseline.
type Known struct {
	entries []lint.KnownFinding
	// files are the files of the entries by their fingerprints.
	files map[string]string
	// asked tells whether a path was asked for, and whole that all of the
	// repository was.
	asked func(path string) bool
	whole bool
}

var _ lint.Baseline = Known{}

// Known makes the baseline ready for a run over the paths for which asked is
// true, which are all paths of the repository where whole is.
func (b Baseline) Known(asked func(path string) bool, whole bool) Known {
	k := Known{entries: b.Findings, files: map[string]string{}, asked: asked, whole: whole}
	for _, e := range b.Findings {
		k.files[e.Fingerprint] = e.File
	}
	return k
}

// Find implements lint.Baseline. A finding has another fingerprint beside one of
// the same identity in another file, which may have come up or been fixed, or may
// not be among what was asked for: in the same file, it still is the same.
func (k Known) Find(f lint.Finding) (fingerprint string, found bool) {
	if _, known := k.files[f.Fingerprint]; known {
		return f.Fingerprint, true
	}
	for _, alias := range f.Aliases {
		if file, known := k.files[alias]; known && file == f.Location.File {
			return alias, true
		}
	}
	return "", false
}

// Gone implements lint.Baseline. An entry is gone only where the run would have
// found it: its rule has run, and each of its units was rendered, or was asked for
// and is no more. What units left out already when the entry was written is no
// reason to keep it: it was found without that.
func (k Known) Gone(present map[string]bool, units []render.Unit, ran map[string]bool) []lint.KnownFinding {
	gaps := lint.Gaps(units)
	unsure := unsureFiles(units, gaps)
	var gone []lint.KnownFinding
	for _, e := range k.entries {
		if !present[e.Fingerprint] && ran[e.Rule] && !unsure[e.File] && k.covers(e, gaps) {
			gone = append(gone, e)
		}
	}
	return gone
}

// unsureFiles are those of units in which something failed.
func unsureFiles(units []render.Unit, gaps map[string]int) map[string]bool {
	files := map[string]bool{}
	for _, u := range units {
		if gaps[u.Target.Name()] < 0 {
			for _, name := range u.Files {
				files[name] = true
			}
		}
	}
	return files
}

// covers tells whether the run has judged all units that had the finding, and as
// much of them as at that time.
func (k Known) covers(e lint.KnownFinding, gaps map[string]int) bool {
	if e.MoreUnits > 0 && !k.whole {
		return false
	}
	leftOut := 0
	for _, name := range e.Units {
		n, found := gaps[name]
		path, _, _ := strings.Cut(name, " (")
		if n < 0 || !found && !k.asked(path) {
			return false
		}
		leftOut += n
	}
	return leftOut <= e.LeftOut
}
