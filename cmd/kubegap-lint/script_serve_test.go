package main

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/rogpeppe/go-internal/testscript"
	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	helmregistry "helm.sh/helm/v3/pkg/registry"
	"helm.sh/helm/v3/pkg/repo"
)

// serve packages the charts in the folders below DIR, leaves the packages in DIR,
// and serves them on the loopback address: by HTTP at $CHARTS, and from an OCI
// registry at $REGISTRY.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: serve DIR")
	}
	dir := ts.MkAbs(args[0])
	oci := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
	ts.Defer(oci.Close)
	host := strings.TrimPrefix(oci.URL, "http://")
	client, err := helmregistry.NewClient(helmregistry.ClientOptPlainHTTP(), helmregistry.ClientOptWriter(io.Discard),
		helmregistry.ClientOptCredentialsFile(filepath.Join(dir, "none.json")))
	ts.Check(err)
	charts, err := filepath.Glob(filepath.Join(dir, "*", "Chart.yaml"))
	ts.Check(err)
	for _, file := range charts {
		c, err := loader.LoadDir(filepath.Dir(file))
		ts.Check(err)
		packed, err := chartutil.Save(c, dir)
		ts.Check(err)
		data, err := os.ReadFile(packed)
		ts.Check(err)
		_, err = client.Push(data, host+"/charts/"+c.Name()+":"+c.Metadata.Version)
		ts.Check(err)
	}
	files := httptest.NewServer(http.FileServer(http.Dir(dir)))
	ts.Defer(files.Close)
	index, err := repo.IndexDirectory(dir, files.URL)
	ts.Check(err)
	ts.Check(index.WriteFile(filepath.Join(dir, "index.yaml"), 0o644))
	ts.Setenv("CHARTS", files.URL)
	ts.Setenv("REGISTRY", "oci://"+host+"/charts")
}

// fill replaces $CHARTS, $REGISTRY and $WORK in files.
func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: fill FILE...")
	}
	replacer := strings.NewReplacer("$CHARTS", ts.Getenv("CHARTS"), "$REGISTRY", ts.Getenv("REGISTRY"), "$WORK", ts.Getenv("WORK"))
	for _, name := range args {
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(replacer.Replace(ts.ReadFile(name))), 0o644))
	}
}
