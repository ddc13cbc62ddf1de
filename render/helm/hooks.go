package helm

import (
	"fmt"
	"strings"

	"helm.sh/helm/v3/pkg/release"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// classify tells hooks from other documents. It gives false for what Helm
// leaves out.
func (c *rendering) classify(d *document, at manifest.Location) bool {
	hooks := d.head.Annotation(release.HookAnnotation)
	if hooks == "" {
		return true
	}
	d.hook = true
	for name := range strings.SplitSeq(hooks, ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if !isHook(name) {
			c.report.warn(render.ReasonRender, at, fmt.Sprintf(
				"%s %s is left out, as Helm does: there is no hook %q", d.head.Kind(), d.head.Name(), name))
			return false
		}
		d.test = d.test || name == "test" || name == "test-success"
	}
	return true
}

// isHook tells whether Helm knows the hook.
// See https://helm.sh/docs/topics/charts_hooks/#the-available-hooks; test-success
// is the name that Helm 2 had for test.
func isHook(name string) bool {
	switch release.HookEvent(name) {
	case release.HookPreInstall, release.HookPostInstall, release.HookPreDelete, release.HookPostDelete,
		release.HookPreUpgrade, release.HookPostUpgrade, release.HookPreRollback, release.HookPostRollback,
		release.HookTest, "test-success":
		return true
	}
	return false
}
