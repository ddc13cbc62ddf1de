package fix

import (
	"reflect"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// carriers are the kinds of the objects that carry what becomes of others: values of
// charts, and patches.
var carriers = map[string]bool{
	"helm.toolkit.fluxcd.io/HelmRelease": true, "kustomize.toolkit.fluxcd.io/Kustomization": true,
	"argoproj.io/Application": true, "argoproj.io/ApplicationSet": true, "/ConfigMap": true, "/Secret": true,
}

// carries tells whether an object carries what becomes of others, and changes only
// in values that stand where plans edit its file. What a chart prints does not count:
// there, the same line may have come into any field.
func (c *comparison) carries(key objectKey, source manifest.Source, before, after any) bool {
	group, _, named := strings.Cut(key.apiVersion, "/")
	if !named {
		group = ""
	}
	if !carriers[group+"/"+key.kind] || strings.HasPrefix(key.unit, string(render.KindHelm)+"\x00") {
		return false
	}
	paths, ok := changedValues(nil, before, after)
	return ok && !slices.ContainsFunc(paths, func(path manifest.Path) bool {
		at := source.Trace(path).Location
		return at.Precision != manifest.PrecisionExact || !c.edits(at)
	})
}

// edits tells whether a plan edits the line of a place.
func (c *comparison) edits(at manifest.Location) bool {
	return slices.ContainsFunc(c.edited[at.File], func(e manifest.Location) bool {
		return e.Line <= at.Line && at.Line <= e.EndLine
	})
}

// changedValues gives the paths of the values that differ below a path; ok is false where there is more or less than before.
func changedValues(at manifest.Path, before, after any) (paths []manifest.Path, ok bool) {
	switch {
	case reflect.DeepEqual(before, after):
		return nil, true
	case isEmpty(before):
		return []manifest.Path{at}, true
	}
	switch before := before.(type) {
	case map[string]any:
		after, isMap := after.(map[string]any)
		if !isMap || len(after) != len(before) {
			return nil, false
		}
		for key := range before {
			value, exists := after[key]
			below, ok := changedValues(under(at, manifest.Key(key)), before[key], value)
			if !exists || !ok {
				return nil, false
			}
			paths = append(paths, below...)
		}
		return paths, true
	case []any:
		after, isList := after.([]any)
		if !isList || len(after) != len(before) {
			return nil, false
		}
		for i := range before {
			below, ok := changedValues(under(at, manifest.Index(i)), before[i], after[i])
			if !ok {
				return nil, false
			}
			paths = append(paths, below...)
		}
		return paths, true
	case string:
		if after, isText := after.(string); isText {
			return changedText(at, before, after)
		}
	}
	return []manifest.Path{at}, !isBlock(after)
}

// changedText is changedValues for text, which may be YAML once more: then paths go
// on in it.
func changedText(at manifest.Path, before, after string) (paths []manifest.Path, ok bool) {
	was, now := manifest.Parse("", []byte(before)), manifest.Parse("", []byte(after))
	if len(was) == 1 && len(now) == 1 && isBlock(was[0].Body) && isBlock(now[0].Body) {
		return changedValues(at, was[0].Body, now[0].Body)
	}
	return []manifest.Path{at}, true
}

// isEmpty tells whether a value holds nothing.
func isEmpty(value any) bool {
	switch value := value.(type) {
	case nil:
		return true
	case map[string]any:
		return len(value) == 0
	case []any:
		return len(value) == 0
	}
	return false
}

func isBlock(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return true
	}
	return false
}

// under gives the path of what a step leads to.
func under(at manifest.Path, step manifest.Step) manifest.Path {
	return append(at[:len(at):len(at)], step)
}
