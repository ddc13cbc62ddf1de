package fix

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// objectKey tells the objects of a run apart.
type objectKey struct {
	unit                              string
	apiVersion, kind, namespace, name string
	// n counts those that all else is the same of.
	n int
}

// like is what an object has in common with itself where it has another name on
// each rendering.
func (k objectKey) like() string {
	return "object\x00" + k.unit + "\x00" + k.apiVersion + "\x00" + k.kind
}

func (k objectKey) title() string {
	return lint.ObjectRef{Kind: k.kind, Namespace: k.namespace, Name: k.name}.String()
}

// objectsOf gives the objects of a run by what tells them apart.
func objectsOf(t Trial) map[objectKey]manifest.Object {
	objects := map[objectKey]manifest.Object{}
	keys := unitKeys(t.Units)
	for i, u := range t.Units {
		for _, o := range u.Objects {
			key := objectKey{unit: keys[i], apiVersion: o.APIVersion(), kind: o.Kind(), namespace: o.Namespace(), name: o.Name()}
			for _, taken := objects[key]; taken; _, taken = objects[key] {
				key.n++
			}
			objects[key] = o
		}
	}
	return objects
}

// Renders tells whether a trial has the same units, each with the same objects, so
// that rules say the same of them.
func (t Trial) Renders(units, context []render.Unit) bool {
	return slices.EqualFunc(t.Units, units, sameUnit) && slices.EqualFunc(t.Context, context, sameUnit)
}

func sameUnit(a, b render.Unit) bool {
	return a.Partial == b.Partial && a.Everywhere == b.Everywhere && a.Environment == b.Environment &&
		reflect.DeepEqual(a.Target, b.Target) && reflect.DeepEqual(a.Deployer, b.Deployer) && reflect.DeepEqual(a.Facts, b.Facts) &&
		slices.EqualFunc(a.Objects, b.Objects, func(a, b manifest.Object) bool {
			return a.Dialect == b.Dialect && reflect.DeepEqual(a.Body, b.Body)
		})
}

// unitKeys gives what tells units of a run apart.
func unitKeys(units []render.Unit) []string {
	keys := make([]string, len(units))
	count := map[string]int{}
	for i, u := range units {
		key := unitKey(u)
		count[key]++
		keys[i] = fmt.Sprint(key, "\x00", count[key])
	}
	return keys
}

func unitKey(u render.Unit) string {
	d := u.Deployer
	parts := []string{string(u.Target.Kind), u.Target.Name(), u.Environment, d.Kind, d.Namespace, d.Name}
	return strings.Join(append(parts, u.Target.ValueFiles...), "\x00")
}

// filesOf gives the files that the unit of a finding reads.
func (t Trial) filesOf(m lint.Mark) []string {
	var files []string
	for _, u := range t.Units {
		if u.Target.Name() == m.Unit && u.Environment == m.Environment {
			files = append(files, u.Files...)
		}
	}
	return files
}

// filesByUnit gives the files that units read, by their keys, in two runs.
func filesByUnit(trials ...Trial) map[string][]string {
	files := map[string][]string{}
	for _, t := range trials {
		keys := unitKeys(t.Units)
		for i, u := range t.Units {
			files[keys[i]] = append(files[keys[i]], u.Files...)
		}
	}
	return files
}

func sortedKeys(objects map[objectKey]manifest.Object) []objectKey {
	keys := make([]objectKey, 0, len(objects))
	for key := range objects {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b objectKey) int {
		return cmp.Or(
			cmp.Compare(a.unit, b.unit), cmp.Compare(a.kind, b.kind), cmp.Compare(a.namespace, b.namespace),
			cmp.Compare(a.name, b.name), cmp.Compare(a.apiVersion, b.apiVersion), cmp.Compare(a.n, b.n),
		)
	})
	return keys
}

// masked puts "*" in the place of what differs between two renderings of the same.
func masked(value, one, two any) any {
	if reflect.DeepEqual(one, two) {
		return value
	}
	switch value := value.(type) {
	case map[string]any:
		one, isMap := one.(map[string]any)
		two, both := two.(map[string]any)
		if isMap && both {
			out := make(map[string]any, len(value))
			for key, v := range value {
				out[key] = masked(v, one[key], two[key])
			}
			return out
		}
	case []any:
		one, isList := one.([]any)
		two, both := two.([]any)
		if isList && both && len(one) == len(value) && len(two) == len(value) {
			out := make([]any, len(value))
			for i, v := range value {
				out[i] = masked(v, one[i], two[i])
			}
			return out
		}
	}
	return "*"
}
