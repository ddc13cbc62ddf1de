package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/agent"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/cli"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/save"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// served is the program as agents reach it: confined to a directory.
type served struct {
	// app has the directory for its working directory.
	app     App
	flags   mcpFlags
	tree    *fsys.Tree
	catalog catalog.Catalog
}

// program gives the commands as functions for agents.
func (s *served) program() agent.Program {
	p := agent.Program{Version: thisBuild().Version, Catalog: s.catalog, Lint: s.lint, Render: s.render, Fix: s.fix}
	if s.flags.allowWrites {
		p.Apply = s.apply
	}
	return p
}

func (s *served) lint(ctx context.Context, selected agent.Selection, j agent.Judgement, seen agent.Observer) (agent.Verdict, error) {
	rendered, err := s.renderFlags(selected)
	if err != nil {
		return agent.Verdict{}, err
	}
	f := lintFlags{
		renderFlags: rendered, policyFlags: s.flags.policyFlags,
		color: "never", failOn: j.FailOn,
		only: j.Only, pedantic: j.Pedantic, requireComplete: j.RequireComplete, baselineFlags: baselineFlags{baseline: j.Baseline}, changedSince: j.ChangedSince,
	}
	if err := s.confine(f.baseline); err != nil {
		return agent.Verdict{}, err
	}
	app := s.observed(seen)
	report, _, err := app.report(ctx, f, nil, selected.Paths)
	if err != nil {
		return agent.Verdict{}, err
	}
	code := exitCode(report, f)
	if len(report.FailedRules()) > 0 {
		code = exitUsage
	}
	return agent.Verdict{Root: app.shown(f.root), Report: report, ExitCode: code}, nil
}

func (s *served) render(ctx context.Context, selected agent.Selection, seen agent.Observer) (agent.Rendering, error) {
	f, err := s.renderFlags(selected)
	if err != nil {
		return agent.Rendering{}, err
	}
	out, units, err := s.observed(seen).rendering(ctx, f, selected.Paths)
	if err != nil {
		return agent.Rendering{}, err
	}
	if err := ctx.Err(); err != nil {
		return agent.Rendering{}, err
	}
	r := agent.Rendering{Root: s.app.shown(f.root), Units: units, Failures: out.Failures, Skipped: out.Skipped}
	for _, o := range out.Objects {
		r.Objects = append(r.Objects, agent.Object{Unit: o.Unit, Body: o.Object, File: o.Location.File, Line: o.Location.Line})
	}
	return r, nil
}

func (s *served) fix(ctx context.Context, selected agent.Selection, c agent.Choice, seen agent.Observer) (agent.Fixes, error) {
	rendered, err := s.renderFlags(selected)
	if err != nil {
		return agent.Fixes{}, err
	}
	f := lintFlags{renderFlags: rendered, policyFlags: s.flags.policyFlags, only: c.Only, pedantic: c.Pedantic}
	fixing, err := s.observed(seen).fixes(ctx, f, selected.Paths, func(findings []lint.Finding) ([]lint.Finding, error) { return chosen(findings, c) })
	if err != nil {
		return agent.Fixes{}, err
	}
	return agent.Fixes{Root: s.app.shown(f.root), Result: fixing.result}, ctx.Err()
}

// chosen gives the findings that an agent chooses. It fails for a fingerprint that
// none of them has.
func chosen(findings []lint.Finding, c agent.Choice) ([]lint.Finding, error) {
	missing := map[string]bool{}
	for _, fingerprint := range c.Fingerprints {
		missing[fingerprint] = true
	}
	var kept []lint.Finding
	for _, f := range findings {
		if c.Object != "" && !strings.EqualFold(f.Object.String(), c.Object) {
			continue
		}
		wanted := len(c.Fingerprints) == 0
		for _, fingerprint := range slices.Concat(f.Aliases, []string{f.Fingerprint}) {
			wanted = wanted || slices.Contains(c.Fingerprints, fingerprint)
			delete(missing, fingerprint)
		}
		if wanted {
			kept = append(kept, f)
		}
	}
	if left := sortedKeys(missing); len(left) > 0 {
		return nil, fmt.Errorf("no finding that is meant has the fingerprint %s; call lint with the same paths", left[0])
	}
	return kept, nil
}

// apply writes fixes. Files that are other than they were stay.
func (s *served) apply(f agent.Fixes) error {
	return save.Edited(s.app.Abs(f.Root), f.Files)
}

// observed is the program that tells of its progress, and nothing to people.
func (s *served) observed(seen agent.Observer) App {
	app := s.app
	app.Stderr, app.StderrTerminal, app.Rendered = io.Discard, false, seen
	return app
}

// renderFlags gives the flags for what an agent selects, as far as that lies in the
// directory. The root of the repository is found as for a person, but is never above
// the directory that is served, and is that where nothing marks one.
func (s *served) renderFlags(selected agent.Selection) (renderFlags, error) {
	if err := s.confine(slices.Concat(selected.Paths, selected.Values)...); err != nil {
		return renderFlags{}, err
	}
	from, err := s.app.Existing(selected.Paths)
	if err != nil {
		return renderFlags{}, cli.UsageError(err)
	}
	if len(from) == 0 {
		from = []string{s.app.Dir}
	}
	root, mark := s.app.Root(from)
	if mark == place.Unmarked || !place.Contains(s.app.Dir, root) {
		root = s.app.Dir
	}
	return renderFlags{
		configFlags: s.flags.configFlags, root: root,
		kubeVersion: selected.KubeVersion, values: selected.Values, set: selected.Set,
	}, nil
}

// confine fails for a path that does not exist in the directory, be it written so
// or led out of it by a link. An empty path names nothing.
func (s *served) confine(paths ...string) error {
	for _, path := range paths {
		if path == "" {
			continue
		}
		name, ok := s.tree.Rel(s.app.Abs(path))
		err := fsys.ErrOutside
		if ok {
			_, err = s.tree.Resolve(name)
		}
		switch {
		case errors.Is(err, fsys.ErrOutside):
			return cli.Usagef("%s lies outside of the directory that is served", path)
		case errors.Is(err, fs.ErrNotExist):
			return cli.Usagef("%s: no such file or directory", path)
		case err != nil:
			return cli.Usagef("%s: %w", path, fsys.Cause(err))
		}
	}
	return nil
}
