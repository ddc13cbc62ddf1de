// Package contract holds policies to what is demanded of them: that they are
// complete and described, that their code is strict and formatted, that their
// tests pass, and that they find in their fixtures what these say. It is the
// test of the embedded policies and of those of users alike.
package contract

import (
	"context"
	"time"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/render"
)

// Folder is a folder of policies.
type Folder struct {
	policy.Tree
	// Dir is the path of the folder, by which fixtures are rendered.
	Dir string
}

// Options say what folders are tested against.
type Options struct {
	// Base is the library that the folders add to; nil where they stand on their
	// own, as the embedded policies do. More is demanded of those: sources, words of
	// the vocabulary, and texts in Korean.
	Base *policy.Library
	// Schema is the decoded JSON Schema of the input.
	Schema any
	// Vocabulary holds the words that cases are classified by. It only matters where
	// there is no Base.
	Vocabulary lint.Vocabulary
	// Limit is how long the evaluation of one rule, and of one test, may take; 0
	// stands for any time.
	Limit time.Duration
	// Render renders the fixture at a path. It also gives the problems that came up
	// before rendering, and a function to call once the units are done with.
	Render func(ctx context.Context, path string) (units []render.Unit, failures []render.Problem, done func(), err error)
}

// Check is one check of a subject. Checks may run at the same time.
type Check struct {
	// Subject is the id of a case or of a rule, lib/<topic>, or "layout" for what
	// belongs to none of them.
	Subject string
	// Name is what is checked: files, metadata, rego or tests, or a file or folder,
	// such as case.yaml and the fixtures.
	Name string
	run  func(ctx context.Context) mistake.List
}

// ID is <subject>/<name>.
func (c Check) ID() string { return c.Subject + "/" + c.Name }

// Run gives what is wrong, by file and line; nothing where the check passes.
func (c Check) Run(ctx context.Context) mistake.List { return c.run(ctx).Sorted() }

// found makes a check that has been made already.
func found(subject, name string, mistakes mistake.List) Check {
	return Check{subject, name, func(context.Context) mistake.List { return mistakes }}
}
