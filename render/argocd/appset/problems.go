package appset

import (
	"fmt"
	"slices"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

func (x *expansion) problem(reason render.Reason, at manifest.Path, message string) render.Problem {
	return render.Problem{Reason: reason, Message: render.Redacted(message), Location: x.set.Source.Trace(at).Location}
}

// fail reports what the controller would refuse.
func (x *expansion) fail(at manifest.Path, format string, args ...any) {
	x.result.Failures = append(x.result.Failures, x.problem(render.ReasonRender, at, fmt.Sprintf(format, args...)))
}

// skip reports what cannot be known here.
func (x *expansion) skip(reason render.Reason, at manifest.Path, format string, args ...any) {
	x.result.Skipped = append(x.result.Skipped, x.problem(reason, at, fmt.Sprintf(format, args...)))
}

func (x *expansion) warn(reason render.Reason, at manifest.Path, format string, args ...any) {
	x.result.Warnings = append(x.result.Warnings, x.problem(reason, at, fmt.Sprintf(format, args...)))
}

func sortedUnique(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}
