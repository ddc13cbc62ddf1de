package agent_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/agent"
	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
)

var update = flag.Bool("update", false, "rewrite expected outputs")

// program is a Program that finds and renders nothing.
func program() agent.Program {
	return agent.Program{
		Version: "1.2.3",
		Catalog: catalog.Catalog{
			Cases: []lint.Case{
				{ID: "IL-0001", Title: "Lookups lost", Organisation: "Acme", Year: 2020, Summary: "Acme lost lookups.", RootCause: "A race.",
					Korean:         lint.Translation{Title: "조회 유실"},
					Classification: lint.Classification{Components: []string{"dns"}, RootCauses: []string{"race"}}},
				{ID: "acme-2021-disk", Title: "Disk full", Organisation: "Acme", Year: 2021, Summary: "Acme's disk was full.",
					Classification: lint.Classification{Components: []string{"dns"}, RootCauses: []string{"race"}}},
			},
			Rules: []lint.Rule{
				{ID: "IL-0001/no-wait", Title: "No wait", Level: lint.LevelError, Remediation: "Wait.", Kinds: []string{"apps/Deployment"}},
				{ID: "acme-2021-disk/no-limit", Title: "No limit", Kinds: []string{"ConfigMap"}, Also: []string{"IL-0001"}},
			},
			Vocabulary: lint.Vocabulary{
				Components: map[string]lint.Label{"dns": {English: "Cluster DNS", Korean: "클러스터 DNS"}, "disk": {English: "Disk"}},
				RootCauses: map[string]lint.Label{"race": {English: "Race"}},
				Symptoms:   map[string]lint.Label{"downtime": {English: "Downtime"}},
				Triggers:   map[string]lint.Label{"deploy": {English: "Deployment"}},
			},
		},
		Lint: func(context.Context, agent.Selection, agent.Judgement, agent.Observer) (agent.Verdict, error) {
			return agent.Verdict{Root: ".", Report: lint.Report{Findings: []lint.Finding{}}}, nil
		},
		Render: func(context.Context, agent.Selection, agent.Observer) (agent.Rendering, error) {
			return agent.Rendering{Root: "."}, nil
		},
		Fix: func(context.Context, agent.Selection, agent.Choice, agent.Observer) (agent.Fixes, error) {
			return agent.Fixes{Root: "."}, nil
		},
	}
}

// connect gives the session of a client with a server of the program.
func connect(t *testing.T, p agent.Program, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	serverSide, clientSide := mcp.NewInMemoryTransports()
	server, err := agent.New(p, nil).Connect(t.Context(), serverSide, nil)
	if err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, o).Connect(t.Context(), clientSide, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		client.Close()
		_ = server.Wait()
	})
	return client
}

// use calls a tool and decodes its answer into out. It gives the text that the
// answer holds besides, and whether it is an error.
func use(t *testing.T, client *mcp.ClientSession, name string, arguments, out any) (text string, isError bool) {
	t.Helper()
	result, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(result.Content) != 1 {
		t.Fatalf("%s has %d contents, want 1", name, len(result.Content))
	}
	if out != nil {
		data, err := json.Marshal(result.StructuredContent)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, out); err != nil {
			t.Fatalf("%s: %v in %s", name, err, data)
		}
	}
	return result.Content[0].(*mcp.TextContent).Text, result.IsError
}

type arguments = map[string]any

func tools(t *testing.T, client *mcp.ClientSession) []*mcp.Tool {
	t.Helper()
	list, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if list.NextCursor != "" {
		t.Error("the tools are more than a page")
	}
	return list.Tools
}

// What agents see of the tools is part of what users rely on.
func TestToolsAreAsRecorded(t *testing.T) {
	t.Parallel()
	p := program()
	p.Apply = func(agent.Fixes) error { return nil }
	var got bytes.Buffer
	enc := json.NewEncoder(&got)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(tools(t, connect(t, p, nil))); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/tools.json"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("the tools changed (-want +got); if that is meant, run with -update:\n%s", diff)
	}
}

// Another implementation of JSON Schema reads the schemas, too.
func TestSchemasAreValid(t *testing.T) {
	t.Parallel()
	for _, tool := range tools(t, connect(t, program(), nil)) {
		for name, schema := range map[string]any{"input": tool.InputSchema, "output": tool.OutputSchema} {
			compiler := jsonschema.NewCompiler()
			if err := compiler.AddResource("schema.json", schema); err != nil {
				t.Fatal(err)
			}
			if _, err := compiler.Compile("schema.json"); err != nil {
				t.Errorf("%s of %s: %v", name, tool.Name, err)
			}
		}
	}
}

func TestToolsTellWhatTheyDo(t *testing.T) {
	t.Parallel()
	for _, tool := range tools(t, connect(t, program(), nil)) {
		a := tool.Annotations
		if a == nil || !a.ReadOnlyHint || !a.IdempotentHint || a.DestructiveHint == nil || *a.DestructiveHint || a.OpenWorldHint == nil || *a.OpenWorldHint {
			t.Errorf("%s has the annotations %+v", tool.Name, a)
		}
		if tool.Title == "" || tool.Description == "" {
			t.Errorf("%s has no title or description", tool.Name)
		}
	}
}

func TestServerTellsWhatItIs(t *testing.T) {
	t.Parallel()
	client := connect(t, program(), nil)
	server := client.InitializeResult()
	if server.ServerInfo.Name != "kubegap-lint" || server.ServerInfo.Version != "1.2.3" {
		t.Errorf("the server is %+v", server.ServerInfo)
	}
	if server.Instructions == "" {
		t.Error("there are no instructions")
	}
	if c := server.Capabilities; c.Tools == nil || c.Tools.ListChanged || c.Resources == nil || c.Prompts == nil || c.Logging != nil { //nolint:staticcheck // SA1019: logging is deprecated, and must not come back by default
		t.Errorf("the capabilities are %+v", c)
	}
}
