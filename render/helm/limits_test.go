package helm_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/helm"
)

const (
	chartYAML = "apiVersion: v2\nname: app\nversion: 1.0.0\n"
	goodYAML  = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: good}\n"
)

// TestLimits sees that charts without bounds end in a failure.
func TestLimits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		template string
		timeout  time.Duration
		objects  int
	}{
		{"loops for seconds", "{{ range 30000000 }}{{ end }}", 100 * time.Millisecond, 0},
		{"prints too much", `{{ repeat 67200000 "#" }}`, 0, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tree := openFiles(t, map[string]string{
				"app/Chart.yaml": chartYAML, "app/templates/a.yaml": test.template, "app/templates/b.yaml": goodYAML,
			})
			u := helm.New(tree, helm.Options{Timeout: test.timeout}).Render(t.Context(), render.Target{Path: "app"})
			if len(u.Failures) != 1 || u.Failures[0].Reason != render.ReasonTooLarge || len(u.Objects) != test.objects || !u.Partial {
				t.Errorf("%d objects, failures %v", len(u.Objects), u.Failures)
			}
		})
	}
}

// TestPackagesWithinPackages sees that a package that holds itself, or seems
// to, ends in a failure.
func TestPackagesWithinPackages(t *testing.T) {
	t.Parallel()
	var inner []byte
	for range 12 {
		files := map[string][]byte{"app/Chart.yaml": []byte(chartYAML), "app/templates/a.yaml": []byte(goodYAML)}
		if inner != nil {
			files["app/charts/app-1.0.0.tgz"] = inner
		}
		inner = packFiles(t, files)
	}
	tree := openFiles(t, map[string]string{"app.tgz": string(inner)})
	u := helm.New(tree, helm.Options{}).Render(t.Context(), render.Target{Path: "app.tgz"})
	if len(u.Failures) != 1 || u.Failures[0].Reason != render.ReasonTooLarge || len(u.Objects) != 8 {
		t.Errorf("%d objects, failures %v", len(u.Objects), u.Failures)
	}
}

// TestUnpackedSize sees that a package of a few KiB does not become a GiB.
func TestUnpackedSize(t *testing.T) {
	t.Parallel()
	files := map[string][]byte{"app/Chart.yaml": []byte(chartYAML)}
	for i := range 25 {
		files[fmt.Sprintf("app/files/%d", i)] = make([]byte, 5<<20)
	}
	tree := openFiles(t, map[string]string{"app.tgz": string(packFiles(t, files))})
	u := helm.New(tree, helm.Options{}).Render(t.Context(), render.Target{Path: "app.tgz"})
	if len(u.Failures) != 1 || u.Failures[0].Reason != render.ReasonTooLarge {
		t.Errorf("failures %v", u.Failures)
	}
}

func packFiles(t *testing.T, files map[string][]byte) []byte {
	t.Helper()
	var packed bytes.Buffer
	zip, err := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	check(t, err)
	archive := tar.NewWriter(zip)
	for name, data := range files {
		check(t, archive.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(data))}))
		_, err := archive.Write(data)
		check(t, err)
	}
	check(t, archive.Close())
	check(t, zip.Close())
	return packed.Bytes()
}

// TestSchemaIsNotFetched sees that a schema that refers to a server does not
// reach it; Helm's own check would.
func TestSchemaIsNotFetched(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	defer server.Close()
	tree := openFiles(t, map[string]string{
		"app/Chart.yaml":         chartYAML,
		"app/templates/a.yaml":   goodYAML,
		"app/values.yaml":        "a: 1\n",
		"app/values.schema.json": `{"properties": {"a": {"$ref": "` + server.URL + `/a.json"}}}`,
	})
	u := helm.New(tree, helm.Options{}).Render(t.Context(), render.Target{Path: "app"})
	if requests.Load() != 0 {
		t.Errorf("the schema was fetched")
	}
	if len(u.Warnings) != 1 || u.Warnings[0].Reason != render.ReasonRemote || len(u.Objects) != 1 {
		t.Errorf("warnings %v", u.Warnings)
	}
}

// TestConcurrentVariants renders variants of one chart at the same time.
func TestConcurrentVariants(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"app/Chart.yaml":                  chartYAML + "dependencies: [{name: sub, version: 1.0.0, import-values: [x], alias: other}]\n",
		"app/values.yaml":                 "name: {a: 1}\n",
		"app/templates/a.yaml":            "{{ $_ := set .Values \"name\" (toYaml .Values.name | sha256sum | trunc 8) }}" + strings.ReplaceAll(goodYAML, "good", "{{ .Values.name }}-{{ .Values.word }}"),
		"app/charts/sub/Chart.yaml":       strings.ReplaceAll(chartYAML, "app", "sub"),
		"app/charts/sub/values.yaml":      "exports: {x: {word: imported}}\n",
		"app/charts/sub/templates/a.yaml": strings.ReplaceAll(goodYAML, "good", "{{ .Chart.Name }}"),
	}
	const variants = 8
	for i := range variants {
		files[fmt.Sprintf("app/ci/%d-values.yaml", i)] = fmt.Sprintf("name: {a: %d}\n", i)
	}
	tree := openFiles(t, files)
	shared := helm.New(tree, helm.Options{})
	var group sync.WaitGroup
	for i := range variants {
		group.Go(func() {
			target := render.Target{Path: "app", ValueFiles: []string{fmt.Sprintf("app/ci/%d-values.yaml", i)}}
			want := describe(helm.New(tree, helm.Options{}).Render(t.Context(), target))
			for range 4 {
				if diff := cmp.Diff(want, describe(shared.Render(t.Context(), target))); diff != "" || !strings.Contains(want, "imported") {
					t.Errorf("%s%s", want, diff)
				}
			}
		})
	}
	group.Wait()
}
