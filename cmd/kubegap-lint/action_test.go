package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestAction runs the Build and Lint steps of action.yml as the runner does.
func TestAction(t *testing.T) {
	t.Parallel()
	a := newAction(t)
	if out, err := a.step(t, "Build"); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	t.Run("reports", a.testReports)
	t.Run("keeps alerts", a.testKeepsAlerts)
}

// testReports lints the examples.
func (a actionRun) testReports(t *testing.T) {
	out, err := a.step(t, "Lint")
	if err != nil || !strings.Contains(out, "examples/manifests/shop/checkout.yaml:") {
		t.Errorf("lint: %v, log without findings:\n%s", err, out)
	}
	for file, want := range map[string]string{a.outputs: "exit-code=1\n", a.report: `"version": "2.1.0"`, a.summary: "https://github.com/o/r/blob/sha/examples/manifests/shop/checkout.yaml#L"} {
		if got, err := os.ReadFile(file); err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%s: want %q: %v", filepath.Base(file), want, err)
		}
	}
	if !regexp.MustCompile(`(?s)\A::stop-commands::([0-9a-f]{32})\n.*\n::([0-9a-f]{32})::\n\z`).MatchString(out) {
		t.Errorf("commands are not stopped around the report:\n%s", out)
	}

	// Annotations take the place of the text, and the summary can be left out: that of
	// the step before stays there, once.
	before := a.read(t, a.summary)
	out, err = a.step(t, "Lint", "INPUT_ANNOTATIONS=true", "INPUT_SUMMARY=false")
	if err != nil || !strings.HasPrefix(out, "::error") {
		t.Errorf("annotations: %v\n%s", err, out)
	}
	if got := a.read(t, a.summary); got != before {
		t.Errorf("a summary that nobody asked for:\n%s", strings.TrimPrefix(got, before))
	}

	// A mistake in the command line fails the step: there is no report to upload, and
	// that of the step before is not shown again.
	var exit *exec.ExitError
	if _, err := a.step(t, "Lint", "INPUT_ARGS=--no-such-flag"); !errors.As(err, &exit) {
		t.Errorf("a usage error does not fail the step: %v", err)
	}
	if got := a.read(t, a.summary); got != before {
		t.Errorf("the summary after a usage error:\n%s", strings.TrimPrefix(got, before))
	}
	if _, err := os.Stat(a.report); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the report of the step before: %v", err)
	}
}

// testKeepsAlerts lints a folder in which a file does not render: its report would close
// the alerts of that file.
func (a actionRun) testKeepsAlerts(t *testing.T) {
	if err := os.Remove(a.outputs); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "app.yaml"), []byte("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a: b}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		upload, incomplete string
		warned             bool
	}{{"true", "false", true}, {"true", "true", false}, {"false", "false", false}} {
		out, err := a.step(t, "Lint", "INPUT_PATHS="+dir, "INPUT_UPLOAD="+test.upload, "INPUT_UPLOAD_INCOMPLETE="+test.incomplete)
		if err != nil || strings.Contains(out, "\n::warning ") != test.warned {
			t.Errorf("upload %s, upload-incomplete %s: %v\n%s", test.upload, test.incomplete, err, out)
		}
	}
	if got := a.read(t, a.outputs); got != strings.Repeat("exit-code=3\n", 3) {
		t.Errorf("outputs %q", got)
	}
	want := "inputs.upload == 'true' && (steps.lint.outputs.exit-code != '3' || inputs.upload-incomplete == 'true')"
	if got := actionStep(t, a.root, "Upload to code scanning").If; got != want {
		t.Errorf("the report is uploaded if %s, want if %s", got, want)
	}
}

// actionRun is a copy of what a runner has for the steps of action.yml.
type actionRun struct {
	root, temp, outputs, report, summary string
	env                                  []string
}

// newAction gives a runner whose report goes to a directory that is not there.
func newAction(t *testing.T) actionRun {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	a := actionRun{
		root: root, temp: temp, outputs: filepath.Join(temp, "outputs"),
		report: filepath.Join(temp, "reports", "kubegap.sarif"), summary: filepath.Join(temp, "summary.md"),
	}
	a.env = append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+a.outputs, "GITHUB_STEP_SUMMARY="+a.summary,
		"INPUT_PATHS=examples/manifests examples/helm", "INPUT_ARGS=--pedantic", "INPUT_FAIL_ON=error", "INPUT_SARIF="+a.report,
		"INPUT_ANNOTATIONS=false", "INPUT_SUMMARY=true", "INPUT_UPLOAD=true", "INPUT_UPLOAD_INCOMPLETE=false",
		"SOURCE_URL=https://github.com/o/r/blob/sha")
	return a
}

// step runs a step with more variables, and gives its log.
func (a actionRun) step(t *testing.T, name string, more ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", actionStep(t, a.root, name).Run)
	cmd.Dir, cmd.Env = a.root, append(a.env, more...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (a actionRun) read(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// actionStepText is what a step of action.yml does, and when.
type actionStepText struct{ Name, Run, If string }

// actionStep gives a step of action.yml.
func actionStep(t *testing.T, root, name string) actionStepText {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Runs struct{ Steps []actionStepText }
	}
	if err := yaml.Unmarshal(data, &action); err != nil {
		t.Fatal(err)
	}
	for _, step := range action.Runs.Steps {
		if step.Name == name {
			return step
		}
	}
	t.Fatalf("action.yml has no step %q", name)
	return actionStepText{}
}
