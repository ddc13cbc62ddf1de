package helm_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// corpus is where real repositories and what helm template makes of them lie,
// on machines that have them.
const corpus = "../../../shared"

// reference is one line of the corpus: a chart and what Helm made of it.
type reference struct {
	repo, path, flags, status, reason string
}

// explained tells why the objects of a chart differ from the reference.
var explained = map[reference]string{
	{"bitnami+charts", "bitnami/wordpress", "default+localdeps", "ok", ""}:    wrongVersion,
	{"bitnami+charts", "bitnami/wordpress", "skip-tests+localdeps", "ok", ""}: wrongVersion,

	{"aws+eks-charts", "stable/aws-load-balancer-controller", "set=clusterName=demo", "ok", ""}:                             list,
	{"kubernetes-sigs+aws-load-balancer-controller", "helm/aws-load-balancer-controller", "set=clusterName=demo", "ok", ""}: list,

	{"argoproj+argo-cd", links + "in-bounds-values-file-link", "default", "ok", ""}:        text,
	{"argoproj+argo-cd", links + "in-bounds-values-file-link", "skip-tests", "ok", ""}:     text,
	{"argoproj+argo-cd", links + "out-of-bounds-values-file-link", "default", "ok", ""}:    text,
	{"argoproj+argo-cd", links + "out-of-bounds-values-file-link", "skip-tests", "ok", ""}: text,

	{"stefanprodan+podinfo", "charts/podinfo", "default", "ok", ""}: "the names of test hooks are random",
}

const (
	wrongVersion = "the reference puts mariadb 23 in the place of 22.x.x"
	links        = "reposerver/repository/testdata/"
	text         = "values.yaml is the text of a link here, and Helm 3.22 refuses it"
	list         = "a List is taken apart here, and one object in the reference"
)

// TestCorpusMatchesHelm compares the objects of every chart of the corpus, in
// order, with those that helm template prints.
func TestCorpusMatchesHelm(t *testing.T) {
	t.Parallel()
	wants := map[string]map[string][][4]string{}
	renderers := map[string]*helm.Renderer{}
	matched := 0
	for _, ref := range readReferences(t) {
		if ref.status != "ok" {
			continue
		}
		want, known := readObjects(t, wants, ref.repo)["helm|"+ref.path+"|"+ref.flags]
		if !known {
			t.Errorf("%s: no reference for %s %s", ref.repo, ref.path, ref.flags)
			continue
		}
		unit := renderReference(t, renderers, ref)
		got := identities(unit.Objects, strings.Contains(ref.flags, "skip-tests"))
		diff := cmp.Diff(want, got)
		same := diff == "" && len(unit.Failures) == 0
		switch reason := explained[ref]; {
		case reason != "" && same:
			t.Errorf("%s %s %s is the same, though %s", ref.repo, ref.path, ref.flags, reason)
		case reason == "" && !same:
			t.Errorf("%s %s %s: failures %v, skipped %v\n%s", ref.repo, ref.path, ref.flags, unit.Failures, unit.Skipped, diff)
		case reason == "":
			matched++
		}
	}
	t.Logf("%d charts and variants give the objects of helm template in its order, %d others are explained", matched, len(explained))
}

// readObjects reads the objects of the charts of a repository.
func readObjects(t *testing.T, known map[string]map[string][][4]string, repo string) map[string][][4]string {
	t.Helper()
	if known[repo] == nil {
		data, err := os.ReadFile(filepath.Join(corpus, "corpus-ref", repo+".json"))
		if err != nil {
			t.Fatal(err)
		}
		objects := map[string][][4]string{}
		if err := json.Unmarshal(data, &objects); err != nil {
			t.Fatalf("%s: %v", repo, err)
		}
		known[repo] = objects
	}
	return known[repo]
}

// TestCorpusFailuresAreListed sees that what Helm refuses never passes in
// silence.
func TestCorpusFailuresAreListed(t *testing.T) {
	t.Parallel()
	renderers := map[string]*helm.Renderer{}
	counts := map[string]int{}
	for _, ref := range readReferences(t) {
		if ref.status != "fail" {
			continue
		}
		unit := renderReference(t, renderers, ref)
		problems := slices.Concat(unit.Failures, unit.Skipped, unit.Warnings)
		if len(problems) == 0 && !strings.HasPrefix(ref.reason, "missing-dependency") {
			t.Errorf("%s %s %s: Helm fails with %s, and nothing is listed", ref.repo, ref.path, ref.flags, ref.reason)
			continue
		}
		for _, p := range problems {
			t.Logf("%s %s (%s): %s %s: %s", ref.repo, ref.flags, ref.reason, p.Reason, p.Location, p.Message)
		}
		if len(problems) == 0 {
			counts[ref.reason+", filled from the repository"]++
			continue
		}
		counts[ref.reason+" as "+string(problems[0].Reason)]++
	}
	t.Log(counts)
}

func readReferences(t *testing.T) []reference {
	t.Helper()
	if testing.Short() {
		t.Skip("the corpus takes long")
	}
	f, err := os.Open(filepath.Join(corpus, "corpus-ref", "index.tsv"))
	if err != nil {
		t.Skip("the corpus is not here")
	}
	defer f.Close()
	var refs []reference
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if fields[2] == "helm" {
			refs = append(refs, reference{fields[0], fields[1], fields[3], fields[4], fields[5]})
		}
	}
	return refs
}

func renderReference(t *testing.T, renderers map[string]*helm.Renderer, ref reference) render.Unit {
	t.Helper()
	tree, err := fsys.Open(filepath.Join(corpus, "corpus", ref.repo))
	if err != nil {
		t.Fatal(err)
	}
	flags := strings.TrimSuffix(ref.flags, "+localdeps")
	target := render.Target{Kind: render.KindHelm, Path: ref.path}
	options := helm.Options{}
	if name, ok := strings.CutPrefix(flags, "ci="); ok {
		target.Variant = "ci/" + name
		target.ValueFiles = []string{path.Join(ref.path, "ci", name)}
	}
	if set, ok := strings.CutPrefix(flags, "set="); ok {
		options.Set = []string{set}
		return helm.New(tree, options).Render(t.Context(), target)
	}
	if renderers[ref.repo] == nil {
		renderers[ref.repo] = helm.New(tree, options)
	}
	return renderers[ref.repo].Render(t.Context(), target)
}

// identities gives apiVersion, kind, namespace and name of what comes from
// templates: the references were made without crds/.
func identities(objects []manifest.Object, skipTests bool) [][4]string {
	out := [][4]string{}
	for _, o := range objects {
		hook := o.Annotation("helm.sh/hook")
		if skipTests && (strings.Contains(hook, "test")) {
			continue
		}
		if strings.Contains(o.Source.Trace(nil).File, "/crds/") && !strings.Contains(o.Source.Trace(nil).File, "/templates/") {
			continue
		}
		out = append(out, [4]string{o.APIVersion(), o.Kind(), o.Namespace(), o.Name()})
	}
	return out
}
