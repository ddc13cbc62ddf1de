package agent

import (
	"context"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool describes a tool.
type tool struct {
	name, title, description string
	// writes is set for a tool that edits files.
	writes bool
	// renders is set for a tool that takes time, and so waits for its turn.
	renders bool
	// input makes the schema of the input more precise than its type is.
	input func(properties map[string]*jsonschema.Schema)
}

// markdown is an output that people and agents read as a text rather than as JSON.
type markdown interface{ text() string }

// add adds a tool to the server. What goes wrong in run is an error of the tool,
// which the agent reads. What run observes is told to the client, if it asked for
// that.
func add[In, Out any](s *server, t tool, run func(ctx context.Context, seen Observer, in In) (Out, error)) {
	s.tools = append(s.tools, t)
	no := false
	definition := &mcp.Tool{
		Name: t.name, Title: t.title, Description: t.description,
		InputSchema: schemaOf[In](t.input), OutputSchema: schemaOf[Out](nil),
		Annotations: &mcp.ToolAnnotations{
			Title: t.title, ReadOnlyHint: !t.writes, DestructiveHint: &t.writes, IdempotentHint: true, OpenWorldHint: &no,
		},
	}
	mcp.AddTool(s.sdk, definition, func(ctx context.Context, r *mcp.CallToolRequest, in In) (result *mcp.CallToolResult, out Out, err error) {
		if t.renders {
			if err := s.runs.Acquire(ctx, 1); err != nil {
				return nil, out, err
			}
			defer s.runs.Release(1)
		}
		if out, err = run(ctx, progress(ctx, r), in); err != nil {
			return nil, out, err
		}
		if m, ok := any(out).(markdown); ok {
			result = &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: m.text()}}}
		}
		return result, out, nil
	})
}

// steps is how often a client is told of the progress of a run, about.
const steps = 50

// progress gives the Observer that notifies the client of a call, if the call has
// a token for that. The protocol wants the numbers to grow, and few notifications
// (https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/progress).
func progress(ctx context.Context, r *mcp.CallToolRequest) Observer {
	token := r.Params.GetProgressToken()
	if token == nil {
		return func(int, int) {}
	}
	var mu sync.Mutex
	told := 0
	return func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if done <= told || done < total && done < told+total/steps {
			return
		}
		told = done
		// A client that does not listen any more is no reason to end the run.
		_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
			ProgressToken: token, Progress: float64(done), Total: float64(max(done, total)), Message: "rendering",
		})
	}
}
