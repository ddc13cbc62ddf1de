package helm_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
)

// chartFiles is a chart with a custom resource definition, a hook and a test.
var chartFiles = map[string]string{
	"app/Chart.yaml":  "apiVersion: v2\nname: app\nversion: 1.0.0\n",
	"app/values.yaml": "a: default\n",
	"values.yaml":     "a: file\nb: file\n",
	"app/crds/c.yaml": "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: c}\n",
	"app/templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}.{{ .Release.Namespace }}.{{ .Values.a }}.{{ .Values.b }}\n" +
		"  labels: {kube: {{ .Capabilities.KubeVersion.Version }}, has: {{ .Capabilities.APIVersions.Has \"example.com/v1\" | quote }}}\n",
	"app/templates/hook.yaml": "apiVersion: batch/v1\nkind: Job\nmetadata: {name: hook, annotations: {helm.sh/hook: post-install}}\n",
	"app/templates/test.yaml": "apiVersion: v1\nkind: Pod\nmetadata: {name: test, annotations: {helm.sh/hook: test-success}}\n",
}

func TestTemplate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		request helm.Request
		paths   []string
		text    string
	}{
		{
			name:    "everything by default but the definitions",
			request: helm.Request{Chart: "app"},
			paths:   []string{"app/templates/a.yaml", "app/templates/test.yaml", "app/templates/hook.yaml"},
			text:    "name: release-name.default.default.",
		},
		{
			name:    "definitions first",
			request: helm.Request{Chart: "app", IncludeCRDs: true, SkipHooks: true},
			paths:   []string{"app/crds/c.yaml", "app/templates/a.yaml"},
			text:    "kind: CustomResourceDefinition",
		},
		{
			name:    "no tests",
			request: helm.Request{Chart: "app", SkipTests: true},
			paths:   []string{"app/templates/a.yaml", "app/templates/hook.yaml"},
			text:    "kind: Job",
		},
		{
			name: "values win over files",
			request: helm.Request{
				Chart: "app", SkipHooks: true, ReleaseName: "rel", Namespace: "ns",
				ValueFiles: []string{"values.yaml"}, Values: map[string]any{"b": "map"},
			},
			paths: []string{"app/templates/a.yaml"},
			text:  "name: rel.ns.file.map",
		},
		{
			name: "capabilities and a name template",
			request: helm.Request{
				Chart: "app", SkipHooks: true, KubeVersion: "1.30", APIVersions: []string{"example.com/v1"},
				NameTemplate: `{{ upper "abc" }}`, ReleaseName: "unused",
			},
			paths: []string{"app/templates/a.yaml"},
			text:  "name: ABC.default.default.\n  labels: {kube: v1.30, has: \"true\"}",
		},
	}
	r := helm.New(openFiles(t, chartFiles), helm.Options{})
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			result, err := r.Template(t.Context(), test.request)
			if err != nil || len(result.Failures)+len(result.Skipped) > 0 {
				t.Fatal(err, result.Failures, result.Skipped)
			}
			var paths []string
			for _, m := range result.Manifests {
				paths = append(paths, m.Path)
				if m.File != m.Path {
					t.Errorf("the file of %s is %s", m.Path, m.File)
				}
			}
			if diff := cmp.Diff(test.paths, paths); diff != "" {
				t.Error(diff)
			}
			if !strings.Contains(result.Text, test.text) {
				t.Errorf("%q is not in\n%s", test.text, result.Text)
			}
		})
	}
}

func TestTemplateRefusesRequests(t *testing.T) {
	t.Parallel()
	r := helm.New(openFiles(t, chartFiles), helm.Options{})
	tests := map[string]helm.Request{
		"version":               {Chart: "app", KubeVersion: "newest"},
		"name template":         {Chart: "app", NameTemplate: "{{"},
		"reads the environment": {Chart: "app", NameTemplate: `{{ env "HOME" }}`},
		"name template fails":   {Chart: "app", NameTemplate: `{{ index "" 3 }}`},
	}
	for name, request := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if result, err := r.Template(t.Context(), request); err == nil {
				t.Errorf("no error, but %q", result.Text)
			}
		})
	}
}

// openFiles opens a tree that holds the files.
func openFiles(t *testing.T, files map[string]string) *fsys.Tree {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, dir+"/"+name, []byte(text))
	}
	tree, err := fsys.Open(dir)
	check(t, err)
	return tree
}
