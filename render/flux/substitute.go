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
// as it is. One without a name in the end is listed and left out.
func (d *deployment) substitute(objects []manifest.Object, vars *variables) []manifest.Object {
	if !vars.active {
		return objects
	}
	out := make([]manifest.Object, 0, len(objects))
	mentioned := map[string]bool{}
	for _, o := range objects {
		if !mentionsDollar(o.Body) || isDisabled(o) {
			out = append(out, o)
			continue
		}
		body, names, err := vars.substituteBody(o.Body)
		for _, name := range names {
			mentioned[name] = true
		}
		if err != nil {
			at := vars.culprit(o.Body, nil)
			d.fail(render.ReasonRender, fmt.Sprintf("variables cannot be substituted in the %s %s: %v", o.Kind(), fullName(o), err),
				o.Source.Trace(at).Location)
			out = append(out, o)
			continue
		}
		after := o
		after.Body = body
		after.Source = &substituted{inner: o.Source, before: o.Body, vars: vars}
		if d.hasName(o, after) {
			out = append(out, after)
		}
	}
	d.tellHidden(vars, mentioned)
	return out
}

// hasName tells whether substitution leaves an object a name, which is a text: the
// API server takes no object without. What has none before is judged elsewhere.
func (d *deployment) hasName(before, after manifest.Object) bool {
	if before.Name() == "" || after.Name() != "" {
		return true
	}
	left := "no name is left"
	if value := read(after).get("metadata", "name").value; value != nil && value != "" {
		left = fmt.Sprintf("%v, which is no text, is left for a name", value)
	}
	d.fail(render.ReasonRender, fmt.Sprintf("%s of the %s %s once variables are substituted, so it cannot be deployed", left, before.Kind(), fullName(before)),
		before.Source.Trace(manifest.Path{manifest.Key("metadata"), manifest.Key("name")}).Location)
	return false
}

func isDisabled(o manifest.Object) bool {
	labels := read(o).get("metadata", "labels")
	return labels.get(substituteKey).value == "disabled" || o.Annotation(substituteKey) == "disabled"
}

// substituteBody takes the way of the controller: to YAML, which decides where
// quotes stand, and back. It gives the names of the variables in the body, too.
func (v *variables) substituteBody(body map[string]any) (out map[string]any, names []string, err error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, nil, err
	}
	text, err := yaml.JSONToYAML(data)
	if err != nil {
		return nil, nil, err
	}
	names = namesIn([]string{string(text)})
	expanded, err := v.expand(string(text))
	if err != nil {
		return nil, names, err
	}
	data, err = yaml.YAMLToJSON([]byte(expanded))
	if err != nil {
		return nil, names, fmt.Errorf("read what comes out: %w", err)
	}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(data, &out); err != nil {
		return nil, names, fmt.Errorf("read what comes out: %w", err)
	}
	return out, names, nil
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
