package lint

import (
	"context"
	"time"

	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Judge evaluates rules over the objects of a run. It is safe for concurrent
// use.
type Judge interface {
	// Rules and Cases are all that the judge knows, sorted by id.
	Rules() []Rule
	Cases() []Case
	// Judge gives what the rules object to, in no particular order. A rule that
	// cannot be evaluated is part of the verdict. An error means that there is none,
	// as when the context is cancelled.
	Judge(ctx context.Context, g *graph.Graph, q Question) (Verdict, error)
}

// Verdict is what the rules say of a graph.
type Verdict struct {
	Violations []Violation
	// Doubts tell in which rules a function failed, be it because of a value that
	// they cannot read, such as text where Kubernetes has a number, or by a mistake
	// in them. What they find elsewhere is in Violations.
	Doubts []Trouble
	// Failed are the rules that could not be evaluated, of which nothing is in
	// Violations.
	Failed []Trouble
}

// Trouble is what came up in a rule.
type Trouble struct {
	Rule string
	// Place is the file of a policy, with the line where one is known.
	Place   string
	Message string
}

// Question tells a Judge what to look at.
type Question struct {
	// KubeVersion is the version of Kubernetes of all clusters, for instance
	// 1.34; "" where it is unknown.
	KubeVersion string
	// Platform is what the user says of all clusters.
	Platform Platform
	// Rules are the ids of the rules to evaluate.
	Rules []string
	// Limit is how long the evaluation of one rule may take; 0 stands for any time.
	Limit time.Duration
}

// Violation is what one rule objects to, before its place is known.
type Violation struct {
	Rule string
	// Object is an index into the graph.
	Object  int
	Path    manifest.Path
	Message string
	Level   Level
	Related []Place
	// Peers are places in other objects that share what is wrong as equals, such as the
	// second of two that claim one name. What one rule says once, of one of them, is for
	// all: the violation concerns whoever asks about any of them.
	Peers []Place
	// Fix is what puts it right, where there is one right answer that its owner
	// would accept unseen; else it is empty.
	Fix []Change
}

// Place is a field that explains a Violation.
type Place struct {
	// Object is an index into the graph.
	Object  int
	Path    manifest.Path
	Message string
}
