package kustomize

import (
	"path"
	"strings"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/types"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// kustomization is the kustomization of one directory, decoded once for all
// units. It is never changed.
type kustomization struct {
	dir  string
	file string // "" where the directory has none
	data []byte
	// spec is the file's content with old fields moved as kustomize does it. An
	// item that cannot be decoded is empty.
	spec types.Kustomization
	// left is spec without these items.
	left types.Kustomization
	// mistakes tell what cannot be decoded.
	mistakes []fault
	// deprecated tells that krusty would print a warning about data.
	deprecated bool
	// fault tells why the file cannot be used; nil where it can.
	fault *fault
}

// fault is a problem that is told once, by the unit that comes across it.
type fault struct {
	reason  render.Reason
	message string
	at      manifest.Location
}

// kustomization decodes the kustomization of the directory dir.
func (r *Renderer) kustomization(dir string) *kustomization {
	if known, ok := r.decoded.Load(dir); ok {
		return known.(*kustomization)
	}
	k := &kustomization{dir: dir}
	k.fault = r.decode(k)
	known, _ := r.decoded.LoadOrStore(dir, k)
	return known.(*kustomization)
}

func (r *Renderer) decode(k *kustomization) *fault {
	var found []string
	for _, base := range konfig.RecognizedKustomizationFileNames() {
		if name := path.Join(k.dir, base); r.cache.Place(name).IsFile() {
			found = append(found, name)
		}
	}
	switch len(found) {
	case 0:
		return &fault{reason: render.ReasonUnreadable, message: "the directory has no kustomization file"}
	case 1:
		k.file = found[0]
	default:
		return &fault{render.ReasonRender, "the directory has more than one kustomization file",
			manifest.Location{File: found[1]}}
	}
	at := manifest.Location{File: k.file}
	var err error
	if k.data, err = r.cache.ReadFile(k.file); err != nil {
		return &fault{render.ReasonUnreadable, err.Error(), at}
	}
	if err := k.spec.Unmarshal(k.data); err == nil {
		k.left = k.spec
	} else if fault := r.salvage(k, err); fault != nil {
		return fault
	}
	k.deprecated = len(*k.spec.CheckDeprecatedFields()) > 0
	k.spec.FixKustomization()
	k.left.FixKustomization()
	if len(k.mistakes) == 0 && k.spec.CheckEmpty() != nil {
		return &fault{render.ReasonEmpty, "the kustomization is empty", at}
	}
	if wrong := k.spec.EnforceFields(); len(wrong) > 0 {
		return &fault{render.ReasonRender, strings.Join(wrong, ", "), r.locateField(k.file, "kind", "apiVersion")}
	}
	return nil
}

// salvage takes what can be decoded of a kustomization that kustomize refuses
// with err. Where that is nothing, it tells why.
func (r *Renderer) salvage(k *kustomization, err error) *fault {
	if issue := r.syntaxError(k.file); issue != nil {
		return &fault{render.ReasonInvalidYAML, issue.Message, issue.Location}
	}
	found, beyond := decodeTolerantly(k.data)
	for _, m := range found.mistakes {
		k.mistakes = append(k.mistakes, fault{render.ReasonRender, m.message, r.locatePath(k.file, m.path)})
	}
	if beyond == nil {
		k.spec, k.left = found.all, found.left
		return nil
	}
	if len(k.mistakes) > 0 {
		return &fault{render.ReasonRender, beyond.Error(), k.mistakes[0].at}
	}
	text := strings.TrimPrefix(err.Error(), "invalid Kustomization: ")
	if strings.Contains(text, "into Go value of type") {
		text = "the file holds no mapping"
	}
	return &fault{render.ReasonInvalidYAML, text, manifest.Location{File: k.file}}
}
