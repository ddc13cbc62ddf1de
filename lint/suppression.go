package lint

import (
	"cmp"
	"slices"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// The reasons of warnings about suppressions, which stand where these are
// written.
const (
	// ReasonInvalidSuppression: a suppression gives no reason, or names a rule or
	// a case that does not exist. It suppresses nothing.
	ReasonInvalidSuppression render.Reason = "invalid-suppression"
	// ReasonUnusedSuppression: a suppression met no finding.
	ReasonUnusedSuppression render.Reason = "unused-suppression"
	// ReasonExpiredSuppression: the last day of a suppression is over.
	ReasonExpiredSuppression render.Reason = "expired-suppression"
)

// SuppressionKind tells by what a finding is suppressed.
type SuppressionKind string

// The kinds of suppression.
const (
	// SuppressedByComment: a comment in a source file.
	SuppressedByComment SuppressionKind = "comment"
	// SuppressedByAnnotation: an annotation on the object or its pod template.
	SuppressedByAnnotation SuppressionKind = "annotation"
	// SuppressedByConfig: an entry of the configuration file.
	SuppressedByConfig SuppressionKind = "config"
	// SuppressedByBaseline: the finding is older than the baseline.
	SuppressedByBaseline SuppressionKind = "baseline"
)

// Suppression tells why a finding is not reported.
type Suppression struct {
	Kind SuppressionKind `json:"kind"`
	// Reason is what its author gives as the reason; "" for a baseline.
	Reason string `json:"reason,omitempty"`
	// Location is where the suppression is written; the zero value for a baseline.
	Location manifest.Location `json:"location,omitzero"`
	// Until is the last day on which the suppression holds, as YYYY-MM-DD; ""
	// stands for ever.
	Until string `json:"until,omitempty"`
}

// Suppressor knows what people have written about findings that they accept.
type Suppressor interface {
	// Suppress gives for each occurrence, in their order, what suppresses it, or
	// nil. The problems are warnings about the suppressions themselves.
	Suppress(c Candidates) ([]*Suppression, []render.Problem)
}

// Candidates are what a Suppressor decides on.
type Candidates struct {
	// Units are the judged units.
	Units []render.Unit
	// Beside are other units, of which some occurrences are. What is written there
	// suppresses these, and nothing is said of it.
	Beside []render.Unit
	// Rules and Cases are all that exist.
	Rules []Rule
	Cases []Case
	// Ran are the ids of the rules that were evaluated over all of the units and
	// whose findings are reported: where they found nothing, there is nothing.
	Ran map[string]bool
	// Occurrences are the findings, each once for each object that has it.
	Occurrences []Occurrence
}

// Occurrence is a finding on one object, before it is merged with those of the
// same cause.
type Occurrence struct {
	Rule string
	// Ref names the object as findings do, and Object is it.
	Ref    ObjectRef
	Object *manifest.Object
	// Places are the place of the finding, then those that had a part in the
	// field, the nearest first.
	Places []manifest.Location
}

// sift takes out the findings that are suppressed. It gives those that are left
// and the suppressed ones, and the warnings about the suppressions.
func sift(g *graph.Graph, findings []located, c Candidates, s Suppressor) (kept, suppressed []located, warnings []render.Problem) {
	if s == nil {
		return findings, nil, nil
	}
	c.Occurrences = make([]Occurrence, len(findings))
	for i := range findings {
		c.Occurrences[i] = occurrenceOf(g, &findings[i])
	}
	by, warnings := s.Suppress(c)
	for i, f := range findings {
		if by[i] == nil {
			kept = append(kept, f)
			continue
		}
		f.Suppression = by[i]
		suppressed = append(suppressed, f)
	}
	return kept, suppressed, warnings
}

func occurrenceOf(g *graph.Graph, f *located) Occurrence {
	o := Occurrence{Rule: f.Rule, Ref: f.Object, Object: &g.Objects[f.object].Manifest, Places: []manifest.Location{f.Location}}
	for _, hop := range f.hops {
		o.Places = append(o.Places, hop.Location)
	}
	return o
}

// mergeSuppressed is merge for suppressed findings: those that different
// suppressions meet stay apart.
func mergeSuppressed(findings []located) []located {
	groups := map[Suppression][]located{}
	for _, f := range findings {
		groups[*f.Suppression] = append(groups[*f.Suppression], f)
	}
	var result []located
	for _, group := range groups {
		result = append(result, merge(group)...)
	}
	slices.SortFunc(result, func(a, b located) int {
		return cmp.Or(comparePlaces(a, b), cmp.Compare(a.field, b.field), compareSuppressed(a.Finding, b.Finding))
	})
	return result
}

// compareSuppressed orders suppressed findings by place, rule, object and field,
// and by what suppresses them.
func compareSuppressed(a, b Finding) int {
	return cmp.Or(
		a.Location.Compare(b.Location),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Object.String(), b.Object.String()),
		cmp.Compare(a.Path.String(), b.Path.String()),
		a.Suppression.Location.Compare(b.Suppression.Location),
		cmp.Compare(a.Suppression.Kind, b.Suppression.Kind),
		cmp.Compare(a.Suppression.Reason, b.Suppression.Reason),
	)
}
