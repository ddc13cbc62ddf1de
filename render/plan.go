package render

import (
	"cmp"
	"fmt"
	"path"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Plan is what there is to render.
type Plan struct {
	// Targets are what was asked for, sorted by path, kind and variant.
	Targets []Target
	// Context are the plain manifests of the repository that are no targets.
	// They can satisfy a join of a target and are not judged. Context is empty
	// where only directories were asked for.
	Context []Target
	// Skipped lists what was left out: links that lead out of the repository or
	// nowhere, and charts and components that render nothing by themselves.
	Skipped []Problem
	// Failures lists what could not be read.
	Failures []Problem
	// Barren lists what was asked for and has nothing to render, each with the reason.
	// What is in Skipped or Failures is not in it.
	Barren []Problem
	// Seen is what there is in the repository, targets or not.
	Seen fsys.Listing
}

// PathError tells that a path was asked for that is not there.
type PathError struct {
	// Path is the path as it was asked for.
	Path string
	Err  error
}

// Error gives the path and the reason.
func (e *PathError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap gives fs.ErrNotExist, fsys.ErrOutside, or what else went wrong.
func (e *PathError) Unwrap() error { return e.Err }

func plainTarget(file string) Target { return Target{Kind: KindPlain, Path: file} }

// targets gives the node as a target, a chart once for each of its variants: the
// value sets that the user lists, or else its defaults and the files in ci/.
func (n *node) targets() []Target {
	if len(n.sets) > 0 {
		list := make([]Target, len(n.sets))
		for i, set := range n.sets {
			list[i] = Target{Kind: n.kind, Path: n.path, Variant: set.Name, ValueFiles: set.Files}
		}
		return list
	}
	list := []Target{{Kind: n.kind, Path: n.path}}
	for _, file := range n.variants {
		variant := path.Join("ci", path.Base(file))
		list = append(list, Target{Kind: n.kind, Path: n.path, Variant: variant, ValueFiles: []string{file}})
	}
	return list
}

// idleProblem tells why a component or library chart is no target.
func (n *node) idleProblem() Problem {
	p := Problem{Unit: n.path, Reason: ReasonEmpty, Message: "a component that no kustomization uses renders nothing"}
	p.Location.File = n.file
	if n.library {
		p.Reason, p.Message = ReasonLibraryChart, "a library chart renders nothing by itself"
	}
	return p
}

func compareTargets(a, b Target) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Variant, b.Variant))
}

func fileProblem(file string, reason Reason, message string) Problem {
	return Problem{Reason: reason, Message: message, Location: manifest.Location{File: file}}
}
