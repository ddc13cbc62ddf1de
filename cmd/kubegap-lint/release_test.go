package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/render/gittest"
)

// TestReleaseLatest runs the step of the release that tells whether a tag is the
// latest version, in a repository with the tags before it.
func TestReleaseLatest(t *testing.T) {
	t.Parallel()
	steps := releaseSteps(t)
	script := steps[stepWith(t, steps, "latest=$latest")].Run
	tags := []string{"v0.9.0", "v0.10.0", "v0.10.1", "v1.0.0-rc.1", "v0.10.2.3", "vnext", "nightly", "9.9.9"}
	for _, tc := range []struct{ tag, want string }{
		{"v0.10.2", "latest=true\n"},
		{"v0.11.0", "latest=true\n"},
		{"v1.0.0", "latest=true\n"},
		{"v0.9.1", "latest=false\n"},
		{"v0.10.0", "latest=false\n"},
		{"v1.0.0-rc.2", "latest=false\n"},
	} {
		t.Run(tc.tag, func(t *testing.T) {
			t.Parallel()
			git := gittest.New(t)
			git.CommitAll()
			for _, tag := range append(tags, tc.tag) {
				git.Run("tag", "--force", tag)
			}
			outputs := filepath.Join(t.TempDir(), "outputs")
			cmd := exec.Command("bash", "-e", "-c", script)
			cmd.Dir, cmd.Env = git.Dir, append(git.Environment(), "GITHUB_REF_NAME="+tc.tag, "GITHUB_OUTPUT="+outputs)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if got, err := os.ReadFile(outputs); err != nil || string(got) != tc.want {
				t.Errorf("outputs are %q (%v), want %q", got, err, tc.want)
			}
		})
	}
}

// TestReleaseOrder has what everybody sees, the release and the latest image, come
// after what can fail.
func TestReleaseOrder(t *testing.T) {
	t.Parallel()
	steps := releaseSteps(t)
	var order []int
	for _, part := range []string{"make release-dry-run", "gh release create", "gh release upload", "docker://$IMAGE:$version", "--draft=false", "docker://$IMAGE:latest"} {
		order = append(order, stepWith(t, steps, part))
	}
	if !slices.IsSorted(order) {
		t.Errorf("the steps have the order %v", order)
	}
	if i := order[1]; !strings.Contains(steps[i].Run, "--draft") {
		t.Errorf("the release is published when it is created: %s", steps[i].Run)
	}
}

// releaseStep is a step of the workflow that makes a release.
type releaseStep struct{ Run string }

func releaseSteps(t *testing.T) []releaseStep {
	t.Helper()
	data, err := os.ReadFile("../../.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		Jobs struct {
			Release struct{ Steps []releaseStep }
		}
	}
	if err := yaml.Unmarshal(data, &workflow); err != nil {
		t.Fatal(err)
	}
	return workflow.Jobs.Release.Steps
}

// stepWith gives the index of the one step whose script has a part.
func stepWith(t *testing.T, steps []releaseStep, part string) int {
	t.Helper()
	has := func(s releaseStep) bool { return strings.Contains(s.Run, part) }
	i := slices.IndexFunc(steps, has)
	if i < 0 || slices.ContainsFunc(steps[i+1:], has) {
		t.Fatalf("not one step has %s", part)
	}
	return i
}
