// Package agent serves what the program can do to agents, by the Model Context
// Protocol (https://modelcontextprotocol.io/specification). It knows the protocol
// and bounds what an answer holds; the Program does the work.
//
// The protocol is spoken by its official SDK, which follows its revisions and
// negotiates them with the client. The lines on which its messages come are read and
// written here: the transport of the SDK gives up at the first that is no message,
// and when the input ends it cancels what is asked.
package agent

import (
	"cmp"
	"context"
	"io"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/semaphore"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
	"github.com/kubegap/kubegap-lint/lint/fix"
	"github.com/kubegap/kubegap-lint/render"
)

// Program does what the tools are asked for. Its functions are called by several
// goroutines at once. They confine what they read to the directory that is served:
// paths are relative to it, and a path that leads out of it is an error. Errors
// are for the agent to read.
type Program struct {
	// Version is that of the program.
	Version string
	// Catalog holds the cases and rules to tell about.
	Catalog catalog.Catalog
	Lint    func(ctx context.Context, s Selection, j Judgement, seen Observer) (Verdict, error)
	Render  func(ctx context.Context, s Selection, seen Observer) (Rendering, error)
	// Fix proves fixes, and writes nothing.
	Fix func(ctx context.Context, s Selection, c Choice, seen Observer) (Fixes, error)
	// Apply writes the files of fixes. It is nil where nothing may be written.
	Apply func(f Fixes) error
}

// Observer is told how many targets of a run are rendered, and how many there are
// at least. It is called by several goroutines at once.
type Observer func(done, total int)

// Verdict is the outcome of a run.
type Verdict struct {
	// Root is the repository, relative to the directory that is served: names of
	// files in the report are relative to it.
	Root   string
	Report lint.Report
	// ExitCode is that of the command.
	ExitCode int
}

// Rendering is what paths render to.
type Rendering struct {
	// Root is that of a Verdict.
	Root  string
	Units []render.Unit
	// Objects are those of the units, in the order in which the original tools print
	// them.
	Objects  []Object
	Failures []render.Problem
	Skipped  []render.Problem
}

// Object is a rendered object.
type Object struct {
	Unit string
	Body map[string]any
	// File and Line tell where the object is written. Line is 0 where only the file
	// is known.
	File string
	Line int
}

// Fixes are edits that were proved.
type Fixes struct {
	// Root is that of a Verdict.
	Root string
	fix.Result
}

// maxMessage bounds a message of a client, in bytes. Arguments are far smaller.
const maxMessage = 1 << 20

// Serve speaks to one client until ctx is done, or the client closes in and all it
// asked is answered; neither is an error. When ctx is done, the calls that are under
// way are cancelled. Nothing but the protocol is written to out.
func Serve(ctx context.Context, p Program, in io.Reader, out io.Writer, log *slog.Logger) error {
	s := New(p, log)
	s.AddReceivingMiddleware(endWith(ctx))
	session, err := s.Connect(ctx, &stdio{in: in, out: out, stop: ctx.Done()}, nil)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = session.Close() })() // Wait gives the error.
	if err := session.Wait(); ctx.Err() == nil {
		return err
	}
	return nil
}

// instructions are what an agent reads before it chooses a tool.
const instructions = `kubegap-lint renders what a GitOps repository would send to Kubernetes clusters (Helm charts, kustomize overlays, plain manifests, Flux and Argo CD objects) without any network, and reports the root causes of public incidents in it.

Work with it like this: call lint on the directory or the files that you look at; for each rule that you do not know, call explain; where a finding is fixable, call propose_fix, which gives an edit that was proved by rendering and judging again; else edit the line that location names, since it is the line to edit also where a template or an overlay rendered the field; call lint again on the same path to see that the finding is gone and none is new. Use render to see what a template or an overlay makes of a change. To start from an incident, call search_cases or list_cases, and then lint with only.

Paths are relative to the directory that is served, and nothing outside of it can be named. The names of files in answers are relative to root, which an answer gives relative to that directory. Answers are bounded: where next is given, pass it as offset to read on. What could not be rendered is in failures, and what cannot be had offline in skipped; nothing is known of what they hold.`

// New makes the server. A nil log drops what the SDK logs.
func New(p Program, log *slog.Logger) *mcp.Server { return newServer(p, log).sdk }

func newServer(p Program, log *slog.Logger) *server {
	sdk := mcp.NewServer(
		&mcp.Implementation{Name: "kubegap-lint", Title: "kubegap-lint", Version: p.Version,
			Description: "Finds the root causes of public Kubernetes incidents in what a GitOps repository renders to."},
		&mcp.ServerOptions{
			Instructions: instructions,
			Logger:       log,
			// What is served never changes, and the log goes to standard error.
			Capabilities: &mcp.ServerCapabilities{
				Tools: &mcp.ToolCapabilities{}, Resources: &mcp.ResourceCapabilities{}, Prompts: &mcp.PromptCapabilities{},
			},
			PageSize: pageSize,
		})
	sdk.AddReceivingMiddleware(guard(cmp.Or(log, slog.New(slog.DiscardHandler))))
	s := &server{Program: p, sdk: sdk, runs: semaphore.NewWeighted(maxRuns), writes: semaphore.NewWeighted(1)}
	s.addLint()
	s.addFix()
	s.addRender()
	s.addCases()
	s.addRules()
	s.addResources()
	s.addPrompts()
	return s
}

// maxRuns is how many runs may render at the same time. One uses all processors, and
// much memory where a repository is large.
const maxRuns = 4

// pageSize is how many tools, resources or prompts a client is told at once.
const pageSize = 200

// server is a Program on its way to an agent.
type server struct {
	Program
	sdk *mcp.Server
	// tools are those that were added, in order.
	tools []tool
	// runs has a place for each run that renders.
	runs *semaphore.Weighted
	// writes has one place, held while fixes are tried and written.
	writes *semaphore.Weighted
}
