package kustomize

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// maxLayers bounds how many kustomizations one unit may be made of, each
// counted as often as kustomize would build it.
const maxLayers = 5_000

// walk decodes what one unit is made of and lays what is left of it over the
// tree.
type walk struct {
	ctx context.Context
	r   *Renderer
	// request is what a controller asks for; nil for a target.
	request *Request
	unit    render.Unit
	files   *fsys.Overlay
	layers  map[string]*layer // by directory
	// beside are the files that something else than resources names.
	beside map[string]bool
	// tooLarge tells that kustomize would not come to an end in time.
	tooLarge bool
	// trials counts the builds that were made to find out what is wrong.
	trials int
	// open are the directories that lead to the one being visited.
	open []string
}

// layer is one kustomization as the unit uses it.
type layer struct {
	*kustomization
	// spec is what is left of the kustomization.
	spec types.Kustomization
	// changed tells that spec differs from what the file says.
	changed bool
	// inline are the entries of patchesStrategicMerge that are patches
	// themselves.
	inline map[types.PatchStrategicMerge]bool
	// namespace is what charts without a namespace of their own get from the
	// kustomizations above.
	namespace string
	// takesNamespace tells that this matters.
	takesNamespace bool
	// parts are the resources in order, and behind them the components.
	parts []part
	// charts are the local charts that the kustomization names.
	charts []chart
	// size is the number of kustomizations that the layer stands for.
	size int
	// above gives the settings that a controller adds to those of the layer; nil
	// where none does.
	above func() []setting
}

// part is a resource file, or the layer of a base or a component.
type part struct {
	file  string
	layer *layer
}

func (p part) isComponent() bool { return p.layer != nil && p.layer.spec.Kind == types.ComponentKind }

// visit gives the layer of a directory. Where kustomize would refuse it, it
// tells why, at the place from in case there is no better one, and gives nil.
func (w *walk) visit(dir, namespace string, from func() manifest.Location) *layer {
	for _, open := range w.open {
		if open == dir || dir == "." || strings.HasPrefix(open, dir+"/") {
			w.lose(render.ReasonRender, fmt.Sprintf("%s is used within itself", dir), from())
			return nil
		}
	}
	if w.tooLarge {
		return nil
	}
	if known, ok := w.layers[dir]; ok {
		w.checkNamespace(known, namespace, from)
		return known
	}
	l := w.enter(dir, namespace, from)
	w.layers[dir] = l
	if l == nil {
		return nil
	}
	w.open = append(w.open, dir)
	w.filter(l)
	w.open = w.open[:len(w.open)-1]
	if l.size = l.count(); l.size > maxLayers && !w.tooLarge {
		w.lose(render.ReasonTooLarge, fmt.Sprintf("%s stands for more than %d kustomizations", dir, maxLayers), from())
		w.layers[dir], w.tooLarge = nil, true
		return nil
	}
	w.put(l)
	return l
}

// enter gives the layer of a directory as its kustomization has it, or nil.
func (w *walk) enter(dir, namespace string, from func() manifest.Location) *layer {
	k := w.r.kustomization(dir)
	top := w.request != nil && len(w.open) == 0
	if top {
		k = w.request.edited(k)
	}
	if isMade := top && w.request.New; k.file != "" && !isMade {
		w.files.Note(k.file)
	}
	if k.fault != nil {
		at := k.fault.at
		if at.File == "" {
			at = from()
		}
		w.lose(k.fault.reason, k.fault.message, at)
		return nil
	}
	for _, m := range k.mistakes {
		w.lose(m.reason, m.message, m.at)
	}
	l := &layer{
		kustomization: k,
		spec:          k.left,
		changed:       len(k.mistakes) > 0 || top,
		inline:        map[types.PatchStrategicMerge]bool{},
		namespace:     namespace,
	}
	if top {
		l.above = func() []setting { return w.request.settings(w.r, l) }
	}
	return l
}

// count tells how many kustomizations kustomize builds for the layer.
func (l *layer) count() int {
	size := 1
	for _, p := range l.parts {
		if p.layer != nil {
			size += p.layer.size
		}
	}
	return size
}

