package agent

import (
	"slices"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/fix"
)

// finding is a lint.Finding whose lists and texts are bounded. Those of its lists
// that do not count what they leave out themselves are counted here.
type finding struct {
	lint.Finding
	// Fixable is set where propose_fix has something to try.
	Fixable          bool `json:"fixable,omitempty" jsonschema:"the rule offers an edit, which propose_fix tries"`
	MoreEnvironments int  `json:"moreEnvironments,omitempty"`
	MoreRelated      int  `json:"moreRelated,omitempty"`
}

// boundedFinding cuts what a repository may make long. A path that is too long is
// left out: the location is the same place.
func boundedFinding(f lint.Finding) finding {
	var moreUnits, moreObjects int
	b := finding{Finding: f, Fixable: fix.Offers(f)}
	b.Message, b.Unit, b.Object = clip(f.Message, maxText), clip(f.Unit, maxText), boundedRef(f.Object)
	b.AlsoIn, moreUnits = first(f.AlsoIn, clipped)
	b.AlsoObjects, moreObjects = first(f.AlsoObjects, boundedRef)
	b.MoreUnits, b.MoreObjects = f.MoreUnits+moreUnits, f.MoreObjects+moreObjects
	b.Environments, b.MoreEnvironments = first(f.Environments, clipped)
	b.Related, b.MoreRelated = first(f.Related, boundedRelated)
	b.Related = append([]lint.Related{}, b.Related...)
	b.Chain = boundedChain(f.Chain)
	if len(f.Path.String()) > maxText {
		b.Path = slices.Clip(f.Path[:0])
	}
	return b
}

func boundedRef(r lint.ObjectRef) lint.ObjectRef {
	return lint.ObjectRef{APIVersion: clipped(r.APIVersion), Kind: clipped(r.Kind), Namespace: clipped(r.Namespace), Name: clipped(r.Name)}
}

func boundedRelated(r lint.Related) lint.Related {
	r.Message = clipped(r.Message)
	return r
}

// boundedChain cuts the names in a chain, which is small.
func boundedChain(c *lint.Chain) *lint.Chain {
	if c == nil {
		return nil
	}
	b := *c
	b.Nodes = slices.Clone(c.Nodes)
	for i := range b.Nodes {
		b.Nodes[i].Object = boundedRef(b.Nodes[i].Object)
	}
	return &b
}

func clipped(text string) string { return clip(text, maxText) }
