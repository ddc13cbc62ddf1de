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
	Bad  string `json:"bad,omitempty"`
	Good string `json:"good,omitempty"`
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
