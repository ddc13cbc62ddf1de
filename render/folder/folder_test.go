package folder_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/folder"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// write writes files into a folder and gives its path.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n"

// split is a file that holds two others.
const split = `# clusters/prod/apps.yaml
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  path: ./apps
  prune: true
  sourceRef: {kind: GitRepository, name: flux-system}
---
# apps/config.yaml
` + config

func TestRender(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{
		"one.yaml":             config,
		"split.yaml":           split,
		"all/chart/Chart.yaml": "apiVersion: v2\nname: web\nversion: 0.1.0\n", "all/chart/templates/c.yaml": config,
		"all/overlay/kustomization.yaml": "resources: [c.yaml]\n", "all/overlay/c.yaml": config,
		"all/plain.yaml": config,
	})
	for _, test := range []struct {
		path string
		want []string
	}{
		{"one.yaml", []string{"plain one.yaml"}},
		{"all", []string{"plain plain.yaml", "kustomize overlay", "helm chart"}},
		{"split.yaml", []string{"plain clusters/prod/apps.yaml", "flux apps"}},
	} {
		units, failures, done, err := folder.Render(t.Context(), filepath.Join(dir, test.path))
		if err != nil || len(failures) > 0 {
			t.Fatalf("%s: failures are %v, error is %v", test.path, failures, err)
		}
		var got []string
		for _, unit := range units {
			got = append(got, string(unit.Target.Kind)+" "+unit.Target.Path)
			if len(unit.Objects) != 1 || len(unit.Failures) > 0 {
				t.Errorf("%s: %d objects, failures are %v", unit.Target.Path, len(unit.Objects), unit.Failures)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.path, diff)
		}
		done()
	}
}

func TestRenderFailures(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"kustomization.yaml": "resources: [\n"})
	units, failures, done, err := folder.Render(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	done()
	count := len(failures)
	for _, unit := range units {
		count += len(unit.Failures)
	}
	if count == 0 {
		t.Error("a kustomization that is no YAML is no failure")
	}
	if _, _, _, err := folder.Render(t.Context(), filepath.Join(dir, "none.yaml")); err == nil || err.Error() != "read fixture: no such file or directory" {
		t.Errorf("error is %v", err)
	}
}

// A line has the number that it has in the file.
func TestSplitLines(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"split.yaml": split})
	units, _, done, err := folder.Render(t.Context(), filepath.Join(dir, "split.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	path, err := manifest.PathOf("metadata", "name")
	if err != nil {
		t.Fatal(err)
	}
	at := units[len(units)-1].Objects[0].Source.Trace(path).Location
	if at.File != "apps/config.yaml" || at.Line != 13 {
		t.Errorf("the name of the ConfigMap is at %s, want line 13", at)
	}
}

func TestSplitThatLeavesTheFixture(t *testing.T) {
	t.Parallel()
	dir := write(t, map[string]string{"split.yaml": "# ../../escaped.yaml\n" + config})
	if _, _, _, err := folder.Render(t.Context(), filepath.Join(dir, "split.yaml")); err == nil || err.Error() != "write fixture: ../../escaped.yaml leads out of the fixture" {
		t.Errorf("error is %v", err)
	}
}
