package schema

// Application is the type of an Application, but for its sources: they are only
// mappings here. See
// https://github.com/argoproj/argo-cd/blob/master/pkg/apis/application/v1alpha1/types.go
func Application() Type { return mapping(map[string]Type{"spec": spec(mapping(nil))}) }

func spec(source Type) Type {
	return mapping(map[string]Type{
		"project":        text(),
		"destination":    mapping(fieldsOf(text(), "server", "name", "namespace")),
		"source":         source,
		"sources":        list(source),
		"sourceHydrator": mapping(map[string]Type{"drySource": source}),
	})
}

// Source is the type of a source of an Application.
func Source() Type {
	return mapping(with(fieldsOf(text(), "repoURL", "path", "targetRevision", "chart", "ref", "name"), map[string]Type{
		"helm":      helm(),
		"kustomize": kustomize(),
		"directory": directory(),
		"plugin":    mapping(nil),
	}))
}

func helm() Type {
	fields := fieldsOf(text(), "releaseName", "values", "version", "namespace", "kubeVersion")
	with(fields, fieldsOf(flag(), "passCredentials", "ignoreMissingValueFiles", "skipCrds", "skipTests", "skipSchemaValidation"))
	with(fields, fieldsOf(list(text()), "valueFiles", "apiVersions"))
	return mapping(with(fields, map[string]Type{
		"valuesObject":   mapping(nil),
		"parameters":     list(mapping(map[string]Type{"name": text(), "value": text(), "forceString": flag()})),
		"fileParameters": list(mapping(fieldsOf(text(), "name", "path"))),
	}))
}

func kustomize() Type {
	fields := fieldsOf(text(), "namePrefix", "nameSuffix", "namespace", "version", "kubeVersion")
	with(fields, fieldsOf(list(text()), "images", "components", "apiVersions"))
	with(fields, fieldsOf(entries(text()), "commonLabels", "commonAnnotations"))
	with(fields, fieldsOf(flag(), "forceCommonLabels", "forceCommonAnnotations", "commonAnnotationsEnvsubst",
		"labelWithoutSelector", "labelIncludeTemplates", "ignoreMissingComponents"))
	selector := fieldsOf(text(), "group", "version", "kind", "name", "namespace", "annotationSelector", "labelSelector")
	return mapping(with(fields, map[string]Type{
		"replicas": list(mapping(map[string]Type{"name": text(), "count": numberOrText()})),
		"patches": list(mapping(map[string]Type{
			"path": text(), "patch": text(), "target": mapping(selector), "options": entries(flag()),
		})),
	}))
}

func directory() Type {
	variables := list(mapping(map[string]Type{"name": text(), "value": text(), "code": flag()}))
	return mapping(map[string]Type{
		"recurse": flag(),
		"include": text(),
		"exclude": text(),
		"jsonnet": mapping(map[string]Type{"extVars": variables, "tlas": variables, "libs": list(text())}),
	})
}
