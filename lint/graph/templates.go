package graph

import "github.com/kubegap/kubegap-lint/render/manifest"

// templatePath gives the path to an object's own pod template, and whether it
// has one.
func templatePath(o *Object) (manifest.Path, bool) {
	var path manifest.Path
	switch o.KindKey() {
	case "Pod":
		return nil, true
	case "apps/DaemonSet", "apps/Deployment", "apps/ReplicaSet", "apps/StatefulSet", "argoproj.io/Rollout", "batch/Job", "serving.knative.dev/Service":
		path = fieldPath("spec", "template")
	case "batch/CronJob":
		path = fieldPath("spec", "jobTemplate", "spec", "template")
	}
	_, found := at(o.Manifest.Body, path).(map[string]any)
	return path, found && path != nil
}

// at gives the value that a path of keys leads to, or nil.
func at(body map[string]any, path manifest.Path) any {
	var value any = body
	for _, step := range path {
		value = mapping(value)[step.Key()]
	}
	return value
}

// PodSpec gives the spec of the pods that an object makes; nil for one that makes none.
func (g *Graph) PodSpec(i int) map[string]any {
	t := g.Objects[i].Template
	if t == nil {
		return nil
	}
	return mapping(mapping(at(g.Objects[t.Object].Manifest.Body, t.Path))["spec"])
}

// podLabels gives the labels that the pods of a workload carry.
func (b *builder) podLabels(i int) map[string]any {
	t := b.graph.Objects[i].Template
	template := at(b.graph.Objects[t.Object].Manifest.Body, t.Path)
	return mapping(mapping(mapping(template)["metadata"])["labels"])
}

// setTemplates finds the effective pod templates of an environment, whose
// references by name are joined already.
func (b *builder) setTemplates(e int) {
	for _, i := range b.graph.Environments[e].Objects {
		o := &b.graph.Objects[i]
		if path, ok := templatePath(o); ok {
			o.Template = &Template{Object: i, Path: path}
			continue
		}
		for _, link := range o.Links {
			if link.Relation != TemplateOf {
				continue
			}
			if path, ok := templatePath(&b.graph.Objects[link.Object]); ok {
				o.Template = &Template{Object: link.Object, Path: path}
			}
		}
	}
	for _, i := range b.graph.Environments[e].Objects {
		if b.graph.Objects[i].Template != nil {
			b.labels[i] = labelsOf(any(b.podLabels(i)))
		}
	}
}
