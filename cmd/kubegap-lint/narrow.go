package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/git"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/scope"
	"github.com/kubegap/kubegap-lint/render"
)

// narrowSince confines the run to what files touch that changed since a commit; ""
// is none.
func (r *repository) narrowSince(ctx context.Context, revision string, policies []policyDir) error {
	if revision == "" {
		return nil
	}
	files, err := git.ChangedSince(ctx, r.tree.Dir(), revision, git.Reading{Wants: scope.LooksInto, MaxBytes: render.MaxTextBytes})
	if err != nil {
		return fmt.Errorf("--changed-since %s: %w", revision, err)
	}
	changes := scope.NewChanges()
	for _, file := range files {
		if file.Gone {
			changes.Lose(file.Name, file.Held)
		} else {
			changes.Add(file.Name)
		}
	}
	return r.narrow(ctx, changes, policies)
}

// narrow confines the run to what changed files touch, unless they are such that
// everything may be: the configuration, the policies, or values given on the command
// line.
func (r *repository) narrow(ctx context.Context, changes scope.Changes, policies []policyDir) (err error) {
	known := scope.Repository{Tree: r.tree, Uses: r.uses, Targets: r.plan.Targets, Files: slices.Clone(r.values)}
	if !r.config.File.Elsewhere && r.config.File.Name != "" {
		known.Files = append(known.Files, r.config.File.Name)
	}
	for _, dir := range policies {
		if name, ok := r.tree.Rel(dir.abs); ok {
			known.Folders = append(known.Folders, name)
		}
		if name, ok := r.tree.Rel(dir.named); ok {
			known.Files = append(known.Files, name)
		}
	}
	r.scope, err = scope.New(ctx, known, changes)
	return err
}
