package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fenced gives a directory to serve that has the links and files of a hostile
// repository, beside one that must not be seen.
func fenced(t *testing.T) (dir, secret string) {
	t.Helper()
	top := t.TempDir()
	dir, secret = filepath.Join(top, "repo"), filepath.Join(top, "secret")
	const pod = "{apiVersion: v1, kind: Pod, metadata: {name: secret-name}}\n"
	for name, text := range map[string]string{
		"secret/pod.yaml":               pod,
		"secret/kustomization.yaml":     "resources: [pod.yaml]\n",
		"secret/values.yaml":            "name: secret-name\n",
		"secret/.kubegap.yaml":          "secret-name: 1\n",
		"repo/own.yaml":                 strings.ReplaceAll(pod, "secret-name", "own"),
		"repo/above/kustomization.yaml": "resources: [../../secret]\n",
		"repo/chart/Chart.yaml":         "{apiVersion: v2, name: c, version: 1.0.0}\n",
		"repo/chart/templates/p.yaml":   "{apiVersion: v1, kind: Pod, metadata: {name: {{ .Values.name | default \"own\" }}}}\n",
		"repo/config/own.yaml":          strings.ReplaceAll(pod, "secret-name", "own"),
	} {
		writeShown(t, filepath.Join(top, filepath.FromSlash(name)), []byte(text))
	}
	for name, target := range map[string]string{
		"linked": "../secret", "linked.yaml": "../secret/pod.yaml", "absolute": secret, "values.yaml": "../secret/values.yaml",
		"config/.kubegap.yaml": "../../secret/.kubegap.yaml", "chart/values.yaml": "../../secret/values.yaml",
	} {
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			t.Fatal(err)
		}
	}
	return dir, secret
}

func TestAgentReadsNothingOutside(t *testing.T) {
	t.Parallel()
	dir, secret := fenced(t)
	client := agentSession(t, dir, mcpFlags{}, nil)
	const outside = "lies outside of the directory that is served"
	for _, tc := range []struct {
		name      string
		arguments map[string]any
		want      string
	}{
		{"parent", map[string]any{"paths": []string{"../.."}}, outside},
		{"neighbour", map[string]any{"paths": []string{"../secret"}}, outside},
		{"dots within", map[string]any{"paths": []string{"chart/../../secret"}}, outside},
		{"absolute", map[string]any{"paths": []string{secret}}, outside},
		{"what is not there, outside", map[string]any{"paths": []string{"/nothing/here"}}, outside},
		{"second of several", map[string]any{"paths": []string{"own.yaml", "/etc/passwd"}}, outside},
		{"linked directory", map[string]any{"paths": []string{"linked"}}, outside},
		{"below a linked directory", map[string]any{"paths": []string{"linked/pod.yaml"}}, outside},
		{"linked file", map[string]any{"paths": []string{"linked.yaml"}}, outside},
		{"absolute link", map[string]any{"paths": []string{"absolute"}}, outside},
		{"values", map[string]any{"values": []string{"../secret/values.yaml"}}, outside},
		{"linked values", map[string]any{"values": []string{"values.yaml"}}, outside},
		{"not there", map[string]any{"paths": []string{"nothing"}}, "nothing: no such file or directory"},
		{"long", map[string]any{"paths": []string{strings.Repeat("x/", 2000)}}, "x"},
		{"zero byte", map[string]any{"paths": []string{"own\x00.yaml"}}, "own"},
		{"configuration", map[string]any{"paths": []string{"config"}}, ".kubegap.yaml: leads out of the repository"},
		// What is in the repository is rendered, without what it refers to outside.
		{"base", map[string]any{"paths": []string{"above"}}, ""},
		{"chart", map[string]any{"paths": []string{"chart"}}, ""},
		{"inside, by dots", map[string]any{"paths": []string{"../repo/own.yaml"}}, ""},
		{"inside, absolute", map[string]any{"paths": []string{filepath.Join(dir, "own.yaml")}}, ""},
		{"everything", map[string]any{}, ""},
	} {
		for _, tool := range []string{"lint", "render", "list_units"} {
			answer, err := callTool(t, client, tool, tc.arguments)
			switch {
			case tc.want == "" && err != nil:
				t.Errorf("%s, %s: %v", tc.name, tool, err)
			case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
				t.Errorf("%s, %s: error is %v, want %q; answer %s", tc.name, tool, err, tc.want, answer)
			case bytes.Contains(answer, []byte("secret-name")) || err != nil && strings.Contains(err.Error(), "secret-name"):
				t.Errorf("%s, %s: what lies outside is read: %s", tc.name, tool, answer)
			}
		}
	}
	if _, err := callTool(t, client, "lint", map[string]any{"baseline": "../secret/pod.yaml"}); err == nil || !strings.Contains(err.Error(), outside) {
		t.Errorf("baseline: error is %v", err)
	}
}
