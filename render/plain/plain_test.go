package plain_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/plain"
)

// lines gives one line for everything in a unit.
func lines(u render.Unit) []string {
	var out []string
	for _, o := range u.Objects {
		out = append(out, "object "+o.Source.Trace(nil).String()+" "+o.Kind()+" "+o.Name())
	}
	for _, list := range []struct {
		name     string
		problems []render.Problem
	}{{"failure", u.Failures}, {"skipped", u.Skipped}, {"warning", u.Warnings}} {
		for _, p := range list.problems {
			out = append(out, list.name+" "+p.Location.String()+" "+string(p.Reason)+": "+p.Message)
		}
	}
	if u.Partial {
		out = append(out, "partial")
	}
	return out
}

func TestFromBytes(t *testing.T) {
	t.Parallel()
	const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n"
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"empty":          {"", nil},
		"values":         {"a: b\n", nil},
		"one":            {pod, []string{"object in:2:1 Pod a"}},
		"file order":     {pod + "---\na: b\n---\n" + strings.Replace(pod, "name: a", "name: b", 1), []string{"object in:2:1 Pod a", "object in:9:1 Pod b"}},
		"list":           {"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n", []string{"object in:5:3 Pod "}},
		"list of others": {"apiVersion: v1\nkind: List\nitems:\n- a\n", []string{"failure in:4:3 not-a-manifest: item 0 of the list has no apiVersion and kind", "partial"}},
		"invalid": {pod + "---\na: b: c\n---\n" + pod,
			[]string{"object in:2:1 Pod a", "object in:9:1 Pod a", "failure in:6:5 invalid-yaml: mapping values are not allowed in this context", "partial"}},
		"binary": {"apiVersion: v1\x00", []string{"failure in:1:1 invalid-yaml: is binary, not YAML or JSON", "partial"}},
		"template": {pod + "---\n" + pod + "{{- if .x }}\n  namespace: b\n{{- end }}\n",
			[]string{"skipped in:10:1 template-text: is the text of a template, not YAML", "partial"}},
		"braces in text":    {pod + "  annotations: {a: '{{ x }}'}\n", []string{"object in:2:1 Pod a"}},
		"duplicate in YAML": {pod + "  name: b\n", []string{"object in:2:1 Pod b", `warning in:5:3 duplicate-key: key "name" is already set in line 4; the last one wins`}},
		"duplicate in JSON": {`{"apiVersion": "v1", "kind": "Pod", "kind": "Pod"}`,
			[]string{"object in:1:37 Pod ", `failure in:1:37 duplicate-key: key "kind" is already set in line 1; the last one wins`}},
		"duplicate elsewhere": {"a: b\na: c\n", nil},
		"kind alone":          {"kind: Pod\nmetadata: {name: a}\n", []string{"warning in:2:1 not-a-manifest: has no apiVersion, so no cluster accepts it"}},
		"apiVersion alone":    {"apiVersion: v1\nmetadata: {name: a}\n", []string{"warning in:2:1 not-a-manifest: has no kind, so no cluster accepts it"}},
		"kind is a list": {"apiVersion: v1\nkind: [Service]\n",
			[]string{"warning in:2:1 not-a-manifest: has a value for kind that is not a string, so no cluster accepts it"}},
		"apiVersion is a number": {"apiVersion: 5\nkind: Service\nmetadata: {name: a}\n",
			[]string{"warning in:1:1 not-a-manifest: has a value for apiVersion that is not a string, so no cluster accepts it"}},
		"empty kind":         {"apiVersion: v1\nkind: ''\nmetadata: {name: a}\n", []string{"warning in:2:1 not-a-manifest: has an empty kind, so no cluster accepts it"}},
		"empty apiVersion":   {"apiVersion: ''\nkind: A\nmetadata: {name: a}\n", []string{"warning in:1:1 not-a-manifest: has an empty apiVersion, so no cluster accepts it"}},
		"empty without more": {"apiVersion: ''\nkind: A\n", nil},
		"list of text":       {"apiVersion: v1\nkind: List\nitems: foo\n", []string{"failure in:3:1 not-a-manifest: the items of a List must be a sequence", "partial"}},
		"list of nothing":    {"apiVersion: v1\nkind: List\nitems: []\n", nil},
		"kind of a pipeline": {"kind: pipeline\nname: x\n", nil},
		"metadata alone":     {"metadata: {name: a}\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, lines(plain.FromBytes("in", []byte(test.text)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRender(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("pod.yaml", "apiVersion: v1\nkind: Pod\n")
	write("large.yaml", "")
	if err := os.Truncate(filepath.Join(dir, "large.yaml"), plain.MaxFileSize+1); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("pod.yaml", filepath.Join(dir, "link.yaml")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("loop.yaml", filepath.Join(dir, "loop.yaml")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(os.TempDir(), filepath.Join(dir, "out.yaml")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.yaml"), 0o644); err != nil {
		t.Fatal(err)
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	r := plain.New(tree)

	for name, want := range map[string][]string{
		"pod.yaml":    {"object pod.yaml:2:1 Pod "},
		"link.yaml":   {"object link.yaml:2:1 Pod "},
		"large.yaml":  {"skipped large.yaml too-large: the file has 64 MiB; more than 64 MiB are not read", "partial"},
		"absent.yaml": {"failure absent.yaml unreadable: cannot be read: no such file or directory", "partial"},
		"loop.yaml":   {"failure loop.yaml unreadable: cannot be read: too many levels of symbolic links", "partial"},
		"out.yaml":    {"failure out.yaml unreadable: cannot be read: path escapes from parent", "partial"},
		"pipe.yaml":   {"failure pipe.yaml unreadable: cannot be read: is not a regular file", "partial"},
	} {
		target := render.Target{Kind: render.KindPlain, Path: name}
		u := r.Render(t.Context(), target)
		if diff := cmp.Diff(want, lines(u)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff([]string{name}, u.Files); diff != "" {
			t.Errorf("%s: files (-want +got):\n%s", name, diff)
		}
		for _, p := range append(u.Failures, u.Skipped...) {
			if p.Unit != target.Name() {
				t.Errorf("%s: problem of unit %q", name, p.Unit)
			}
		}
	}

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if u := r.Render(cancelled, render.Target{Kind: render.KindPlain, Path: "pod.yaml"}); len(u.Failures) != 1 || len(u.Objects) != 0 {
		t.Errorf("a cancelled render gave %v", lines(u))
	}
}

// TestCorpus renders every YAML and JSON file of public repositories by itself.
func TestCorpus(t *testing.T) {
	t.Parallel()
	const corpus = "../../../shared/corpus"
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("no corpus")
	}
	tree, err := fsys.Open(corpus)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	r := plain.New(tree)
	counts := map[string]int{}
	err = filepath.WalkDir(corpus, func(path string, e os.DirEntry, err error) error {
		name, _ := filepath.Rel(corpus, path)
		switch filepath.Ext(name) {
		case ".yaml", ".yml", ".json":
		default:
			return err
		}
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		u := r.Render(t.Context(), render.Target{Kind: render.KindPlain, Path: filepath.ToSlash(name)})
		counts["files"]++
		counts["objects"] += len(u.Objects)
		counts["failures"] += len(u.Failures)
		counts["skipped"] += len(u.Skipped)
		counts["warnings"] += len(u.Warnings)
		checkClass(t, tree, name, u)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Log(counts)
}

// checkClass makes sure that Classify and Render agree on what a file is. Files
// in a dialect are none of Classify's business.
func checkClass(t *testing.T, tree *fsys.Tree, name string, u render.Unit) {
	t.Helper()
	data, err := tree.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range u.Objects {
		if o.Dialect != "" {
			return
		}
	}
	switch class := manifest.Classify(name, data); {
	case class == manifest.ClassOther && len(u.Objects) > 0,
		class == manifest.ClassManifest && len(u.Objects)+len(u.Failures)+len(u.Skipped) == 0 && !strings.Contains(string(data), "items: []"),
		class == manifest.ClassTemplate && len(u.Skipped) == 0,
		class == manifest.ClassInvalid && len(u.Failures) == 0:
		t.Errorf("%s has class %d, but renders to %v", name, class, lines(u))
	}
}
