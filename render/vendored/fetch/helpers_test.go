package fetch_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/vendored"
	"github.com/kubegap/kubegap-lint/render/vendored/fetch"
	"github.com/kubegap/kubegap-lint/render/vendored/wanted"
)

// world is a repository with servers on the loopback address around it.
type world struct {
	t       *testing.T
	tree    *fsys.Tree
	options fetch.Options
}

// newWorld makes an empty repository. Helm's files lie outside of it, and are not
// there.
func newWorld(t *testing.T) *world {
	t.Helper()
	// What the machine knows of registries must not matter.
	dir, config := t.TempDir(), t.TempDir()
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	return &world{t, tree, fetch.Options{
		Dir:              vendored.DefaultDir,
		RepositoryConfig: filepath.Join(config, "repositories.yaml"),
		RegistryConfig:   filepath.Join(config, "config.json"),
		PlainHTTP:        true,
	}}
}

// run fetches and gives a line for each outcome: the addresses of servers are
// replaced, and so are digests.
func (w *world) run(references ...wanted.Reference) []string {
	w.t.Helper()
	return w.runContext(w.t.Context(), references...)
}

func (w *world) runContext(ctx context.Context, references ...wanted.Reference) []string {
	w.t.Helper()
	outcomes, err := fetch.Run(ctx, w.tree, references, w.options)
	if err != nil {
		w.t.Fatal(err)
	}
	return lines(outcomes)
}

func lines(outcomes []fetch.Outcome) []string {
	var all []string
	for _, o := range outcomes {
		line := strings.TrimSpace(fmt.Sprintf("%s %s %s", o.Status, o.What, o.Version))
		if o.Err != nil {
			line += ": " + o.Err.Error()
		}
		all = append(all, line)
	}
	return all
}

// files lists the vendor folder and the lock file, and what is in the former.
func (w *world) files() []string {
	w.t.Helper()
	var names []string
	err := filepath.WalkDir(filepath.Join(w.tree.Dir(), ".kubegap"), func(path string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if name, ok := w.tree.Rel(path); ok && err == nil && (!d.IsDir() || strings.HasPrefix(d.Name(), ".partial")) {
			names = append(names, strings.TrimPrefix(name, ".kubegap/"))
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return names
}

// read gives the text of a file below .kubegap.
func (w *world) read(name string) string {
	w.t.Helper()
	data, err := w.tree.ReadFile(".kubegap/" + name)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

// write writes a file below .kubegap.
func (w *world) write(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.tree.Dir(), ".kubegap", filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// vendored opens the vendor folder as linting does.
func (w *world) vendored() *vendored.Folder {
	w.t.Helper()
	folder, err := vendored.Open(w.tree, vendored.DefaultDir)
	if err != nil {
		w.t.Fatal(err)
	}
	return folder
}

func chartRef(repository, name, version string) wanted.Reference {
	return wanted.Reference{Location: manifest.Location{File: "x.yaml", Line: 1}, Repository: vendored.Repository(repository), Name: name, Version: version}
}

func entryRef(entry string) wanted.Reference {
	return wanted.Reference{Location: manifest.Location{File: "k/kustomization.yaml", Line: 3}, Entry: entry}
}

// pack makes an archive of files, by name.
func pack(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	archive := tar.NewWriter(zipped)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(files[name]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// packChart makes the package of a chart with one template.
func packChart(t *testing.T, name, version string) []byte {
	t.Helper()
	return pack(t, map[string]string{
		name + "/Chart.yaml":          fmt.Sprintf("apiVersion: v2\nname: %s\nversion: %s\n", name, version),
		name + "/templates/note.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: note}\n",
	})
}

// chartServer is an HTTP repository of charts.
type chartServer struct {
	*httptest.Server
	// index is the text of its index.yaml.
	index string
	files map[string][]byte
	// user and password are asked for where they are set.
	user, password string
	mu             sync.Mutex
	requests       []string
}

// asked gives the paths that were asked for so far.
func (s *chartServer) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// serveCharts serves packages, by name and version, with an index of them.
func serveCharts(t *testing.T, charts ...string) *chartServer {
	t.Helper()
	s := &chartServer{files: map[string][]byte{}}
	s.index = "apiVersion: v1\nentries:\n"
	for _, chart := range charts {
		name, version, _ := strings.Cut(chart, "@")
		if !strings.Contains(s.index, "  "+name+":\n") {
			s.index += "  " + name + ":\n"
		}
		file := name + "-" + version + ".tgz"
		s.files["/"+file] = packChart(t, name, version)
		s.index += fmt.Sprintf("    - {name: %s, version: %s, apiVersion: v2, urls: [%s], digest: %s}\n",
			name, version, file, strings.TrimPrefix(vendored.DigestOf(s.files["/"+file]), "sha256:"))
	}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// ServeHTTP implements http.Handler.
func (s *chartServer) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r.URL.Path)
	s.mu.Unlock()
	if user, password, _ := r.BasicAuth(); s.user != "" && (user != s.user || password != s.password) {
		http.Error(out, "who are you?", http.StatusUnauthorized)
		return
	}
	if r.URL.Path == "/index.yaml" {
		fmt.Fprint(out, s.index)
		return
	}
	data, ok := s.files[r.URL.Path]
	if !ok {
		http.NotFound(out, r)
		return
	}
	_, _ = out.Write(data)
}
