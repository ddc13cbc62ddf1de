package main

import (
	"errors"
	"io/fs"
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
	outputs, report, summary := filepath.Join(temp, "outputs"), filepath.Join(temp, "report.sarif"), filepath.Join(temp, "summary.md")
	env := append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+outputs, "GITHUB_STEP_SUMMARY="+summary,
		"INPUT_PATHS=examples/manifests examples/helm", "INPUT_ARGS=--pedantic", "INPUT_FAIL_ON=error", "INPUT_SARIF="+report,
		"INPUT_ANNOTATIONS=false", "INPUT_SUMMARY=true", "SOURCE_URL=https://github.com/o/r/blob/sha")
	run := func(step string, more ...string) (string, error) {
		cmd := exec.Command("bash", "-e", "-c", actionStep(t, root, step))
		cmd.Dir, cmd.Env = root, append(env, more...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}

	if out, err := run("Build"); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	out, err := run("Lint")
	if err != nil || !strings.Contains(out, "examples/manifests/shop/checkout.yaml:") {
		t.Errorf("lint: %v, log without findings:\n%s", err, out)
	}
	for file, want := range map[string]string{outputs: "exit-code=1\n", report: `"version": "2.1.0"`, summary: "https://github.com/o/r/blob/sha/examples/manifests/shop/checkout.yaml#L"} {
		if got, err := os.ReadFile(file); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: want %q: %v", filepath.Base(file), want, err)
		}
	}

	// Annotations take the place of the text, and the summary can be left out.
	if err := errors.Join(os.Remove(summary), os.Remove(filepath.Join(temp, "kubegap-lint.md"))); err != nil {
		t.Fatal(err)
	}
	out, err = run("Lint", "INPUT_ANNOTATIONS=true", "INPUT_SUMMARY=false")
	if err != nil || !strings.HasPrefix(out, "::") {
		t.Errorf("annotations: %v\n%s", err, out)
	}
	if _, err := os.Stat(summary); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a summary that nobody asked for: %v", err)
	}

	// A mistake in the command line fails the step: there is no report to upload.
	var exit *exec.ExitError
	if _, err := run("Lint", "INPUT_ARGS=--no-such-flag"); !errors.As(err, &exit) {
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
