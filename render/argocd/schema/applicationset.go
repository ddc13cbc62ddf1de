package schema

// ApplicationSet is the type of an ApplicationSet. What matrix and merge
// generators hold has no type in the API, but the controller decodes it as
// generators. See
// https://github.com/argoproj/argo-cd/blob/master/pkg/apis/application/v1alpha1/applicationset_types.go
func ApplicationSet() Type {
	return mapping(map[string]Type{"spec": mapping(map[string]Type{
		"goTemplate":           flag(),
		"goTemplateOptions":    list(text()),
		"applyNestedSelectors": flag(),
		"templatePatch":        text(),
		"template":             template(),
		"generators":           generators(),
	})})
}

func template() Type {
	return mapping(map[string]Type{
		"metadata": mapping(map[string]Type{
			"name": text(), "namespace": text(),
			"labels": entries(text()), "annotations": entries(text()), "finalizers": list(text()),
		}),
		"spec": spec(Source()),
	})
}

func generators() Type {
	return Type{name: "a list", is: is[[]any], each: generator}
}

func generator() Type {
	paths := list(mapping(map[string]Type{"path": text(), "exclude": flag()}))
	kind := func(fields map[string]Type) Type {
		return mapping(with(fields, map[string]Type{"template": template(), "values": entries(text())}))
	}
	fields := fieldsOf(kind(map[string]Type{}), "scmProvider", "clusterDecisionResource", "pullRequest", "plugin")
	return mapping(with(fields, map[string]Type{
		"selector": selector(),
		"list":     kind(map[string]Type{"elements": list(Type{}), "elementsYaml": text()}),
		"clusters": kind(map[string]Type{"selector": selector(), "flatList": flag()}),
		"git": kind(with(fieldsOf(text(), "repoURL", "revision", "pathParamPrefix"), map[string]Type{
			"directories": paths, "files": paths,
		})),
		"matrix": kind(map[string]Type{"generators": generators()}),
		"merge":  kind(map[string]Type{"generators": generators(), "mergeKeys": list(text())}),
	}))
}

// selector is a label selector.
func selector() Type {
	return mapping(map[string]Type{
		"matchLabels": entries(text()),
		"matchExpressions": list(mapping(map[string]Type{
			"key": text(), "operator": text(), "values": list(text()),
		})),
	})
}
