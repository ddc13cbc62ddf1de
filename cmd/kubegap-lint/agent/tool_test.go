package agent_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/agent"
)

func TestWhatGoesWrongIsAnErrorOfTheTool(t *testing.T) {
	t.Parallel()
	p := program()
	p.Lint = func(context.Context, agent.Selection, agent.Judgement, agent.Observer) (agent.Verdict, error) {
		return agent.Verdict{}, errors.New("no such file: " + strings.Repeat("x", 1<<20))
	}
	p.Render = func(context.Context, agent.Selection, agent.Observer) (agent.Rendering, error) { panic("boom") }
	client := connect(t, p, nil)
	for _, tc := range []struct {
		name, tool string
		arguments  arguments
		want       string
	}{
		{"error", "lint", nil, "no such file: xxx"},
		{"panic", "render", nil, "kubegap-lint has a defect: tools/call panics: boom"},
		{"type", "lint", arguments{"paths": "examples"}, "paths"},
		{"unknown argument", "lint", arguments{"path": "examples"}, "path"},
		{"unknown word", "lint", arguments{"failOn": "sometimes"}, "failOn"},
		{"number", "lint", arguments{"limit": 0}, "limit"},
		{"negative number", "render", arguments{"offset": -1}, "offset"},
		{"empty text", "explain", arguments{"id": ""}, "id"},
		{"missing argument", "explain", nil, "id"},
		{"long text", "explain", arguments{"id": strings.Repeat("x", 10_000)}, "id"},
		{"many texts", "lint", arguments{"only": make([]string, 1000)}, "only"},
		{"version", "lint", arguments{"kubeVersion": "newest"}, "kubeVersion"},
		{"unknown rule", "explain", arguments{"id": "IL-0001/nothing"}, `there is no rule "IL-0001/nothing"`},
		{"unknown case", "similar_cases", arguments{"case": "IL-9"}, `there is no case "IL-9"`},
		{"unknown component", "list_cases", arguments{"component": []string{"moon"}}, "moon"},
		{"offset after the end", "list_rules", arguments{"offset": 5}, "offset is 5, and there are only 2"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			text, isError := use(t, client, tc.tool, tc.arguments, nil)
			if !isError || !strings.Contains(text, tc.want) {
				t.Errorf("error %v with %q, want %q", isError, text, tc.want)
			}
			if len(text) > 3000 {
				t.Errorf("the error has %d bytes", len(text))
			}
		})
	}
}

func TestCancelledCallEndsItsRun(t *testing.T) {
	t.Parallel()
	started, ended := make(chan struct{}), make(chan error, 1)
	p := program()
	p.Lint = func(ctx context.Context, _ agent.Selection, _ agent.Judgement, _ agent.Observer) (agent.Verdict, error) {
		close(started)
		<-ctx.Done()
		ended <- ctx.Err()
		return agent.Verdict{}, ctx.Err()
	}
	client := connect(t, p, nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-started
		cancel()
	}()
	if _, err := client.CallTool(ctx, &mcp.CallToolParams{Name: "lint"}); !errors.Is(err, context.Canceled) {
		t.Errorf("the call ends with %v", err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the run ends with %v", err)
	}
	if _, isError := use(t, client, "list_rules", nil, nil); isError {
		t.Error("the server serves no more")
	}
}

func TestProgressIsToldToWhoAsks(t *testing.T) {
	t.Parallel()
	p := program()
	p.Lint = func(_ context.Context, _ agent.Selection, _ agent.Judgement, seen agent.Observer) (agent.Verdict, error) {
		for done := range 1000 {
			seen(done+1, 900)
		}
		return agent.Verdict{}, errors.New("done")
	}
	var mu sync.Mutex
	var told []float64
	last := make(chan struct{})
	client := connect(t, p, &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		mu.Lock()
		defer mu.Unlock()
		if r.Params.ProgressToken != "mine" {
			t.Errorf("the token is %v", r.Params.ProgressToken)
		}
		told = append(told, r.Params.Progress)
		if r.Params.Progress == 1000 {
			close(last)
		}
	}})
	use(t, client, "lint", nil, nil)
	params := &mcp.CallToolParams{Name: "lint"}
	params.SetProgressToken("mine")
	if _, err := client.CallTool(t.Context(), params); err != nil {
		t.Fatal(err)
	}
	<-last
	mu.Lock()
	defer mu.Unlock()
	if len(told) > 200 {
		t.Errorf("%d notifications", len(told))
	}
	for i := 1; i < len(told); i++ {
		if told[i] <= told[i-1] {
			t.Errorf("the progress goes from %v to %v", told[i-1], told[i])
		}
	}
}

// Each run uses all processors and much memory.
func TestRunsWaitForEachOther(t *testing.T) {
	t.Parallel()
	var running, most atomic.Int64
	p := program()
	p.Lint = func(context.Context, agent.Selection, agent.Judgement, agent.Observer) (agent.Verdict, error) {
		n := running.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(time.Millisecond)
		running.Add(-1)
		return agent.Verdict{}, errors.New("done")
	}
	client := connect(t, p, nil)
	var calls sync.WaitGroup
	for range 100 {
		calls.Go(func() { use(t, client, "lint", nil, nil) })
	}
	calls.Wait()
	if got := most.Load(); got > 4 {
		t.Errorf("%d runs at once, want at most 4", got)
	}
}
