package kustomize

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/kustomize/schema"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// again lays a layer from which something was taken out over the tree.
func (w *walk) again(l *layer) bool {
	l.changed = true
	w.put(l)
	return true
}

// dropResource takes out a resource file that kustomize cannot read, or that
// has an object which another one had before.
func (w *walk) dropResource(l *layer, cause string) bool {
	found := fromFile.FindStringSubmatch(cause)
	entry, message := found[1], spaces.ReplaceAllString(found[2], " ")
	name := place(w.r, l, entry).Name
	i := lastIndex(l.spec.Resources, func(other string) bool { return other == entry })
	if i < 0 {
		return false
	}
	at := w.locateLast(l, l.spec.Resources, i)
	reason := render.ReasonRender
	if id := mergedTwice.FindStringSubmatch(message); id != nil {
		message = twice(id[1])
		if !slices.ContainsFunc(l.spec.Resources[:i], w.standsFor(l, name)) {
			at = w.r.documentOf(name, id[1], at)
		}
	} else if issue := w.r.syntaxError(name); issue != nil {
		reason, message, at = render.ReasonInvalidYAML, issue.Message, issue.Location
	}
	if token := w.r.templateToken(name); reason == render.ReasonInvalidYAML && token != "" {
		w.skip(render.ReasonTemplate, fmt.Sprintf(
			"the file is to be filled in before kustomize reads it, at tokens such as %s; as it stands it is not YAML: %s", token, message), at)
	} else {
		w.lose(reason, message, at)
	}
	l.spec.Resources = slices.Delete(slices.Clone(l.spec.Resources), i, i+1)
	if i := lastIndex(l.parts, func(p part) bool { return p.file == name }); i >= 0 {
		l.parts = slices.Delete(l.parts, i, i+1)
	}
	return w.again(l)
}

// dropBase takes out a base or component whose objects are there already.
func (w *walk) dropBase(l, base *layer, message string) bool {
	if l == base {
		return false
	}
	list := &l.spec.Components
	i := lastIndex(*list, w.standsFor(l, base.dir))
	if i < 0 {
		list = &l.spec.Resources
		i = lastIndex(*list, w.standsFor(l, base.dir))
	}
	if i < 0 {
		return false
	}
	if id := mergedTwice.FindStringSubmatch(message); id != nil {
		message = twice(id[1])
	}
	w.lose(render.ReasonRender, message, w.locateLast(l, *list, i))
	*list = slices.Delete(slices.Clone(*list), i, i+1)
	if i := lastIndex(l.parts, func(p part) bool { return p.layer == base }); i >= 0 {
		l.parts = slices.Delete(l.parts, i, i+1)
	}
	return w.again(l)
}

// locateLast gives the place of the entry with index i of a list of the layer:
// it may be there several times.
func (w *walk) locateLast(l *layer, entries []string, i int) manifest.Location {
	n := 0
	for _, entry := range entries[:i+1] {
		if entry == entries[i] {
			n++
		}
	}
	return w.r.locateNth(l.file, entries[i], n, "resources", "bases", "components")
}

// standsFor tells of an entry of the layer whether it is the file or directory
// of this name.
func (w *walk) standsFor(l *layer, name string) func(entry string) bool {
	return func(entry string) bool { return place(w.r, l, entry).Name == name }
}

// lastIndex gives the index of the last item that fits, or -1.
func lastIndex[T any](items []T, fits func(T) bool) int {
	for i, item := range slices.Backward(items) {
		if fits(item) {
			return i
		}
	}
	return -1
}

// twice says that the object with this kustomize id is in a unit twice.
func twice(id string) string {
	kind, name := splitID(id)
	return fmt.Sprintf("%s %s is there twice", kind, name)
}

