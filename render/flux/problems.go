package flux

import (
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
	d.unit.Failures = append(d.unit.Failures, problem(reason, message, at))
}

// skip lists what cannot be told without a network or a cluster, or is left out
// for another good reason. Objects, or parts of them, may be missing for it.
func (d *deployment) skip(reason render.Reason, message string, at manifest.Location) {
	d.unit.Partial = true
	d.leave(reason, message, at)
}

// leave lists what is left out without a gap: there is nothing to render, or a text
// that says so stands in the objects for a value that is not known.
func (d *deployment) leave(reason render.Reason, message string, at manifest.Location) {
	d.unit.Skipped = append(d.unit.Skipped, problem(reason, message, at))
}

// warn lists what renders, but perhaps not as its author expects.
func (d *deployment) warn(message string, at manifest.Location) {
	d.unit.Warnings = append(d.unit.Warnings, problem(render.ReasonRender, message, at))
}

// problem gives a problem whose message tells no passwords: addresses may hold some.
func problem(reason render.Reason, message string, at manifest.Location) render.Problem {
	return render.Problem{Reason: reason, Message: render.Redacted(message), Location: at}
}
