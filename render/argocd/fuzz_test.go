package argocd_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render/argocd"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/plain"
)

// FuzzDeploy deploys whatever a file holds. Each object for the controller ends in
// a unit or in further objects, all of which have a place.
func FuzzDeploy(f *testing.F) {
	for _, pattern := range []string{"testdata/*.txtar", "appset/testdata/*.txtar"} {
		scripts, err := filepath.Glob(pattern)
		if err != nil || len(scripts) == 0 {
			f.Fatal("no scripts", err)
		}
		for _, script := range scripts {
			archive, err := txtar.ParseFile(script)
			if err != nil {
				f.Fatal(err)
			}
			for _, file := range archive.Files {
				if file.Name == "root.yaml" || file.Name == "sets.yaml" {
					for document := range bytes.SplitSeq(file.Data, []byte("\n---\n")) {
						f.Add(document)
					}
				}
			}
		}
	}
	tree, err := fsys.Open("testdata/tree")
	if err != nil {
		f.Fatal(err)
	}
	defer tree.Close()
	c := argocd.New(tree, argocd.Options{
		Files: plain.New(tree), Kustomize: recorder{}, Helm: helm.New(tree, helm.Options{}),
	})
	f.Fuzz(func(t *testing.T, data []byte) {
		deployFuzzed(t, c, plain.FromBytes("root.yaml", data).Objects, 2)
	})
}

func deployFuzzed(t *testing.T, c *argocd.Controller, objects []manifest.Object, depth int) {
	t.Helper()
	for _, o := range objects {
		if !c.Deploys(o) || depth == 0 {
			continue
		}
		outcome := c.Deploy(t.Context(), gitops.Deployment{Object: o, Environment: &gitops.Environment{Name: "own"}, Last: true})
		if len(outcome.Units)+len(outcome.Objects) == 0 {
			t.Errorf("nothing came of %s %s", o.Kind(), o.Name())
		}
		for _, v := range outcome.Units {
			for _, made := range v.Objects {
				made.Source.Trace(manifest.Path{manifest.Key("metadata"), manifest.Key("name")})
			}
		}
		for _, made := range outcome.Objects {
			if made.Source.Trace(nil).File == "" {
				t.Errorf("%s %s has no place", made.Kind(), made.Name())
			}
		}
		deployFuzzed(t, c, outcome.Objects, depth-1)
	}
}
