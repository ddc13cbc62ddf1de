package kustomize

import (
	"slices"
	"strings"
)

// labelPairs sets labels or annotations.
type labelPairs struct {
	// node is the mapping with the pairs.
	node
	who string
	// mapping is labels or annotations.
	mapping string
	// objects tells that objects themselves get the pairs, templates that those
	// which they make do, claims the same of volumeClaimTemplates, and selectors
	// that what selects them must ask for the pairs.
	objects, templates, claims, selectors bool
	fields                                []fieldSpec
}

// labels gives the settings of a layer that add labels and annotations.
func (d *reader) labels() []setting {
	var all []setting
	for _, entry := range d.root.field("labels").items() {
		selectors := entry.field("includeSelectors").isTrue()
		all = append(all, &labelPairs{
			node: entry.field("pairs"), who: "labels", mapping: "labels",
			objects:   true,
			templates: selectors || entry.field("includeTemplates").isTrue(),
			claims:    selectors || entry.field("includeVolumeClaimTemplates").isTrue(),
			selectors: selectors,
			fields:    fieldSpecs(entry.field("fields")),
		})
	}
	if n := d.root.field("commonLabels"); n.exists() {
		all = append(all, &labelPairs{node: n, who: "commonLabels", mapping: "labels",
			objects: true, templates: true, claims: true, selectors: true})
	}
	if n := d.root.field("commonAnnotations"); n.exists() {
		all = append(all, &labelPairs{node: n, who: "commonAnnotations", mapping: "annotations",
			objects: true, templates: true})
	}
	return all
}

func (p *labelPairs) reaches(o *origin) bool {
	if p.objects || slices.ContainsFunc(p.fields, func(s fieldSpec) bool {
		return s.path == "metadata/"+p.mapping && s.selects(o.last().group, o.last().kind)
	}) {
		o.describe(p.mapping, p.value)
	}
	return true
}

func (p *labelPairs) set(f *field, under any) (step, bool) {
	if len(f.path) < 2 || f.value == (missing{}) {
		return step{}, false
	}
	if _, isMap := f.value.(map[string]any); isMap && under == (missing{}) && p.covers(f, f.keys()) {
		return stepAt(p.who, f.value, p.node)
	}
	last := len(f.path) - 1
	pair := p.key(f.path[last].Key())
	if !pair.exists() || f.path[last].IsIndex() || !p.covers(f, keysOf(f.path[:last])) && !f.loose {
		return step{}, false
	}
	return stepAt(p.who, pair.value, pair)
}

// workloads are the kinds whose pod templates get labels and annotations, and
// selecting those whose selectors get labels. See commonlabels.go in
// https://github.com/kubernetes-sigs/kustomize/tree/api/v0.21.2/api/internal/konfig/builtinpluginconsts
var (
	workloads = []string{"ReplicationController", "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "Job", "CronJob"}
	selecting = append([]string{"Service", "PodDisruptionBudget", "NetworkPolicy"}, workloads...)
)

// covers tells whether the mapping that keys lead to gets the pairs.
func (p *labelPairs) covers(f *field, keys string) bool {
	parent := keys[strings.LastIndex(keys, "/")+1:]
	switch {
	case coversKeys(p.fields, f, keys):
		return true
	case keys == "metadata/"+p.mapping:
		return p.objects
	case keys == "spec/volumeClaimTemplates/metadata/"+p.mapping:
		return p.claims && p.mapping == "labels"
	case strings.HasSuffix(strings.ToLower(keys), "template/metadata/"+p.mapping):
		return p.templates && slices.Contains(workloads, f.kind())
	case parent == "matchLabels" || keys == "spec/selector":
		return p.selectors && slices.Contains(selecting, f.kind())
	}
	return false
}

// metadata gives the settings for what kustomize itself writes into objects.
func (d *reader) metadata() []setting {
	var all []setting
	for _, entry := range d.root.field("buildMetadata").items() {
		all = append(all, &buildMetadata{entry})
	}
	return all
}

// buildMetadata is an entry of the field of this name.
type buildMetadata struct{ node }

// target gives the field that the entry stands for. See
// https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/buildmetadata/
func (b *buildMetadata) target() string {
	switch b.text() {
	case "managedByLabel":
		return `metadata/labels/app.kubernetes.io\/managed-by`
	case "originAnnotations":
		return `metadata/annotations/config.kubernetes.io\/origin`
	case "transformerAnnotations":
		return `metadata/annotations/alpha.config.kubernetes.io\/transformations`
	}
	return ""
}

func (b *buildMetadata) reaches(*origin) bool { return true }

func (b *buildMetadata) set(f *field, _ any) (step, bool) {
	if f.value == (missing{}) || f.keys() != b.target() || len(f.path) == 0 {
		return step{}, false
	}
	return stepAt("buildMetadata", unknown{}, b.node)
}
