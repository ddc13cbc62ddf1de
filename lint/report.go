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
	// Unit names the target in which the finding was first seen.
	Unit string `json:"unit"`
	// AlsoIn names the further units with the same finding, sorted.
	AlsoIn   []string          `json:"alsoIn,omitempty"`
	Object   ObjectRef         `json:"object"`
	Path     manifest.Path     `json:"path"`
	Location manifest.Location `json:"location"`
	Related  []Related         `json:"related"`
	// Fingerprint is the same for the same finding in the next commit, and
	// differs between the findings of a report.
	Fingerprint string `json:"fingerprint"`
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
}

// Report is the outcome of a run. Everything in it is sorted, and none of its
// lists is nil.
type Report struct {
	Findings []Finding        `json:"findings"`
	Failures []render.Problem `json:"failures"`
	Skipped  []render.Problem `json:"skipped"`
	Warnings []render.Problem `json:"warnings"`
	Summary  Summary          `json:"summary"`
	// Rules are the rules that ran, and Cases all that they and their `also`
	// name, both sorted by id.
	Rules []Rule `json:"-"`
	Cases []Case `json:"-"`
	// Hidden counts the notes left out for want of --pedantic.
	Hidden int `json:"-"`
	// Sources is the text of the files that findings point into, by their path
	// relative to the repository root. A file may be missing from it.
	Sources map[string]string `json:"-"`
}

// Summary counts what a run saw and found. The counts of findings do not
// include hidden ones.
type Summary struct {
	Units   int `json:"units"`
	Objects int `json:"objects"`
	Error   int `json:"error"`
	Warning int `json:"warning"`
	Note    int `json:"note"`
}