// filter takes out of the layer what must not or cannot be rendered.
func (w *walk) filter(l *layer) {
	s := &l.spec
	below := l.namespace
	if s.Namespace != "" {
		below = s.Namespace
	}
	s.Resources = w.entries(l, s.Resources, func(entry string) (string, bool) {
		return w.resource(l, entry, below)
	})
	w.filterFiles(l)
	w.filterPlugins(l, below)
	s.Components = w.entries(l, s.Components, func(entry string) (string, bool) {
		return w.component(l, entry, below)
	})
	w.given(l)
	w.inflate(l, below)
	l.takesNamespace = l.dependsOnNamespace()
	modernise(l)
}

// entries keeps the entries that keep accepts, in the form it gives them.
func (w *walk) entries(l *layer, entries []string, keep func(string) (string, bool)) []string {
	var kept []string
	for _, entry := range entries {
		checked, ok := keep(entry)
		if ok {
			kept = append(kept, checked)
		}
		l.changed = l.changed || !ok || checked != entry
	}
	return kept
}

// put lays the layer's kustomization over the tree: the bytes that were
// checked, or what is left of them.
func (w *walk) put(l *layer) {
	if !l.changed && !l.deprecated {
		w.files.Put(l.file, l.data)
		return
	}
	if l.spec.MetaData == nil {
		// With its last entry gone kustomize would refuse the file as empty.
		l.spec.MetaData = &types.ObjectMeta{}
	}
	// What was decoded from JSON can be encoded as JSON, which is YAML.
	data, err := json.Marshal(l.spec)
	if err != nil {
		w.lose(render.ReasonRender, err.Error(), manifest.Location{File: l.file})
	}
	w.files.Put(l.file, data)
}

// checkNamespace tells when a base with charts is used for two namespaces:
// there is one rendered text for it, as there is one file on disk.
func (w *walk) checkNamespace(l *layer, namespace string, from func() manifest.Location) {
	if l == nil || l.namespace == namespace || !l.takesNamespace {
		return
	}
	w.skip(render.ReasonPartial, fmt.Sprintf("charts of %s are rendered for namespace %q only", l.dir, l.namespace), from())
}

// dependsOnNamespace tells whether a chart of the layer, or of one below it, gets
// its namespace from the kustomizations above.
func (l *layer) dependsOnNamespace() bool {
	if l.spec.Namespace != "" {
		return false
	}
	return slices.ContainsFunc(l.charts, func(c chart) bool { return c.inherits }) ||
		slices.ContainsFunc(l.parts, func(p part) bool { return p.layer != nil && p.layer.takesNamespace })
}

// missing lists an entry that stands for nothing.
func (w *walk) missing(entry string, err error, at manifest.Location) {
	switch {
	case errors.Is(err, fsys.ErrOutside):
		w.skip(render.ReasonOutside, fmt.Sprintf("%q %v", entry, err), at)
	case errors.Is(err, fs.ErrNotExist) && looksRemote(entry):
		w.lose(render.ReasonUnreadable,
			fmt.Sprintf("%q does not exist, and kustomize takes it for a file; an address needs https:// or ssh://", entry), at)
	case errors.Is(err, fs.ErrNotExist):
		w.lose(render.ReasonUnreadable, fmt.Sprintf("%q does not exist", entry), at)
	default:
		w.lose(render.ReasonUnreadable, fmt.Sprintf("%q cannot be read: %v", entry, err), at)
	}
}

// brief gives the cause of an error of kustomize.
func (w *walk) brief(err error) string { return brief(err, w.r.cache.Tree().Dir()) }

// fail lists what should have rendered and did not.
func (w *walk) fail(reason render.Reason, message string, at manifest.Location) {
	w.unit.Failures = append(w.unit.Failures, render.Problem{Reason: reason, Message: message, Location: at})
}

// lose lists something without which the unit is incomplete. An empty
// kustomization is no failure of ours.
func (w *walk) lose(reason render.Reason, message string, at manifest.Location) {
	w.unit.Partial = true
	if reason == render.ReasonEmpty {
		w.skip(reason, message, at)
		return
	}
	w.fail(reason, message, at)
}

// skip lists something that is left out on purpose.
func (w *walk) skip(reason render.Reason, message string, at manifest.Location) {
	w.unit.Partial = true
	w.unit.Skipped = append(w.unit.Skipped, render.Problem{Reason: reason, Message: message, Location: at})
}
