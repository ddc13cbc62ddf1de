package lint

import (
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Finding is one place that has the root cause of an incident.
type Finding struct {
	// Rule is the rule's id, and Case the id of its case.
	Rule    string `json:"rule"`
	Case    string `json:"case"`
	Level   Level  `json:"level"`
	Message string `json:"message"`
	// Unit names the first target in which the finding has this level.
	Unit string `json:"unit"`
	// AlsoIn names the further units with the same finding, sorted. MoreUnits
	// counts those that are left out of it, beyond the first thousand.
	AlsoIn    []string `json:"alsoIn,omitempty"`
	MoreUnits int      `json:"moreUnits,omitempty"`
	// Environments names the clusters that objects of Flux and Argo CD deploy the
	// object to, sorted. It is empty where none does.
	Environments []string  `json:"environments,omitempty"`
	Object       ObjectRef `json:"object"`
	// AlsoObjects names the further objects that the place gives the same
	// defect, sorted, without those that are the same object under the name
	// that another unit gives it. MoreObjects is to it what MoreUnits is to
	// AlsoIn.
	AlsoObjects []ObjectRef   `json:"alsoObjects,omitempty"`
	MoreObjects int           `json:"moreObjects,omitempty"`
	Path        manifest.Path `json:"path"`
	// Location is where a person edits the field.
	Location manifest.Location `json:"location"`
	// Related are the places that the rule names, then those that had a part in
	// the field, the nearest first.
	Related []Related `json:"related"`
	// Chain tells how the object hangs together with others of its cluster; nil where
	// it does not, and for a finding that is suppressed.
	Chain *Chain `json:"chain,omitempty"`
	// Fingerprint is the same for the same finding in the next commit, also
	// when lines move, lists are reordered or an overlay is renamed, and differs
	// between the findings of a report.
	Fingerprint string `json:"fingerprint"`
	// Aliases are the fingerprints that the finding has in a report where it is
	// the only one of its identity, and in one where it is not.
	Aliases []string `json:"-"`
	// Fix is what puts the finding right. It is nil where the rule offers none, and
	// where nobody tried.
	Fix *Fix `json:"fix,omitempty"`
	// Defects are the objects that have the finding.
	Defects []Defect `json:"-"`
	// Suppression tells why the finding is not reported; nil where it is.
	Suppression *Suppression `json:"suppression,omitempty"`
	// BaselineState is "" for a run without a baseline.
	BaselineState BaselineState `json:"baselineState,omitempty"`
}

// ObjectRef names an object.
type ObjectRef struct {
	APIVersion string `json:"apiVersion"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace"`
	Name       string `json:"name"`
}

// String gives Kind namespace/name, Kind name where there is no namespace, and
// Kind alone for an object without a name.
func (r ObjectRef) String() string {
	switch {
	case r.Name == "":
		return r.Kind
	case r.Namespace == "":
		return r.Kind + " " + r.Name
	default:
		return r.Kind + " " + r.Namespace + "/" + r.Name
	}
}

// Related is a place that explains a finding.
type Related struct {
	Message  string            `json:"message"`
	Location manifest.Location `json:"location"`
	// Via is set for a place that had a part in the field, such as the values
	// file that a template printed, and not for one that the rule names.
	Via bool `json:"via,omitempty"`
}

// Report is the outcome of a run. Everything in it is sorted, and none of its
// lists is nil.
type Report struct {
	Findings []Finding `json:"findings"`
	// Suppressed are the findings that somebody has accepted. They do not count.
	Suppressed []Finding        `json:"suppressed"`
	Failures   []render.Problem `json:"failures"`
	Skipped    []render.Problem `json:"skipped"`
	Warnings   []render.Problem `json:"warnings"`
	Summary    Summary          `json:"summary"`
	// Baseline is nil for a run without one.
	Baseline *Comparison `json:"baseline,omitempty"`
	// Rules are the rules that ran, and Cases all that they and their `also`
	// name, both sorted by id.
	Rules []Rule `json:"-"`
	Cases []Case `json:"-"`
	// AllRules counts the rules that there are, those included that were not asked to run.
	AllRules int `json:"-"`
	// Unjudged are the ids of those of the rules that could not be evaluated.
	Unjudged []string `json:"-"`
	// Marks are the levels of all findings, also of those that are hidden or
	// suppressed.
	Marks map[Mark]Level `json:"-"`
	// Gaps counts what the units left out, as the function Gaps does.
	Gaps map[string]int `json:"-"`
	// Hidden counts the notes left out for want of --pedantic.
	Hidden int `json:"-"`
	// Sources is the text of the files that findings point into, by their path
	// relative to the repository root. A file may be missing from it.
	Sources map[string]string `json:"-"`
	// Subject names what was linted: a directory or several, without where they lie; ""
	// where that is not known.
	Subject string `json:"-"`
}

// Summary counts what a run saw and found. Error, Warning and Note do not
// include hidden and suppressed findings.
type Summary struct {
	Units   int `json:"units"`
	Objects int `json:"objects"`
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Note    int `json:"note"`
	// Suppressed counts the suppressed findings.
	Suppressed int `json:"suppressed"`
	// Untouched counts the units of which nothing is reported since no file that
	// changed touches them.
	Untouched int `json:"untouched,omitempty"`
}
