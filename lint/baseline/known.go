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
// found it: its rule has run, and each of its units was rendered to the end, or
// was asked for and is no more.
func (k Known) Gone(present map[string]bool, units []render.Unit, ran map[string]bool) []lint.KnownFinding {
	judged := unitsByName(units)
	unsure := unsureFiles(units)
	var gone []lint.KnownFinding
	for _, e := range k.entries {
		if !present[e.Fingerprint] && ran[e.Rule] && !unsure[e.File] && k.covers(e, judged) {
			gone = append(gone, e)
		}
	}
	return gone
}

// unitsByName tells of each judged unit whether it was rendered to the end.
func unitsByName(units []render.Unit) map[string]bool {
	judged := map[string]bool{}
	for _, u := range units {
		before, known := judged[u.Target.Name()]
		judged[u.Target.Name()] = (!known || before) && isComplete(u)
	}
	return judged
}

func isComplete(u render.Unit) bool { return !u.Partial && len(u.Failures) == 0 }

// unsureFiles are those of units that may lack something.
func unsureFiles(units []render.Unit) map[string]bool {
	files := map[string]bool{}
	for _, u := range units {
		if !isComplete(u) {
			for _, name := range u.Files {
				files[name] = true
			}
		}
	}
	return files
}

// covers tells whether the run has judged all units that had the finding.
func (k Known) covers(e lint.KnownFinding, judged map[string]bool) bool {
	if e.MoreUnits > 0 && !k.whole {
		return false
	}
	for _, name := range e.Units {
		complete, found := judged[name]
		path, _, _ := strings.Cut(name, " (")
		if found && !complete || !found && !k.asked(path) {
			return false
		}
	}
	return true
}
