package flux

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// at gives the place of a field.
func (d *deployment) at(f field) manifest.Location {
	return f.in.object.Source.Trace(f.path).Location
}

// fail lists what the controller would not deploy.
func (d *deployment) fail(reason render.Reason, message string, at manifest.Location) {
	d.unit.Partial = true
	d.unit.Failures = append(d.unit.Failures, render.Problem{Reason: reason, Message: message, Location: at})
}

// skip lists what cannot be told without a network or a cluster, or is left out
// for another good reason.
func (d *deployment) skip(reason render.Reason, message string, at manifest.Location) {
	d.unit.Partial = true
	d.unit.Skipped = append(d.unit.Skipped, render.Problem{Reason: reason, Message: message, Location: at})
}

// warn lists what renders, but perhaps not as its author expects.
func (d *deployment) warn(reason render.Reason, message string, at manifest.Location) {
	d.unit.Warnings = append(d.unit.Warnings, render.Problem{Reason: reason, Message: message, Location: at})
}

// counted gives a number and a noun.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// tidy sorts problems by place and takes out repetitions.
func tidy(problems []render.Problem) []render.Problem {
	slices.SortStableFunc(problems, func(a, b render.Problem) int {
		return cmp.Or(a.Location.Compare(b.Location), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(problems)
}
