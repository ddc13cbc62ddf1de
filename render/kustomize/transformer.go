package kustomize

// transformer reads the configuration of an explicit builtin transformer. One that
// sets no fields of objects gives no settings.
func (d *reader) transformer(config node) []setting {
	if config.field("apiVersion").text() != "builtin" {
		return nil
	}
	fields := fieldSpecs(config.field("fieldSpecs"))
	switch kind := config.field("kind").text(); kind {
	case "PatchTransformer":
		return d.patch(config, config.field("patch"))
	case "PatchJson6902Transformer":
		return d.patch(config, config.field("jsonOp"))
	case "PatchStrategicMergeTransformer":
		return d.mergePatches(append(config.field("paths").items(), config.field("patches")))
	case "ReplacementTransformer":
		return d.replacements(config.field("replacements"))
	case "LabelTransformer":
		return []setting{&labelPairs{node: config.field("labels"), who: "a transformer", mapping: "labels", fields: fields}}
	case "AnnotationsTransformer":
		return []setting{&labelPairs{node: config.field("annotations"), who: "a transformer", mapping: "annotations", fields: fields}}
	case "ImageTagTransformer":
		return []setting{newImage(config.field("imageTag"), fields)}
	case "ReplicaCountTransformer":
		return []setting{newReplicas(config.field("replica"), fields)}
	default:
		return nameTransformer(kind, config, fields)
	}
}

// nameTransformer does transformer for those that change names and namespaces.
func nameTransformer(kind string, config node, fields []fieldSpec) []setting {
	const who = "a transformer"
	switch kind {
	case "NamespaceTransformer":
		return []setting{&namespace{
			node:      config.field("metadata", "namespace"),
			who:       who,
			unsetOnly: config.field("unsetOnly").isTrue(),
			subjects:  config.field("setRoleBindingSubjects").text(),
			fields:    fields,
		}}
	case "PrefixTransformer":
		at := config.field("prefix")
		return []setting{&affix{node: at, who: who, prefix: at.text(), fields: fields}}
	case "SuffixTransformer":
		at := config.field("suffix")
		return []setting{&affix{node: at, who: who, suffix: at.text(), fields: fields}}
	}
	return nil
}
