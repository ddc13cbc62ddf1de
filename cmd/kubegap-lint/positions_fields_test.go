package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// field is a field of an object whose place a test asks for.
type field struct {
	path manifest.Path
	// class is leaf, branch (a mapping, a sequence or an item), text (within a
	// string) or absent.
	class string
}

// fieldsOf chooses up to n leaves of an object, half as many branches, some
// lines of its embedded texts, and the fields that rules ask for and that are
// not there. The same object gives the same fields.
func fieldsOf(o manifest.Object, n int) []field {
	var leaves, branches, texts []manifest.Path
	walk(o.Body, nil, func(path manifest.Path, value any) {
		switch value := value.(type) {
		case map[string]any, []any:
			branches = append(branches, path)
			return
		case string:
			if strings.Count(value, "\n") > 1 {
				texts = append(texts, linesIn(path, value)...)
			}
		}
		leaves = append(leaves, path)
	})
	fields := []field{{path: manifest.Path{}, class: "branch"}}
	for class, paths := range map[string][]manifest.Path{
		"leaf": spread(leaves, n), "branch": spread(branches, n/2), "text": spread(texts, n/2), "absent": missing(o),
	} {
		for _, path := range paths {
			fields = append(fields, field{path, class})
		}
	}
	slices.SortFunc(fields, func(a, b field) int { return strings.Compare(a.path.String(), b.path.String()) })
	return fields
}

// walk visits the nodes below value in a fixed order.
func walk(value any, at manifest.Path, visit func(manifest.Path, any)) {
	below := func(step manifest.Step, value any) {
		path := append(at[:len(at):len(at)], step)
		visit(path, value)
		walk(value, path, visit)
	}
	switch value := value.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			below(manifest.Key(key), value[key])
		}
	case []any:
		for i, item := range value {
			below(manifest.Index(i), item)
		}
	}
}

// linesIn gives the fields, or else the lines, of a text within an object.
func linesIn(at manifest.Path, text string) []manifest.Path {
	var paths []manifest.Path
	for _, doc := range manifest.Parse("", []byte(text)) {
		walk(doc.Body, at, func(path manifest.Path, value any) { paths = append(paths, path) })
	}
	if len(paths) > 0 {
		return paths
	}
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if strings.TrimSpace(line) != "" {
			paths = append(paths, append(at[:len(at):len(at)], manifest.Index(i)))
		}
	}
	return paths
}

// spread chooses up to n of the paths, evenly.
func spread(paths []manifest.Path, n int) []manifest.Path {
	if len(paths) <= n {
		return paths
	}
	chosen := make([]manifest.Path, n)
	for i := range chosen {
		chosen[i] = paths[i*len(paths)/n]
	}
	return chosen
}

// missing gives fields that rules ask for and that the object lacks.
func missing(o manifest.Object) []manifest.Path {
	paths := []manifest.Path{fieldPath("metadata", "labels", "x-absent"), fieldPath("metadata", "annotations", "x-absent/y")}
	switch o.Kind() {
	case "Service":
		paths = append(paths, fieldPath("spec", "externalTrafficPolicy"), fieldPath("spec", "ports", 0, "appProtocol"))
	case "Deployment":
		paths = append(paths, fieldPath("spec", "strategy", "rollingUpdate", "maxUnavailable"), fieldPath("spec", "minReadySeconds"))
	case "Namespace":
		paths = append(paths, fieldPath("metadata", "labels", "pod-security.kubernetes.io/enforce"))
	}
	if template, ok := podTemplate(o); ok {
		paths = append(paths, missingInPods(o, template)...)
	}
	return slices.DeleteFunc(paths, func(path manifest.Path) bool {
		_, exists := valueAt(o, path)
		return exists
	})
}

func missingInPods(o manifest.Object, template manifest.Path) []manifest.Path {
	below := func(steps ...any) manifest.Path { return slices.Concat(template, fieldPath(steps...)) }
	paths := []manifest.Path{below("spec", "terminationGracePeriodSeconds"), below("metadata", "annotations", "x-absent")}
	for _, list := range []string{"containers", "initContainers"} {
		containers, _ := valueAt(o, below("spec", list))
		items, _ := containers.([]any)
		for i := range items {
			paths = append(paths,
				below("spec", list, i, "lifecycle", "preStop"),
				below("spec", list, i, "resources", "limits", "memory"),
				below("spec", list, i, "readinessProbe", "httpGet"),
				below("spec", list, i, "securityContext", "runAsNonRoot"))
		}
	}
	return paths
}

// podTemplate gives the path to the pod template of a workload.
func podTemplate(o manifest.Object) (manifest.Path, bool) {
	switch o.Kind() {
	case "Pod":
		return manifest.Path{}, true
	case "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job":
		return fieldPath("spec", "template"), true
	case "CronJob":
		return fieldPath("spec", "jobTemplate", "spec", "template"), true
	}
	return nil, false
}

// fieldPath builds a path from keys and indices.
func fieldPath(steps ...any) manifest.Path {
	path, err := manifest.PathOf(steps...)
	if err != nil {
		panic(err)
	}
	return path
}
