package format

import (
	"slices"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/kubegap/kubegap-lint/lint"
)

// sarifLog is the root of a log. It and the types below stand in for those of
// the library, which writes null for what a suppression lacks: the schema
// refuses that.
type sarifLog struct {
	Version string     `json:"version"`
	Schema  string     `json:"$schema"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	*sarif.Run
	Results []sarifResult `json:"results"`
}

// sarifResult is a result. Its suppressions are nil in all results of a run, or
// in none (SARIF 2.1.0, 3.27.23).
type sarifResult struct {
	*sarif.Result
	Suppressions []sarifSuppression `json:"suppressions,omitzero"`
}

type sarifSuppression struct {
	Kind          string          `json:"kind"`
	Justification string          `json:"justification,omitempty"`
	Location      *sarif.Location `json:"location,omitempty"`
	// Properties tell by what the result is suppressed, and until which day.
	Properties sarif.Properties `json:"properties"`
}

// results gives the results of a report: the findings, then the suppressed ones
// as far as the limit allows, and counts those that are left out.
func results(r lint.Report, x index) (list []sarifResult, dropped int) {
	findings, dropped := gravest(r.Findings, maxResults)
	suppressed, more := gravest(r.Suppressed, maxResults-len(findings))
	list = []sarifResult{}
	for _, f := range slices.Concat(findings, suppressed) {
		res := sarifResult{Result: result(f, x)}
		if f.BaselineState != "" {
			res.WithBaselineState(string(f.BaselineState))
		}
		switch {
		case f.Suppression != nil:
			res.Suppressions = []sarifSuppression{suppression(*f.Suppression)}
		case len(r.Suppressed) > 0:
			res.Suppressions = []sarifSuppression{}
		}
		list = append(list, res)
	}
	return list, dropped + more
}

// suppression tells who has accepted a result, and why. What stands in the
// sources is inSource, and what stands beside them is external.
func suppression(s lint.Suppression) sarifSuppression {
	result := sarifSuppression{Kind: "external", Justification: Printable(s.Reason), Properties: sarif.Properties{"by": string(s.Kind)}}
	if s.Kind == lint.SuppressedByComment || s.Kind == lint.SuppressedByAnnotation {
		result.Kind = "inSource"
	}
	if s.Location.File != "" {
		result.Location = location(s.Location)
	}
	if s.Until != "" {
		result.Properties["until"] = s.Until
	}
	return result
}
