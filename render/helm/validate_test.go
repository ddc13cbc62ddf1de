package helm_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
)

func TestValidate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"good.yaml": "a: 1\n", "empty.yaml": "", "list.yaml": "- a\n", "broken.yaml": "a: b: c\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	for name, c := range map[string]struct {
		options helm.Options
		want    string
	}{
		"nothing":           {helm.Options{}, ""},
		"good":              {helm.Options{KubeVersion: "1.30", Set: []string{"a.b=c"}, SetString: []string{"d=1"}, ValueFiles: []string{"good.yaml", "empty.yaml"}}, ""},
		"version":           {helm.Options{KubeVersion: "soon"}, `--kube-version "soon" is no version`},
		"set":               {helm.Options{Set: []string{"a["}}, "--set a["},
		"set-string":        {helm.Options{SetString: []string{"a["}}, "--set-string a["},
		"absent file":       {helm.Options{ValueFiles: []string{"absent.yaml"}}, "--values absent.yaml: no such file"},
		"file of a list":    {helm.Options{ValueFiles: []string{"list.yaml"}}, "--values list.yaml: the values are no mapping"},
		"file that is none": {helm.Options{ValueFiles: []string{"broken.yaml"}}, "--values broken.yaml:1:"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.options.Validate(tree)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("error %v, want none", err)
			case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
				t.Errorf("error %v, want one that begins with %q", err, c.want)
			}
		})
	}
}
