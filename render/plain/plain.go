// Package plain renders manifests that reach a cluster as they are: YAML and
// JSON files.
package plain

import (
	"context"
	"fmt"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// MaxFileSize is the size in bytes beyond which a file is left out.
const MaxFileSize = 64 << 20

// Renderer renders plain targets of a tree.
type Renderer struct{ tree *fsys.Tree }

// New makes a renderer for the files of tree.
func New(tree *fsys.Tree) *Renderer { return &Renderer{tree: tree} }

var _ render.Renderer = (*Renderer)(nil)

// Render implements render.Renderer. The objects are in the order of the file.
func (r *Renderer) Render(ctx context.Context, t render.Target) render.Unit {
	data, problem := r.read(ctx, t.Path)
	if problem == nil {
		u := unit(t, data)
		u.Files, u.Apart = []string{t.Path}, []string{t.Path}
		return u
	}
	u := render.Unit{Target: t, Files: []string{t.Path}, Partial: true}
	problem.Unit = t.Name()
	problem.Location = manifest.Location{File: t.Path}
	if problem.Reason == render.ReasonTooLarge {
		u.Skipped = append(u.Skipped, *problem)
	} else {
		u.Failures = append(u.Failures, *problem)
	}
	return u
}

// FromBytes renders a file that is not in a tree, such as standard input. name
// is what users read in the place of its path.
func FromBytes(name string, data []byte) render.Unit {
	return unit(render.Target{Kind: render.KindPlain, Path: name}, data)
}

func (r *Renderer) read(ctx context.Context, name string) ([]byte, *render.Problem) {
	if err := ctx.Err(); err != nil {
		return nil, unreadable(err)
	}
	info, err := r.tree.Stat(name)
	if err != nil {
		return nil, unreadable(err)
	}
	if !info.Mode().IsRegular() {
		return nil, &render.Problem{Reason: render.ReasonUnreadable, Message: "cannot be read: is not a regular file"}
	}
	if info.Size() > MaxFileSize {
		return nil, &render.Problem{
			Reason:  render.ReasonTooLarge,
			Message: fmt.Sprintf("the file has %d MiB; more than %d MiB are not read", info.Size()>>20, MaxFileSize>>20),
		}
	}
	data, err := r.tree.ReadFile(name)
	if err != nil {
		return nil, unreadable(err)
	}
	return data, nil
}

// unreadable leaves out the path, which the location tells.
func unreadable(err error) *render.Problem {
	return &render.Problem{Reason: render.ReasonUnreadable, Message: "cannot be read: " + fsys.Cause(err).Error()}
}
