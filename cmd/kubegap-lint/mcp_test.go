package main

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/agent"
	"github.com/kubegap/kubegap-lint/render/gittest"
)

// agentSession gives the session of a client with the program in a directory.
func agentSession(t *testing.T, dir string, f mcpFlags, o *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	app, _ := testApp(t, dir)
	s, err := app.serve(f)
	if err != nil {
		t.Fatal(err)
	}
	serverSide, clientSide := mcp.NewInMemoryTransports()
	server, err := agent.New(s.program(), nil).Connect(t.Context(), serverSide, nil)
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
		s.tree.Close()
	})
	return client
}

// callTool gives the answer of a tool, or its error.
func callTool(t *testing.T, client *mcp.ClientSession, name string, arguments map[string]any) (json.RawMessage, error) {
	t.Helper()
	result, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s %v: %v", name, arguments, err)
	}
	if result.IsError {
		return nil, errors.New(result.Content[0].(*mcp.TextContent).Text)
	}
	data, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return data, nil
}

// fingerprintsOf gives the fingerprints in a JSON report, in order, and its exit code.
func fingerprintsOf(t *testing.T, report []byte) (fingerprints []string, exitCode int) {
	t.Helper()
	var r struct {
		Findings []struct{ Fingerprint string }
		ExitCode int
	}
	if err := json.Unmarshal(report, &r); err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		fingerprints = append(fingerprints, f.Fingerprint)
	}
	return fingerprints, r.ExitCode
}

func TestAgentSeesWhatTheCommandReports(t *testing.T) {
	t.Parallel()
	root := checkout(t)
	client := agentSession(t, root, mcpFlags{}, nil)
	for _, tc := range []struct {
		arguments map[string]any
		command   []string
	}{
		{map[string]any{}, nil},
		{map[string]any{"paths": []string{"examples/kustomize"}, "pedantic": true}, []string{"--pedantic", "examples/kustomize"}},
		{map[string]any{"paths": []string{"examples/flux"}, "failOn": "never"}, []string{"--fail-on", "never", "examples/flux"}},
		{map[string]any{"paths": []string{"examples"}, "only": []string{"IL-0178"}}, []string{"--only", "IL-0178", "examples"}},
		{map[string]any{"paths": []string{"examples/argocd/apps/ingress-nginx.yaml"}, "requireComplete": true}, []string{"--require-complete", "examples/argocd/apps/ingress-nginx.yaml"}},
		{map[string]any{"paths": []string{"examples/helm/scope"}, "set": []string{"service.type=ClusterIP"}, "kubeVersion": "1.33"},
			[]string{"--set", "service.type=ClusterIP", "--kube-version", "1.33", "examples/helm/scope"}},
	} {
		app, out := testApp(t, root)
		wantCode := app.Run(t.Context(), append([]string{"--format", "json"}, tc.command...))
		want, _ := fingerprintsOf(t, out.stdout.Bytes())
		answer, err := callTool(t, client, "lint", tc.arguments)
		if err != nil {
			t.Errorf("%v: %v", tc.arguments, err)
			continue
		}
		got, code := fingerprintsOf(t, answer)
		if diff := cmp.Diff(want, got); diff != "" || code != wantCode {
			t.Errorf("%v: exit code %d, want %d; findings (-command +agent):\n%s", tc.arguments, code, wantCode, diff)
		}
	}
}

func TestAgentLintsWhatChanged(t *testing.T) {
	t.Parallel()
	git := gittest.New(t)
	root := git.Dir
	const worker = "{apiVersion: v1, kind: Pod, metadata: {name: w}, spec: {containers: [{name: c, image: r.example/c:1, lifecycle: {preStop: {sleep: {seconds: 60}}}}]}}\n"
	writeShown(t, filepath.Join(root, "old.yaml"), []byte(worker))
	git.CommitAll()
	writeShown(t, filepath.Join(root, "new.yaml"), []byte(worker))
	client := agentSession(t, root, mcpFlags{}, nil)
	for since, want := range map[string]int{"": 2, "HEAD": 1} {
		answer, err := callTool(t, client, "lint", map[string]any{"changedSince": since})
		if since == "" {
			answer, err = callTool(t, client, "lint", nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := fingerprintsOf(t, answer); len(got) != want {
			t.Errorf("since %q: %d findings, want %d", since, len(got), want)
		}
	}
	if _, err := callTool(t, client, "lint", map[string]any{"changedSince": "--output=x"}); err == nil {
		t.Error("an option of git is a revision")
	}
}

func TestAgentExplainsSearchesAndRenders(t *testing.T) {
	t.Parallel()
	client := agentSession(t, checkout(t), mcpFlags{}, nil)
	for _, tc := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"explain", map[string]any{"id": "IL-0178"}, "Lotte ON"},
		{"explain", map[string]any{"id": "IL-0178", "lang": "ko"}, "증상"},
		{"search_cases", map[string]any{"query": "conntrack"}, `"IL-0049"`},
		{"list_cases", map[string]any{"component": []string{"cluster-dns"}}, `"IL-0049"`},
		{"similar_cases", map[string]any{"case": "IL-0178"}, `"IL-0049"`},
		{"list_rules", map[string]any{"kind": "Ingress"}, `"IL-0188/alb-ip-target-without-readiness-gate"`},
		{"list_units", map[string]any{"paths": []string{"examples/flux"}}, `"deployedBy":"HelmRelease storefront/mailer"`},
		{"render", map[string]any{"paths": []string{"examples/kustomize/overlays/prod"}, "kind": "Deployment"}, `replicas: 6`},
	} {
		answer, err := callTool(t, client, tc.tool, tc.arguments)
		if err != nil || !strings.Contains(string(answer), tc.want) {
			t.Errorf("%s %v: %v, want %s in %s", tc.tool, tc.arguments, err, tc.want, answer)
		}
	}
}

