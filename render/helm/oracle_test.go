package helm_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"helm.sh/helm/v3/pkg/releaseutil"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/helm"
)

// TestCorpusTextMatchesHelm compares the text of charts of the corpus that Helm
// renders by default, byte by byte, with what Helm's own loader, engine and
// sorter make of them.
func TestCorpusTextMatchesHelm(t *testing.T) {
	t.Parallel()
	same, random := 0, 0
	for _, ref := range readReferences(t) {
		if ref.status != "ok" || ref.flags != "default" {
			continue
		}
		dir := filepath.Join(corpus, "corpus", ref.repo)
		want, err := helmTemplate(filepath.Join(dir, ref.path))
		if explained[ref] == "" && err != nil {
			t.Errorf("%s %s: %v", ref.repo, ref.path, err)
		}
		if again, _ := helmTemplate(filepath.Join(dir, ref.path)); want != again {
			random++
			continue
		}
		tree, err := fsys.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		got, err := helm.New(tree, helm.Options{}).Template(t.Context(), helm.Request{Chart: ref.path})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got.Text); diff != "" {
			t.Errorf("%s %s:\n%s", ref.repo, ref.path, diff)
			continue
		}
		same++
	}
	t.Logf("%d charts have the same text, %d have another at each rendering", same, random)
}

// helmTemplate goes the way of `helm template`.
func helmTemplate(dir string) (string, error) {
	c, err := loader.LoadDir(dir)
	if err != nil {
		return "", err
	}
	if err := chartutil.ProcessDependenciesWithMerge(c, nil); err != nil {
		return "", err
	}
	capabilities := chartutil.DefaultCapabilities.Copy()
	version, err := chartutil.ParseKubeVersion("v1.37.0")
	if err != nil {
		return "", err
	}
	capabilities.KubeVersion = *version
	options := chartutil.ReleaseOptions{Name: "release-name", Namespace: "default", Revision: 1, IsInstall: true}
	values, err := chartutil.ToRenderValues(c, nil, options, capabilities)
	if err != nil {
		return "", err
	}
	printed, err := engine.Render(c, values)
	if err != nil {
		return "", err
	}
	maps.DeleteFunc(printed, func(name, _ string) bool { return strings.HasSuffix(name, "NOTES.txt") })
	hooks, manifests, err := releaseutil.SortManifests(printed, nil, releaseutil.InstallOrder)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, m := range manifests {
		if m.Head.Kind != "" || !isComment(m.Content) {
			fmt.Fprintf(&text, "---\n# Source: %s\n%s\n", m.Name, m.Content)
		}
	}
	for _, h := range hooks {
		fmt.Fprintf(&text, "---\n# Source: %s\n%s\n", h.Path, h.Manifest)
	}
	return text.String(), nil
}

// isComment tells whether there is nothing in a document.
func isComment(text string) bool {
	return !slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool {
		return line != "" && !strings.HasPrefix(line, "#") && line != "---"
	})
}
