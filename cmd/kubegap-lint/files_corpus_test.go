package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// TestFilesOnCorpus changes one value of a random file of a real repository, over
// and over: each unit of which the objects are others then has the file among its
// Files. An object of another kind is the same as none, which leaves no trace.
func TestFilesOnCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, repo := range []struct {
		name    string
		changes int
	}{
		{"flux+homelab-a", 25},
		{"flux+homelab-b", 25},
		{"fluxcd+flux2", 20},
		{"fluxcd+flux2-kustomize-helm-example", 60},
		{"fluxcd+flux2-multi-tenancy", 60},
		{"aws-samples+eks-gitops-crossplane-flux", 60},
		{"openinfradev+decapod-base-yaml", 20},
		{"argoproj+argo-cd", 15},
		{"argoproj-labs+argocd-autopilot", 40},
		{"aws-samples+eks-blueprints-add-ons", 25},
		{"gitops-bridge-dev+gitops-bridge", 40},
		{"gitops-bridge-dev+gitops-bridge-argocd-control-plane-template", 60},
		{"konstructio+gitops-template", 25},
		{"GoogleCloudPlatform+microservices-demo", 30},
		{"stefanprodan+podinfo", 40},
		{"kubernetes-sigs+external-dns", 30},
		{"coredns+helm", 20},
	} {
		t.Run(repo.name, func(t *testing.T) {
			dir, err := filepath.Abs(filepath.Join(corpus, repo.name))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(dir); err != nil {
				t.Skip(err)
			}
			changeValues(t, dir, repo.changes)
		})
	}
}

// changeTime bounds the time that a repository takes, after which no further change
// is begun.
const changeTime = 3 * time.Second

// changeValues changes one value in the repository, several times.
func changeValues(t *testing.T, dir string, times int) {
	start := time.Now()
	before, again := unitsWith(t, dir, nil), unitsWith(t, dir, nil)
	environments := map[string]bool{}
	for _, u := range before {
		environments[u.Environment] = true
	}
	files := filesToChange(t, dir, before)
	random := rand.New(rand.NewPCG(8, uint64(len(files)))) //nolint:gosec // The same files each time.
	done, differ := 0, 0
	for ; done == 0 || done < times && time.Since(start) < changeTime; done++ {
		file := files[random.IntN(len(files))]
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(file)))
		if err != nil {
			t.Fatal(err)
		}
		line, changed := changeValue(random, text)
		if line == 0 {
			continue
		}
		for name, u := range unitsWith(t, dir, map[string][]byte{file: changed}) {
			was, known := before[name]
			if known && (was.objects == u.objects || was.objects != again[name].objects) {
				continue // A chart may make something up on each rendering.
			}
			if !known && (u.Deployer.Kind == "" || !environments[u.Environment]) {
				continue // It was there as a part of another one, or of another cluster.
			}
			differ++
			if !slices.Contains(u.Files, file) {
				t.Errorf("%s:%d shapes %s, which does not have it among its %d files", file, line, name, len(u.Files))
			}
		}
	}
	t.Logf("%d changes make %d units others", done, differ)
}

// renderedUnit is a unit with its objects as a text.
type renderedUnit struct {
	render.Unit
	objects string
}

// unitsWith gives the units of a repository by their names, with other texts of
// some files.
func unitsWith(t *testing.T, dir string, texts map[string][]byte) map[string]renderedUnit {
	t.Helper()
	app, _ := testApp(t, dir)
	repo, err := app.openWith(context.Background(), renderFlags{root: "."}, []string{"."}, texts)
	if err != nil {
		t.Fatal(err)
	}
	defer repo.close()
	result := repo.deploy(t.Context(), repo.plan.Targets, app.startProgress(0))
	units := map[string]renderedUnit{}
	for _, u := range slices.Concat(result.Bare, result.Units) {
		var objects bytes.Buffer
		for _, o := range u.Objects {
			if err := json.NewEncoder(&objects).Encode(o.Body); err != nil {
				t.Fatal(err)
			}
		}
		units[string(u.Target.Kind)+" "+u.Target.Name()] = renderedUnit{u, objects.String()}
	}
	return units
}

// filesToChange gives the files that may matter: those that are read, and a tenth of
// the others.
func filesToChange(t *testing.T, dir string, units map[string]renderedUnit) []string {
	t.Helper()
	read := map[string]bool{}
	for _, u := range units {
		for _, file := range u.Files {
			read[file] = true
		}
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	list, err := tree.Walk(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for i, file := range list.Files {
		switch path.Ext(file) {
		case ".yaml", ".yml", ".json", ".tpl", ".env", ".properties":
			if read[file] || i%10 == 0 {
				files = append(files, file)
			}
		}
	}
	return files
}

// aValue is a line that ends in a value.
var aValue = regexp.MustCompile(`(?m)^[ ]*(?:- )?(?:[\w./-]+: +|- +|[\w.]+=)["']?([\w./:-]+)["']?$`)

var aNumber = regexp.MustCompile(`[0-9]+$`)

// changeValue changes a value in a text, and gives its line; 0 where there is none.
func changeValue(random *rand.Rand, text []byte) (line int, changed []byte) {
	found := slices.DeleteFunc(aValue.FindAllSubmatchIndex(text, -1), func(at []int) bool {
		line := bytes.TrimSpace(text[at[0]:at[1]])
		return bytes.HasPrefix(line, []byte("kind:")) || bytes.HasPrefix(line, []byte("apiVersion:"))
	})
	if len(found) == 0 {
		return 0, nil
	}
	at := found[random.IntN(len(found))][2:4]
	value := text[at[0]:at[1]]
	other := string(value) + "x"
	switch number := aNumber.FindIndex(value); {
	case number != nil:
		n, err := strconv.Atoi(string(value[number[0]:]))
		if err == nil {
			other = string(value[:number[0]]) + strconv.Itoa(n+1)
		}
	case string(value) == "true":
		other = "false"
	case string(value) == "false":
		other = "true"
	}
	return 1 + bytes.Count(text[:at[0]], []byte("\n")), slices.Concat(text[:at[0]], []byte(other), text[at[1]:])
}
