package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fixesOf decodes the answer of a tool that fixes.
func fixesOf(t *testing.T, answer json.RawMessage) (out struct {
	Written bool
	Fixed   []struct{ Fingerprint, Rule string }
	Files   []struct{ Name, Diff string }
	Digest  string
}) {
	t.Helper()
	if err := json.Unmarshal(answer, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// An agent lints, explains, has a fix proposed, and applies it.
func TestAgentFixesAFinding(t *testing.T) {
	t.Parallel()
	root := checkout(t)
	file := filepath.Join(root, "examples", "flux", "charts", "mailer", "values.yaml")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	client := agentSession(t, root, mcpFlags{allowWrites: true}, nil)
	ask := func(tool string, arguments map[string]any) json.RawMessage {
		t.Helper()
		arguments["paths"] = []string{"examples/flux"}
		answer, err := callTool(t, client, tool, arguments)
		if err != nil {
			t.Fatalf("%s %v: %v", tool, arguments, err)
		}
		return answer
	}
	var report struct {
		Findings []struct {
			Fingerprint, Rule string
			Fixable           bool
		}
	}
	if err := json.Unmarshal(ask("lint", map[string]any{}), &report); err != nil {
		t.Fatal(err)
	}
	const rule = "IL-0178/prestop-eats-grace-period"
	fingerprint, fixable := "", 0
	for _, f := range report.Findings {
		if f.Fixable {
			fixable++
		}
		if f.Rule == rule {
			fingerprint = f.Fingerprint
		}
	}
	if fingerprint == "" || fixable == 0 || fixable == len(report.Findings) {
		t.Fatalf("the findings are %+v", report.Findings)
	}

	byFingerprint := fixesOf(t, ask("propose_fix", map[string]any{"fingerprints": []string{fingerprint}}))
	if len(byFingerprint.Files) != 1 || !strings.Contains(byFingerprint.Files[0].Diff, "\n-terminationGracePeriodSeconds: 45\n+terminationGracePeriodSeconds: 90\n") {
		t.Errorf("the files are %+v", byFingerprint.Files)
	}
	byRule := fixesOf(t, ask("propose_fix", map[string]any{"only": []string{rule}, "object": "Deployment storefront/mailer"}))
	if diff := cmp.Diff(byFingerprint, byRule); diff != "" {
		t.Errorf("the fix by rule and object differs (-fingerprint +rule):\n%s", diff)
	}
	if now, err := os.ReadFile(file); err != nil || string(now) != string(before) {
		t.Errorf("what is proposed is written: %v\n%s", err, now)
	}

	applied := fixesOf(t, ask("apply_fix", map[string]any{"fingerprints": []string{fingerprint}, "digest": byFingerprint.Digest}))
	if now, err := os.ReadFile(file); err != nil || !applied.Written || !strings.Contains(string(now), "terminationGracePeriodSeconds: 90\n") {
		t.Errorf("the file is %s, %v", now, err)
	}
	if after := string(ask("lint", map[string]any{})); strings.Contains(after, fingerprint) {
		t.Error("the finding is still there")
	}
	if _, err := callTool(t, client, "propose_fix", map[string]any{"paths": []string{"examples/flux"}, "fingerprints": []string{fingerprint}}); err == nil || !strings.Contains(err.Error(), fingerprint) {
		t.Errorf("a fingerprint that is gone: %v", err)
	}
}

func TestAgentOnlyReadsUnlessAsked(t *testing.T) {
	t.Parallel()
	client := agentSession(t, checkout(t), mcpFlags{}, nil)
	list, err := client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s writes", tool.Name)
		}
	}
}
