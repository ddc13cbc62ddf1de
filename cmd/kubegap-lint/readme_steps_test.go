package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"go.yaml.in/yaml/v3"
)

// readmeStep gives the script of a step in the workflows of the README.
func readmeStep(t *testing.T, name string) string {
	t.Helper()
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	type step struct{ Name, Run string }
	for _, block := range blocks.FindAllSubmatch(page, -1) {
		var workflow struct {
			Steps []step
			Jobs  map[string]struct{ Steps []step }
		}
		if string(block[1]) != "yaml" || yaml.Unmarshal(block[3], &workflow) != nil {
			continue
		}
		steps := workflow.Steps
		for _, job := range workflow.Jobs {
			steps = append(steps, job.Steps...)
		}
		for _, s := range steps {
			if s.Name == name {
				return s.Run
			}
		}
	}
	t.Fatalf("the README has no step %q", name)
	return ""
}

// runStep runs a script as GitHub does where a workflow names no shell
// (https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstepsshell),
// with the program and other programs of the test on the path.
func runStep(t *testing.T, dir, script string, programs map[string]string, env ...string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "kubegap-lint")); err != nil {
		t.Fatal(err)
	}
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("bash", "-e", "-c", script)
	cmd.Dir, cmd.Env = dir, append(append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH")), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, script, out)
	}
}

// TestReadmeShowsTree runs the step that puts the tree into the summary of a job, where a
// cluster has the name of a fence, and a file does not render.
func TestReadmeShowsTree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	summary := filepath.Join(dir, "summary.md")
	app := "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: web}\nspec:\n  destination: {name: '```'}\n  source: {repoURL: https://example.com/x.git, path: web}\n"
	for name, text := range map[string]string{
		".git/config": "[remote \"origin\"]\n\turl = https://example.com/x.git\n",
		"app.yaml":    app,
		"web/cm.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
		"broken.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a: b}\n",
	} {
		writeShown(t, filepath.Join(dir, name), []byte(text))
	}
	runStep(t, dir, readmeStep(t, "Show what is deployed"), nil, "GITHUB_STEP_SUMMARY="+summary)
	text, err := os.ReadFile(summary)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := goldmark.Convert(text, &page); err != nil {
		t.Fatal(err)
	}
	html := page.String()
	if !strings.HasPrefix(html, "<pre><code>") || !strings.Contains(html, "1 object in ```\n") || strings.Count(html, "</pre>") != 1 || !strings.HasSuffix(html, "</code></pre>\n") {
		t.Errorf("the summary is no block of text:\n%s\n%s", text, html)
	}
}

// TestReadmeComments runs the step that comments on a pull request, with a program in the
// place of gh that writes down how it is called, and finds a comment or none.
func TestReadmeComments(t *testing.T) {
	t.Parallel()
	const gh = "#!/bin/sh\nprintf '%s\\n' \"$*\" >> calls\ncase \"$*\" in *--paginate*) printf \"$FOUND\" ;; esac\n"
	for name, test := range map[string]struct{ found, call string }{
		"none": {"", "api --silent repos/o/r/issues/7/comments --field body=@report.md"},
		"one":  {`https://api.example/1\n`, "api --silent --method PATCH https://api.example/1 --field body=@report.md"},
		"two":  {`https://api.example/1\nhttps://api.example/2\n`, "api --silent --method PATCH https://api.example/1 --field body=@report.md"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, "report.md"), []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
			runStep(t, dir, readmeStep(t, "Show the report"), map[string]string{"gh": gh},
				"GITHUB_STEP_SUMMARY="+filepath.Join(dir, "summary.md"), "GITHUB_REPOSITORY=o/r", "PULL_REQUEST=7", "FOUND="+test.found)
			calls, err := os.ReadFile(filepath.Join(dir, "calls"))
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(string(calls)), "\n")
			if diff := cmp.Diff(test.call, lines[len(lines)-1]); diff != "" || len(lines) != 2 {
				t.Errorf("calls (-want +got):\n%s\n%s", diff, calls)
			}
			if !strings.Contains(lines[0], `startswith("<!-- kubegap-lint -->")`) {
				t.Errorf("looks for comments by %s", lines[0])
			}
		})
	}
}