// dropChart takes out a chart whose objects kustomize does not accept.
func (w *walk) dropChart(l *layer, cause string) bool {
	found := fromFile.FindStringSubmatch(cause)
	if l == nil || found == nil {
		return false
	}
	for i := range l.charts {
		if c := &l.charts[i]; c.file != "" && path.Base(c.file) == found[1] {
			message := spaces.ReplaceAllString(found[2], " ")
			if id := mergedTwice.FindStringSubmatch(message); id != nil {
				message = twice(id[1])
			}
			w.lose(render.ReasonRender, message, c.at)
			c.file = ""
			w.putCharts(l)
			return true
		}
	}
	return false
}

// dropPatches takes out the patches that name an object which is not there.
func (w *walk) dropPatches(l *layer, cause string) bool {
	var kept []types.Patch
	for _, patch := range l.spec.Patches {
		if id, at := w.targetOf(l, patch, cause); id != "" {
			kind, name := splitID(id)
			w.lack(fmt.Sprintf("there is no %s %q to patch", kind, name), at)
		} else {
			kept = append(kept, patch)
		}
	}
	if len(kept) == len(l.spec.Patches) {
		return false
	}
	l.spec.Patches = kept
	return w.again(l)
}

// targetOf gives the kustomize id of the object that the error is about, where
// the patch names it, and the place where it does so.
func (w *walk) targetOf(l *layer, patch types.Patch, cause string) (id string, at manifest.Location) {
	text, file := patch.Patch, ""
	if patch.Path != "" {
		file = place(w.r, l, patch.Path).Name
		data, err := w.r.cache.ReadFile(file)
		if err != nil {
			return "", at
		}
		text = string(data)
	}
	objects, err := w.r.decodeObjects([]byte(text))
	if err != nil {
		return "", at
	}
	for _, object := range objects {
		var id string
		schema.Use(func() { id = object.OrgId().String() })
		if !strings.Contains(cause, id) {
			continue
		}
		at = w.r.locate(l.file, patch.Path+patch.Patch, "patches", "patchesStrategicMerge", "patchesJson6902")
		if file != "" {
			at = w.r.documentOf(file, id, at)
		}
		return id, at
	}
	return "", at
}

// dropReplacements takes out the replacements of a layer, one of which needs
// what is not there: errors do not tell which.
func (w *walk) dropReplacements(l *layer, message string) bool {
	if len(l.spec.Replacements) == 0 {
		return false
	}
	w.lack(message, w.r.locateField(l.file, "replacements"))
	l.spec.Replacements = nil
	return w.again(l)
}

// dropVariable takes out the variable of this name, wherever it is declared.
func (w *walk) dropVariable(name string) bool {
	isIt := func(v types.Var) bool { return v.Name == name }
	dropped := false
	for _, l := range w.layers {
		if l != nil && slices.ContainsFunc(l.spec.Vars, isIt) {
			w.lack(fmt.Sprintf("there is no object for variable %q", name), w.r.locate(l.file, name, "vars"))
			l.spec.Vars = slices.DeleteFunc(slices.Clone(l.spec.Vars), isIt)
			dropped = w.again(l)
		}
	}
	return dropped
}

// createInstead lets generators create what they would have merged into an
// object that is not there.
func (w *walk) createInstead(l *layer, cause string) bool {
	changed := false
	create := func(args *types.GeneratorArgs, field string) {
		if args.Behavior != "" && strings.Contains(cause, fmt.Sprintf("Name:%q", args.Name)) {
			w.lack(fmt.Sprintf("there is no %q to %s with", args.Name, args.Behavior), w.r.locate(l.file, args.Name, field))
			args.Behavior = ""
			changed = true
		}
	}
	for i := range l.spec.ConfigMapGenerator {
		create(&l.spec.ConfigMapGenerator[i].GeneratorArgs, "configMapGenerator")
	}
	for i := range l.spec.SecretGenerator {
		create(&l.spec.SecretGenerator[i].GeneratorArgs, "secretGenerator")
	}
	return changed && w.again(l)
}
