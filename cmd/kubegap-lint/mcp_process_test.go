package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// server gives the program as a process that serves a directory: TestMain puts the
// test binary into PATH by its name.
func server(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(t.Context(), "kubegap-lint", "mcp")
	command.Dir = dir
	return command
}

func TestAgentSessionWithTheProcess(t *testing.T) {
	t.Parallel()
	command := server(t, checkout(t))
	var stderr bytes.Buffer
	command.Stderr = &stderr
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v := client.InitializeResult().ServerInfo.Version; v != version {
		t.Errorf("the server has the version %s, want %s", v, version)
	}
	for tool, want := range map[string]string{"lint": "IL-0178/lb-backend-without-drain-delay", "render": "kind: Deployment", "list_units": "kustomize"} {
		answer, err := callTool(t, client, tool, map[string]any{"paths": []string{"examples"}})
		if err != nil || !strings.Contains(string(answer), want) {
			t.Errorf("%s: %v, want %s in %s", tool, err, want, answer)
		}
	}
	if _, err := callTool(t, client, "lint", map[string]any{"paths": []string{"../.."}}); err == nil {
		t.Error("what lies outside is linted")
	}
	resource, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "kubegap://rule/IL-0178/prestop-eats-grace-period"})
	if err != nil || !strings.Contains(resource.Contents[0].Text, "preStop") {
		t.Errorf("the page of a rule: %v, %+v", err, resource)
	}
	if err := client.Close(); err != nil {
		t.Errorf("the process ends with %v", err)
	}
	if stderr.Len() > 0 {
		t.Errorf("standard error is %q", &stderr)
	}
}

// rawSession speaks to a process by hand, as a client of the first revisions does
// (https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle).
type rawSession struct {
	t      *testing.T
	input  io.WriteCloser
	output *bufio.Reader
}

func startRaw(t *testing.T, command *exec.Cmd) rawSession {
	t.Helper()
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	return begin(t, command, output)
}

// begin begins the session with a process, whose output is a pipe.
func begin(t *testing.T, command *exec.Cmd, output io.Reader) rawSession {
	t.Helper()
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	s := rawSession{t, input, bufio.NewReader(output)}
	s.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`)
	if answer := s.answer(1); !strings.Contains(answer, `"protocolVersion":"2025-06-18"`) {
		t.Errorf("the server answers %s", answer)
	}
	s.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return s
}

func (s rawSession) send(message string) {
	s.t.Helper()
	if _, err := io.WriteString(s.input, message+"\n"); err != nil {
		s.t.Fatal(err)
	}
}

// answer reads until the answer to a request. All lines before it are messages, too.
func (s rawSession) answer(id int) string {
	s.t.Helper()
	for {
		line, err := s.output.ReadString('\n')
		if err != nil {
			s.t.Fatalf("read answer %d: %v after %q", id, err, line)
		}
		var message struct {
			JSONRPC string
			ID      int
		}
		if err := json.Unmarshal([]byte(line), &message); err != nil || message.JSONRPC != "2.0" {
			s.t.Fatalf("%q is no message: %v", line, err)
		}
		if message.ID == id {
			return line
		}
	}
}

// Libraries print warnings about what is old or broken in a repository; none of that
// may reach the client.
func TestNothingButTheProtocolIsWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"overlay/kustomization.yaml": "bases: [../base]\ncommonLabels: {a: b}\npatchesStrategicMerge: []\n",
		"base/kustomization.yaml":    "resources: [pod.yaml]\nvars: []\n",
		"base/pod.yaml":              "{apiVersion: v1, kind: Pod, metadata: {name: a}}\n",
		"chart/Chart.yaml":           "{apiVersion: v2, name: c, version: 1.0.0}\n",
		"chart/values.yaml":          "a: {b: 1}\n",
		"chart/templates/p.yaml":     "{{ fail \"no\" }}\n",
		"broken.yaml":                "a: [\n",
	} {
		writeShown(t, filepath.Join(dir, filepath.FromSlash(name)), []byte(text))
	}
	command := server(t, dir)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	s := startRaw(t, command)
	for id, params := range []string{
		`{"name":"lint","arguments":{},"_meta":{"progressToken":1}}`, `{"name":"lint","arguments":null}`, `{"name":"lint"}`,
		`{"name":"render","arguments":{"set":["a=1"]}}`, `{"name":"nothing"}`, `{"name":"explain","arguments":{"id":7}}`, `[]`,
	} {
		s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}`, id+2, params))
		s.answer(id + 2)
	}
	s.input.Close()
	if rest, err := io.ReadAll(s.output); err != nil || len(rest) > 0 {
		t.Errorf("after the end comes %q, %v", rest, err)
	}
	if err := command.Wait(); err != nil {
		t.Errorf("the process ends with %v", err)
	}
	if stderr.Len() > 0 {
		t.Errorf("standard error is %q", &stderr)
	}
}

// What the README pipes into the server is answered before it ends.
func TestAgentRequestsOfTheReadme(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	command := server(t, checkout(t))
	for _, block := range blocks.FindAllSubmatch(page, -1) {
		if string(block[2]) == "requests.jsonl" {
			command.Stdin = bytes.NewReader(block[3])
		}
	}
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	var answer struct {
		ID     int
		Result struct {
			StructuredContent struct{ Summary struct{ Units int } }
		}
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &answer); err != nil {
		t.Fatal(err)
	}
	if len(lines) != 2 || answer.ID != 2 || answer.Result.StructuredContent.Summary.Units != 2 {
		t.Errorf("the answers are %s", out)
	}
}

// A client that does not read, or has gone, does not keep the server.
func TestServerEndsWithoutAReader(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		end    func(*exec.Cmd, io.Closer) error
		code   int
		stderr string
	}{
		"SIGTERM": {func(c *exec.Cmd, _ io.Closer) error { return c.Process.Signal(syscall.SIGTERM) }, exitClean, ""},
		"gone":    {func(_ *exec.Cmd, out io.Closer) error { return out.Close() }, exitUsage, "kubegap-lint: serve agents: write messages: broken pipe\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := server(t, checkout(t))
			var stderr bytes.Buffer
			command.Stderr = &stderr
			output, err := command.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			s := begin(t, command, output)
			// The answers are more than a pipe holds.
			for id := range 50 {
				s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/list"}`, id+2))
			}
			if err := tc.end(command, output); err != nil {
				t.Fatal(err)
			}
			_ = command.Wait() // The exit code tells.
			if code := command.ProcessState.ExitCode(); code != tc.code || stderr.String() != tc.stderr {
				t.Errorf("the exit code is %d, want %d; standard error is %q, want %q", code, tc.code, &stderr, tc.stderr)
			}
		})
	}
}

func TestServerEndsWhenItIsTold(t *testing.T) {
	t.Parallel()
	root := checkout(t)
	for name, end := range map[string]func(*exec.Cmd, rawSession) error{
		"end of input": func(_ *exec.Cmd, s rawSession) error { return s.input.Close() },
		"SIGTERM":      func(c *exec.Cmd, _ rawSession) error { return c.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			command := server(t, root)
			var stderr bytes.Buffer
			command.Stderr = &stderr
			s := startRaw(t, command)
			// A run is under way.
			s.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"lint","arguments":{}}}`)
			if err := end(command, s); err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, s.output)
			if err := command.Wait(); err != nil {
				t.Errorf("the process ends with %v", err)
			}
			if stderr.Len() > 0 {
				t.Errorf("standard error is %q", &stderr)
			}
		})
	}
}
