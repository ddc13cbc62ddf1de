package lint

import "strings"

// Rule is what is known of a rule besides its code. The METADATA of its
// policy.rego is the only source.
type Rule struct {
	// ID is <case>/<slug>, for instance IL-0178/prestop-eats-grace-period.
	ID string `json:"id"`
	// Title is a noun phrase without a full stop.
	Title string `json:"title"`
	// Description tells what the rule looks for, and what it leaves alone, in
	// Markdown.
	Description string `json:"description"`
	// Level is the level of its findings unless a finding says otherwise.
	Level Level `json:"level"`
	// LevelReason tells why that level, and when a finding has another.
	LevelReason string `json:"levelReason"`
	// Remediation tells what to do, in Markdown.
	Remediation string `json:"remediation"`
	// Kinds are the kinds a finding needs, as group/Kind or, in the core
	// group, Kind: the rule is evaluated only where one of them is present.
	Kinds []string `json:"kinds"`
	// Also are further cases with the same root cause.
	Also []string `json:"also,omitempty"`
	// References are pages that explain the fields involved.
	References []Reference `json:"references,omitempty"`
	// Since is the first version of the program that has the rule.
	Since string `json:"since"`
	// Bad and Good are the YAML of the rule's fixtures bad.yaml and good.yaml.
	Bad  string `json:"-"`
	Good string `json:"-"`
}

// Case gives the id of the rule's case.
func (r Rule) Case() string {
	id, _, _ := strings.Cut(r.ID, "/")
	return id
}

// Reference is a page on the web.
type Reference struct {
	Title string `json:"title"`
	URL   string `json:"url"`
}

// Case is one public incident. Its case.yaml is the only source.
type Case struct {
	// ID is the id of the incident library (IL-0178), or a slug.
	ID string `json:"id" yaml:"id"`
	// Title is one line: what failed, and why.
	Title string `json:"title" yaml:"title"`
	// Organisation is who reported the incident.
	Organisation string `json:"organisation" yaml:"organisation"`
	// Year is when it happened, or was published.
	Year int `json:"year" yaml:"year"`
	// Summary is the one line that a finding carries: what happened to whom.
	Summary string `json:"summary" yaml:"summary"`
	// Sources are the public reports.
	Sources []Source `json:"sources" yaml:"sources"`
	// Confidence tells how well the facts are known, and what is not.
	Confidence          string   `json:"confidence" yaml:"confidence"`
	Components          []string `json:"components" yaml:"components"`
	Symptom             string   `json:"symptom" yaml:"symptom"`
	Trigger             string   `json:"trigger" yaml:"trigger"`
	RootCause           string   `json:"rootCause" yaml:"rootCause"`
	ContributingFactors []string `json:"contributingFactors" yaml:"contributingFactors"`
	Remediation         []string `json:"remediation" yaml:"remediation"`
	Related             []string `json:"related,omitempty" yaml:"related"`
	// Limits tells what the rules of the case do not see, and why.
	Limits []string `json:"limits,omitempty" yaml:"limits"`
}

// Source is a public report of an incident.
type Source struct {
	Title string `json:"title" yaml:"title"`
	URL   string `json:"url" yaml:"url"`
	// Kind is primary, secondary or reference.
	Kind string `json:"kind" yaml:"kind"`
}
