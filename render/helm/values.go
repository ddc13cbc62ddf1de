package helm

import (
	"fmt"

	"helm.sh/helm/v3/pkg/strvals"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// overrides are the values that a user gives beside those of the chart.
type overrides struct {
	// files are values files of the tree in ascending precedence.
	files []string
	// values win over files, and set and setString over both.
	values         map[string]any
	set, setString []string
	// places are where values stand in the tree, in ascending precedence.
	places []manifest.Place
}

// given tells whether there are any overrides.
func (o overrides) given() bool {
	return len(o.files)+len(o.values)+len(o.set)+len(o.setString) > 0
}

// merge gives the overrides as one map, which the caller may change at its top
// level only. It gives false where a part cannot be read: a chart rendered
// without it would not be the one that the user asks about.
func (o overrides) merge(tree *fsys.Tree, rep *report, chartAt string) (map[string]any, bool) {
	merged, ok := map[string]any{}, true
	for _, name := range o.files {
		values, read := readValues(tree, name, rep)
		merged, ok = mergeValues(merged, values), ok && read
	}
	merged = mergeValues(merged, o.values)
	for _, expression := range o.set {
		if err := strvals.ParseInto(expression, merged); err != nil {
			rep.fail(render.ReasonRender, manifest.Location{File: chartAt}, fmt.Sprintf("cannot apply --set %s: %v", expression, err))
			ok = false
		}
	}
	for _, expression := range o.setString {
		if err := strvals.ParseIntoString(expression, merged); err != nil {
			rep.fail(render.ReasonRender, manifest.Location{File: chartAt}, fmt.Sprintf("cannot apply --set-string %s: %v", expression, err))
			ok = false
		}
	}
	return merged, ok
}

func readValues(tree *fsys.Tree, name string, rep *report) (map[string]any, bool) {
	data, err := tree.ReadFile(name)
	if err != nil {
		if isOutside(err) {
			rep.skip(render.ReasonOutside, fileAt(name), "the file lies outside the repository")
		} else {
			rep.fail(render.ReasonUnreadable, fileAt(name), "the file cannot be read: "+fsys.Cause(err).Error())
		}
		return nil, false
	}
	rep.read(name)
	var values map[string]any
	if err := yaml.Unmarshal(data, &values); err != nil {
		rep.yamlFailure(fileAt(name), data, err.Error(), false)
		return nil, false
	}
	return values, true
}

// mergeValues gives a map with all keys of both; where both have a mapping it
// is merged, else the value of over wins. Neither is changed.
func mergeValues(under, over map[string]any) map[string]any {
	out := make(map[string]any, len(under)+len(over))
	for key, value := range under {
		out[key] = value
	}
	for key, value := range over {
		upper, isMap := value.(map[string]any)
		lower, wasMap := out[key].(map[string]any)
		if isMap && wasMap {
			value = mergeValues(lower, upper)
		}
		out[key] = value
	}
	return out
}
