package flux

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// substituteKey is the label or annotation that keeps variables from being
// substituted in an object.
const substituteKey = "kustomize.toolkit.fluxcd.io/substitute"

// substitute gives the objects with variables substituted, in the text of each, as
// https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution
// tells. An object in which this fails stops the controller; it is listed and left
// as it is.
func (d *deployment) substitute(objects []manifest.Object, vars *variables) []manifest.Object {
	if !vars.active {
		return objects
	}
	out := make([]manifest.Object, len(objects))
	for i, o := range objects {
		out[i] = o
		if !mentionsDollar(o.Body) || isDisabled(o) {
			continue
		}
		body, err := vars.substituteBody(o.Body)
		if err != nil {
			at := vars.culprit(o.Body, nil)
			d.fail(render.ReasonRender, fmt.Sprintf("variables cannot be substituted in the %s %s: %v", o.Kind(), fullName(o), err),
				o.Source.Trace(at).Location)
			continue
		}
		out[i].Body = body
		out[i].Source = &substituted{inner: o.Source, before: o.Body, vars: vars}
	}
	return out
}

func isDisabled(o manifest.Object) bool {
	labels := read(o).get("metadata", "labels")
	return labels.get(substituteKey).value == "disabled" || o.Annotation(substituteKey) == "disabled"
}

// substituteBody takes the way of the controller: to YAML, which decides where
// quotes stand, and back.
func (v *variables) substituteBody(body map[string]any) (map[string]any, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	text, err := yaml.JSONToYAML(data)
	if err != nil {
		return nil, err
	}
	expanded, err := v.expand(string(text))
	if err != nil {
		return nil, err
	}
	data, err = yaml.YAMLToJSON([]byte(expanded))
	if err != nil {
		return nil, fmt.Errorf("read what comes out: %w", err)
	}
	var out map[string]any
	if err := kjson.UnmarshalCaseSensitivePreserveInts(data, &out); err != nil {
		return nil, fmt.Errorf("read what comes out: %w", err)
	}
	return out, nil
}

// mentionsDollar tells whether there is anything to substitute in a value.
func mentionsDollar(value any) bool {
	switch value := value.(type) {
	case string:
		return strings.Contains(value, "$")
	case []any:
		return slices.ContainsFunc(value, mentionsDollar)
	case map[string]any:
		for key, field := range value {
			if strings.Contains(key, "$") || mentionsDollar(field) {
				return true
			}
		}
	}
	return false
}

// culprit gives the path of the first text in a value that cannot be expanded by
// itself; the empty path where there is none.
func (v *variables) culprit(value any, at manifest.Path) manifest.Path {
	switch value := value.(type) {
	case string:
		if _, err := v.expand(value); err != nil {
			return at
		}
	case []any:
		for i, item := range value {
			if found := v.culprit(item, join(at, manifest.Index(i))); found != nil {
				return found
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			if found := v.culprit(value[key], join(at, manifest.Key(key))); found != nil {
				return found
			}
		}
	}
	return nil
}
