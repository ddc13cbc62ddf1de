package kustomize

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

var (
	fromFile    = regexp.MustCompile(`(?s)(?:accumulating|merging) resources from '([^']*)': (.*?)(?:': must build at directory.*|': new root.*)?$`)
	mergedTwice = regexp.MustCompile(`may not add resource with an already registered id: (\S+)`)
	noTarget    = regexp.MustCompile(`no matches for (?:Id|Current)|failed to find unique target`)
	noSource    = regexp.MustCompile(`nothing selected by|is missing for replacement source|unable to find (?:or create )?field`)
	noVariable  = regexp.MustCompile(`var '\{(\S+) [^']*' cannot be mapped`)
	noMerge     = regexp.MustCompile(`does not exist; cannot merge or replace`)
)

// remedy lists an error of kustomize and takes what caused it out of the unit.
// It tells whether that succeeded, so that building again makes sense.
func (w *walk) remedy(top *layer, err error) bool {
	dirs, cause := trace(err, w.r.cache.Tree().Dir())
	l := w.last(top, dirs)
	message := w.brief(err)
	again := false
	switch {
	case len(dirs) > 0 && path.Base(dirs[len(dirs)-1]) == inflated:
		again = w.dropChart(w.layers[path.Dir(dirs[len(dirs)-1])], cause)
	case fromFile.MatchString(cause):
		again = w.dropResource(l, cause)
	case strings.Contains(err.Error(), "recursed merging from path"):
		again = w.dropBase(w.last(top, dirs[:max(0, len(dirs)-1)]), l, message)
	case noTarget.MatchString(cause):
		again = w.dropPatches(l, cause)
	case noSource.MatchString(cause):
		again = w.dropReplacements(l, message)
	case noVariable.MatchString(cause):
		again = w.dropVariable(noVariable.FindStringSubmatch(cause)[1])
	case noMerge.MatchString(cause):
		again = w.createInstead(l, cause)
	}
	again = again || w.dropCulprit(top, l, message)
	if !again {
		w.lose(render.ReasonRender, plainly(message), w.mentioned(l, cause))
	}
	return again
}

// last gives the layer of the last of dirs that has one.
func (w *walk) last(top *layer, dirs []string) *layer {
	for _, dir := range slices.Backward(dirs) {
		if l := w.layers[dir]; l != nil {
			return l
		}
	}
	return top
}

// lack lists something that was taken out because kustomize stops at it. In a
// partial unit that is what is to be expected, elsewhere a failure.
func (w *walk) lack(message string, at manifest.Location) {
	if w.unit.Partial {
		w.skip(render.ReasonPartial, message, at)
		return
	}
	w.lose(render.ReasonRender, message, at)
}

// quotedName is how errors mention things.
var quotedName = regexp.MustCompile("'([^']+)'|\"([^\"]+)\"|`([^`]+)`")

// mentioned gives the place in the layer's kustomization of something that an
// error names, and failing that, the file.
func (w *walk) mentioned(l *layer, cause string) manifest.Location {
	for _, found := range quotedName.FindAllStringSubmatch(cause, -1) {
		for _, doc := range w.r.documents(l.file) {
			if path, ok := search(doc.Body, found[1]+found[2]+found[3], nil); ok {
				at := doc.Locate(path)
				at.Precision = manifest.PrecisionNearby
				return at
			}
		}
	}
	return manifest.Location{File: l.file}
}