// In a directory with several repositories, each is one of its own, be it a checkout or
// marked by a configuration; what is marked by nothing belongs to the directory.
func TestAgentFindsTheRepository(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	writeShown(t, filepath.Join(top, "shop", ".git", "config"), nil)
	writeShown(t, filepath.Join(top, "mail", ".kubegap.yaml"), []byte("{}\n"))
	for _, dir := range []string{"shop", "mail", "misc"} {
		writeShown(t, filepath.Join(top, dir, "deploy", "pod.yaml"), []byte("{apiVersion: v1, kind: Pod, metadata: {name: a}}\n"))
	}
	client := agentSession(t, top, mcpFlags{}, nil)
	for path, want := range map[string]string{
		"shop/deploy": "shop", "shop/deploy/pod.yaml": "shop", "shop": "shop", ".": ".",
		"mail/deploy": "mail", "mail/deploy/pod.yaml": "mail", "mail": "mail", "misc/deploy": ".",
	} {
		answer, err := callTool(t, client, "render", map[string]any{"paths": []string{path}})
		var out struct{ Root string }
		if err == nil {
			err = json.Unmarshal(answer, &out)
		}
		if err != nil || out.Root != want {
			t.Errorf("the root of %s is %q, want %q, %v", path, out.Root, want, err)
		}
	}
}

// A configuration that is broken while the server runs is told to the agent, and
// serves again once it is repaired.
func TestAgentIsToldOfABrokenConfiguration(t *testing.T) {
	t.Parallel()
	root := checkout(t)
	client := agentSession(t, root, mcpFlags{}, nil)
	file := filepath.Join(root, ".kubegap.yaml")
	for _, tc := range []struct{ text, want string }{
		{"rules: {IL-9999: off}\n", `.kubegap.yaml:1: rules: there is no rule or case "IL-9999"`},
		{"rules: {}\n", ""},
	} {
		writeShown(t, file, []byte(tc.text))
		_, err := callTool(t, client, "lint", map[string]any{"paths": []string{"examples/kustomize"}})
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%s: error is %v, want %q", tc.text, err, tc.want)
		}
	}
}

func TestAgentsCallAtOnce(t *testing.T) {
	t.Parallel()
	client := agentSession(t, checkout(t), mcpFlags{}, nil)
	want := map[string]string{}
	paths := []string{"examples/kustomize", "examples/helm", "examples/flux", "examples/argocd", "examples/manifests"}
	for _, path := range paths {
		answer, err := callTool(t, client, "lint", map[string]any{"paths": []string{path}})
		if err != nil {
			t.Fatal(err)
		}
		want[path] = string(answer)
	}
	var calls sync.WaitGroup
	for _, path := range append(paths, paths...) {
		calls.Go(func() {
			if answer, err := callTool(t, client, "lint", map[string]any{"paths": []string{path}}); err != nil || string(answer) != want[path] {
				t.Errorf("%s: %v, %s", path, err, cmp.Diff(want[path], string(answer)))
			}
		})
	}
	calls.Wait()
}

func TestAgentCancelsARun(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	client := agentSession(t, checkout(t), mcpFlags{}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *mcp.ProgressNotificationClientRequest) { cancel() },
	})
	params := &mcp.CallToolParams{Name: "lint"}
	params.SetProgressToken("run")
	if result, err := client.CallTool(ctx, params); !errors.Is(err, context.Canceled) {
		t.Errorf("the call ends with %v, %+v", err, result)
	}
	if answer, err := callTool(t, client, "lint", map[string]any{"paths": []string{"examples/kustomize"}}); err != nil {
		t.Errorf("the next run: %v, %s", err, answer)
	}
}
