package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render"
)

type renderInput struct {
	Selection
	Unit      string `json:"unit,omitempty" jsonschema:"only objects of this unit, by its name in list_units"`
	Kind      string `json:"kind,omitempty" jsonschema:"only objects of this kind, such as Deployment"`
	Namespace string `json:"namespace,omitempty" jsonschema:"only objects in this namespace"`
	Name      string `json:"name,omitempty" jsonschema:"only objects of this name"`
	Page
}

type renderOutput struct {
	Root    string           `json:"root" jsonschema:"the repository, relative to the directory that is served; files are relative to it"`
	Total   int              `json:"total" jsonschema:"how many objects there are"`
	Objects []renderedObject `json:"objects" jsonschema:"in the order in which helm and kustomize print them"`
	Next    int              `json:"next,omitempty" jsonschema:"pass it as offset to read on; absent after the last object"`
	Problems
}

type renderedObject struct {
	Unit      string `json:"unit" jsonschema:"what it is rendered by"`
	File      string `json:"file" jsonschema:"where it is written"`
	Line      int    `json:"line,omitempty"`
	Manifest  string `json:"manifest" jsonschema:"the object as YAML"`
	Truncated bool   `json:"truncated,omitempty" jsonschema:"set where the manifest is cut, since it is very long"`
}

type unitsInput struct {
	Selection
	Page
}

type unitsOutput struct {
	Root  string `json:"root" jsonschema:"the repository, relative to the directory that is served; files are relative to it"`
	Total int    `json:"total" jsonschema:"how many units there are"`
	Units []unit `json:"units"`
	Next  int    `json:"next,omitempty" jsonschema:"pass it as offset to read on; absent after the last unit"`
	Problems
}

// unit is a render.Unit without its objects.
type unit struct {
	Name        string      `json:"name" jsonschema:"path of the chart, overlay or manifest, with the name of the values in parentheses"`
	Kind        render.Kind `json:"kind"`
	Environment string      `json:"environment,omitempty" jsonschema:"the cluster that Flux or Argo CD deploys it to"`
	DeployedBy  string      `json:"deployedBy,omitempty" jsonschema:"the object of Flux or Argo CD that deploys it"`
	Objects     int         `json:"objects" jsonschema:"how many objects it renders to"`
	Failures    int         `json:"failures,omitempty" jsonschema:"how many failures it has"`
}

// How many objects and units an answer has.
const (
	defaultObjects = 20
	maxObjects     = 200
)

func (s *server) addRender() {
	add(s, tool{
		name: "render", title: "Render manifests", renders: true,
		description: "Render the charts, overlays and manifests under paths offline, with what Flux and Argo CD deploy from there, and give the Kubernetes objects that would reach a cluster. " +
			"Call it to see what a template, an overlay or a values file makes of the objects. Narrow it by kind and name where there are many objects.",
		input: func(p map[string]*jsonschema.Schema) {
			refineSelection(p)
			refinePage(p, defaultObjects, maxObjects)
			for _, word := range []string{"unit", "kind", "namespace", "name"} {
				text(p[word])
			}
		},
	}, s.render)
	add(s, tool{
		name: "list_units", title: "List what renders", renders: true,
		description: "List the charts, overlays and manifests under paths that render by themselves, and what Flux and Argo CD deploy from there to which cluster. " +
			"Call it to learn what a repository consists of before you lint or render a part of it.",
		input: func(p map[string]*jsonschema.Schema) {
			refineSelection(p)
			refinePage(p, maxObjects, maxObjects)
		},
	}, s.units)
}

func (s *server) render(ctx context.Context, seen Observer, in renderInput) (renderOutput, error) {
	r, err := s.Render(ctx, in.Selection, seen)
	if err != nil {
		return renderOutput{}, err
	}
	var kept []Object
	for _, o := range r.Objects {
		if in.keeps(o) {
			kept = append(kept, o)
		}
	}
	if in.Offset > len(kept) {
		return renderOutput{}, fmt.Errorf("offset is %d, and there are only %d", in.Offset, len(kept))
	}
	var printed []renderedObject
	for _, o := range kept[in.Offset:min(len(kept), in.Offset+in.Limit)] {
		object, err := printedObject(o)
		if err != nil {
			return renderOutput{}, err
		}
		printed = append(printed, object)
	}
	out := renderOutput{Root: r.Root, Total: len(kept), Problems: problems(r.Failures, r.Skipped, nil)}
	if out.Objects, _, err = page(printed, 0, in.Limit); err != nil {
		return renderOutput{}, err
	}
	if end := in.Offset + len(out.Objects); end < len(kept) {
		out.Next = end
	}
	return out, nil
}

// keeps tells whether an object is among those that were asked for.
func (in renderInput) keeps(o Object) bool {
	metadata, _ := o.Body["metadata"].(map[string]any)
	is := func(wanted string, got any) bool { return wanted == "" || wanted == got }
	return is(in.Unit, o.Unit) && is(in.Kind, o.Body["kind"]) && is(in.Namespace, metadata["namespace"]) && is(in.Name, metadata["name"])
}

// printedObject prints an object, cut after a line where it is too long.
func printedObject(o Object) (renderedObject, error) {
	data, err := yaml.Marshal(o.Body)
	if err != nil {
		return renderedObject{}, fmt.Errorf("write object of %s: %w", o.Unit, err)
	}
	printed := renderedObject{Unit: clip(o.Unit, maxText), File: o.File, Line: o.Line}
	printed.Manifest, printed.Truncated = firstLines(string(data))
	return printed, nil
}

func (s *server) units(ctx context.Context, seen Observer, in unitsInput) (unitsOutput, error) {
	r, err := s.Render(ctx, in.Selection, seen)
	if err != nil {
		return unitsOutput{}, err
	}
	units := make([]unit, len(r.Units))
	for i, u := range r.Units {
		units[i] = unit{
			Name: clip(u.Target.Name(), maxText), Kind: u.Target.Kind, Environment: clip(u.Environment, maxText),
			Objects: len(u.Objects), Failures: len(u.Failures),
		}
		if d := u.Deployer; d.Kind != "" {
			units[i].DeployedBy = clip(d.Kind+" "+strings.TrimPrefix(d.Namespace+"/"+d.Name, "/"), maxText)
		}
	}
	out := unitsOutput{Root: r.Root, Total: len(units), Problems: problems(r.Failures, r.Skipped, nil)}
	out.Units, out.Next, err = page(units, in.Offset, in.Limit)
	return out, err
}
