package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestActionLints runs the Build and Lint steps of action.yml as the runner
// does, on the examples.
func TestActionLints(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	outputs, report := filepath.Join(temp, "outputs"), filepath.Join(temp, "report.sarif")
	env := append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+outputs,
		"INPUT_PATHS=examples/manifests examples/helm", "INPUT_ARGS=--pedantic", "INPUT_FAIL_ON=error", "INPUT_SARIF="+report)

	for _, step := range []string{"Build", "Lint"} {
		cmd := exec.Command("bash", "-e", "-c", actionStep(t, root, step))
		cmd.Dir, cmd.Env = root, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("step %s: %v\n%s", step, err, out)
		}
	}
	if got, err := os.ReadFile(outputs); err != nil || string(got) != "exit-code=1\n" {
		t.Errorf("outputs %q (%v), want exit-code=1", got, err)
	}
	if got, err := os.ReadFile(report); err != nil || !strings.Contains(string(got), `"version": "2.1.0"`) {
		t.Errorf("no SARIF report: %v", err)
	}

	// A mistake in the command line fails the step: there is no report to upload.
	cmd := exec.Command("bash", "-e", "-c", actionStep(t, root, "Lint"))
	cmd.Dir, cmd.Env = root, append(env, "INPUT_ARGS=--no-such-flag")
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) {
		t.Errorf("a usage error does not fail the step: %v", err)
	}
}

// actionStep gives the script of a step of action.yml.
func actionStep(t *testing.T, root, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Runs struct {
			Steps []struct{ Name, Run string }
		}
	}
	if err := yaml.Unmarshal(data, &action); err != nil {
		t.Fatal(err)
	}
	for _, step := range action.Runs.Steps {
		if step.Name == name {
			return step.Run
		}
	}
	t.Fatalf("action.yml has no step %q", name)
	return ""
}
