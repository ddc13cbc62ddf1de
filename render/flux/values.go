package flux

import (
	"encoding/json"
	"fmt"
	"strings"

	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/strvals"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// values are the values of a release.
type values struct {
	d      *deployment
	merged map[string]any
	// layers are where they are set, in ascending precedence.
	layers []layer
}

// layer is a mapping of values in an object, text that holds one, or a file.
type layer struct {
	object manifest.Object
	path   manifest.Path
	file   string
}

// values merges what valuesFrom refers to: whole files of values over each other,
// and single values at their targetPath over those and over spec.values. The
// latter win again in the end. See ChartValuesFromReferences in
// https://github.com/fluxcd/pkg/blob/main/chartutil/values.go
func (d *deployment) values(refs []field) *values {
	v := &values{d: d, merged: map[string]any{}}
	for _, ref := range refs {
		kind, name := ref.get("kind").text(), ref.get("name").text()
		if kind != "ConfigMap" && kind != "Secret" {
			d.fail(render.ReasonRender, fmt.Sprintf("values come from a ConfigMap or a Secret, not from %q", kind), d.at(ref.get("kind")))
			continue
		}
		v.refer(ref, valuesRef{
			kind: kind, namespace: d.namespace(), name: name, key: ref.get("valuesKey").text(),
			targetPath: ref.get("targetPath").text(), literal: ref.get("literal").flag(),
		})
	}
	return v
}

// valuesRef is a reference to values in a ConfigMap or a Secret.
type valuesRef struct {
	kind, namespace, name, key string
	targetPath                 string
	literal                    bool
}

// refer merges what a reference leads to.
func (v *values) refer(at field, ref valuesRef) {
	d := v.d
	if ref.key == "" {
		ref.key = "values.yaml"
	}
	o, found := d.find("", ref.kind, ref.namespace, ref.name)
	if !found {
		if d.tellAbsent(ref.kind, ref.name, "values", at) {
			v.placeUnknown(at, ref)
		}
		return
	}
	d.open(o)
	entry, found := data(o)[ref.key]
	switch {
	case !found && at.get("optional").flag():
	case !found:
		d.fail(render.ReasonRender, fmt.Sprintf("the %s %s has no key %s", ref.kind, ref.name, ref.key), d.at(at))
	case ref.targetPath != "" && !entry.known:
		d.leave(render.ReasonMissingValue, fmt.Sprintf("the value of %s is encrypted or no text, and not known", ref.targetPath), d.at(at))
		v.placeUnknown(at, ref)
	case ref.targetPath != "":
		v.place(at, ref, entry.text)
		v.layers = append(v.layers, layer{object: o, path: entry.path})
	default:
		v.read(at, ref, o, entry)
	}
}

// read merges a file of values. One that SOPS has encrypted as a whole is unknown;
// in one with encrypted values the others count.
func (v *values) read(at field, ref valuesRef, o manifest.Object, entry datum) {
	if !entry.known && !strings.Contains(entry.text, "\nsops:") {
		v.d.skip(render.ReasonMissingValue, fmt.Sprintf("the values of the %s %s are encrypted or no text, and not known", ref.kind, ref.name), v.d.at(at))
		return
	}
	from, err := chartutil.ReadValues([]byte(entry.text))
	if err != nil {
		v.d.fail(render.ReasonInvalidYAML, fmt.Sprintf("the key %s of the %s %s holds no values: %s", ref.key, ref.kind, ref.name, firstLine(err.Error())),
			o.Source.Trace(entry.path).Location)
		return
	}
	if _, hasMetadata := from["sops"].(map[string]any); hasMetadata && !entry.known {
		delete(from, "sops")
		v.d.leave(render.ReasonMissingValue, fmt.Sprintf("values of the %s %s are encrypted, and not known", ref.kind, ref.name), v.d.at(at))
	}
	v.merged = mergeMaps(v.merged, from)
	v.layers = append(v.layers, layer{object: o, path: entry.path})
}

// merge merges the values of a field of the object.
func (v *values) merge(f field) {
	if inline := v.inline(f); len(inline) > 0 {
		v.merged = mergeMaps(v.merged, inline)
		v.layers = append(v.layers, layer{object: f.in.object, path: f.path})
	}
}

// inline gives the values of a field with the types that they have for Helm: they
// come to it by way of JSON, as numbers of one type.
func (v *values) inline(f field) map[string]any {
	text, err := json.Marshal(f.mapping())
	if err != nil {
		return nil // Only what JSON cannot hold; it has come from YAML or JSON.
	}
	var out map[string]any
	if yaml.Unmarshal(text, &out) != nil {
		return nil
	}
	return out
}

// place sets a single value, in the way of `helm --set`, of --set-string where it
// is in quotes, or of --set-literal.
func (v *values) place(at field, ref valuesRef, text string) {
	v.merged = mergeMaps(v.merged, v.inline(v.d.spec.get("values")))
	set := strvals.ParseInto
	switch {
	case ref.literal:
		set = strvals.ParseIntoString
		text = literalText.Replace(text)
	case isQuoted(text, "'"), isQuoted(text, `"`):
		set = strvals.ParseIntoString
		text = strings.Trim(text, `'"`)
	}
	if err := set(ref.targetPath+"="+text, v.merged); err != nil {
		// The error tells parts of the value, which may be a secret.
		v.d.fail(render.ReasonRender, fmt.Sprintf("the value of the key %s cannot be set at %s: Helm takes neither for what --set reads", ref.key, ref.targetPath), v.d.at(at))
	}
}

// literalText takes their meaning from the signs that --set knows.
var literalText = strings.NewReplacer(`\`, `\\`, `,`, `\,`, `[`, `\[`, `]`, `\]`, `{`, `\{`, `}`, `\}`)

func isQuoted(text, quote string) bool {
	return strings.HasPrefix(text, quote) && strings.HasSuffix(text, quote)
}

// placeUnknown sets a text that policies know as unknown in the place of a single
// value.
func (v *values) placeUnknown(at field, ref valuesRef) {
	if ref.targetPath == "" {
		return
	}
	ref.literal = true
	v.place(at, ref, fmt.Sprintf("${%s.%s}", ref.name, ref.key))
}

// mergeMaps gives a mapping with the keys of both; where both have a mapping it is
// merged, else the value of over wins. Neither is changed at its top level. See
// https://github.com/fluxcd/pkg/blob/main/chartutil/merge.go
func mergeMaps(under, over map[string]any) map[string]any {
	out := make(map[string]any, len(under)+len(over))
	for key, value := range under {
		out[key] = value
	}
	for key, value := range over {
		upper, isMap := value.(map[string]any)
		lower, wasMap := out[key].(map[string]any)
		if isMap && wasMap {
			value = mergeMaps(lower, upper)
		}
		out[key] = value
	}
	return out
}
