package kustomize

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// image is an entry of images.
type image struct {
	node
	// pattern matches the references that the entry is for; nil where kustomize
	// would take it for none.
	pattern *regexp.Regexp
	newName, newTag,
	digest, suffix string
	// whole tells that all of it stands in one text, which node is.
	whole  bool
	fields []fieldSpec
}

// newImage reads an entry. See
// https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.2/api/internal/image/image.go
func newImage(entry node, fields []fieldSpec) *image {
	if text := entry.text(); text != "" {
		return newImageText(entry, text)
	}
	pattern, _ := regexp.Compile("^" + entry.field("name").text() + `(:[\w.{}-]*)?(@[A-Za-z0-9]+([.+_-][A-Za-z0-9]+)*:[\w.{}-]*)?$`)
	return &image{
		node:    entry,
		pattern: pattern,
		newName: entry.field("newName").text(),
		newTag:  entry.field("newTag").text(),
		digest:  entry.field("digest").text(),
		suffix:  entry.field("tagSuffix").text(),
		fields:  fields,
	}
}

// newImageText reads an entry in the form that Argo CD has, which is that of
// `kustomize edit set image`: OLD=NEW:TAG@DIGEST, where OLD may be left out.
func newImageText(entry node, text string) *image {
	name, changed, renamed := strings.Cut(text, "=")
	if !renamed {
		changed = name
	}
	newName, newTag, digest := splitImage(changed)
	if !renamed {
		name, newName = newName, ""
	}
	i := newImage(node{in: entry.in, path: entry.path, value: map[string]any{"name": name}}, nil)
	i.newName, i.newTag, i.digest, i.whole = newName, newTag, digest, true
	return i
}

func (i *image) reaches(*origin) bool { return true }

func (i *image) set(f *field, under any) (step, bool) {
	text, isText := under.(string)
	if !isText || i.pattern == nil || !i.covers(f) || !i.pattern.MatchString(text) {
		return step{}, false
	}
	if i.whole {
		return stepAt("images", i.replace(text), i.node)
	}
	for _, name := range []string{"digest", "newTag", "tagSuffix", "newName"} {
		if at := i.field(name); at.text() != "" {
			return stepAt("images", i.replace(text), at)
		}
	}
	return step{}, false
}

// covers tells whether a field is one of an image. See legacy.go and
// https://github.com/kubernetes-sigs/kustomize/tree/api/v0.21.2/api/filters/imagetag
func (i *image) covers(f *field) bool {
	if n := len(f.path); n > 2 && f.path[n-1] == manifest.Key("image") && f.path[n-2].IsIndex() {
		if list := f.path[n-3].Key(); list == "containers" || list == "initContainers" {
			return true
		}
	}
	return strings.HasSuffix(f.keys(), "volumes/image/reference") || covers(i.fields, f) || f.loose
}

// replace gives what the entry makes of a reference.
func (i *image) replace(reference string) string {
	name, tag, digest := splitImage(reference)
	switch {
	case i.newTag != "" || i.digest != "":
		tag, digest = i.newTag, i.digest
	case i.suffix != "":
		tag, digest = tag+i.suffix, ""
	}
	name = cmp.Or(i.newName, name)
	if tag != "" {
		name += ":" + tag
	}
	if digest != "" {
		name += "@" + digest
	}
	return name
}

// splitImage takes a reference apart. The host may have a port.
func splitImage(reference string) (name, tag, digest string) {
	name, digest, _ = strings.Cut(reference, "@")
	host := max(0, strings.Index(name, "/"))
	if colon := strings.Index(name[host:], ":"); colon >= 0 {
		name, tag = name[:host+colon], name[host+colon+1:]
	}
	return name, tag, digest
}

// replicas is an entry of replicas.
type replicas struct {
	node
	name   string
	fields []fieldSpec
}

// scaled are the kinds whose replicas an entry sets.
var scaled = []string{"Deployment", "ReplicationController", "ReplicaSet", "StatefulSet"}

func newReplicas(entry node, fields []fieldSpec) *replicas {
	return &replicas{node: entry, name: entry.field("name").text(), fields: fields}
}

func (r *replicas) reaches(o *origin) bool {
	return slices.ContainsFunc(o.identities, func(id identity) bool { return id.name == r.name })
}

func (r *replicas) set(f *field, _ any) (step, bool) {
	count := r.field("count")
	if f.value == (missing{}) || !count.exists() || !r.covers(f) {
		return step{}, false
	}
	return stepAt("replicas", count.value, count)
}

func (r *replicas) covers(f *field) bool {
	return f.keys() == "spec/replicas" && slices.Contains(scaled, f.kind()) ||
		covers(r.fields, f) || f.loose && f.name() == "replicas"
}
