package fetch_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	ociregistry "github.com/google/go-containerregistry/pkg/registry"
	helmregistry "helm.sh/helm/v3/pkg/registry"

	"github.com/kubegap/kubegap-lint/render/vendored/wanted"
)

// serveRegistry serves an OCI registry with charts, by name and tag, and gives its
// address without a scheme, and the digests of the manifests.
func serveRegistry(t *testing.T, guard func(http.Handler) http.Handler, charts ...string) (string, map[string]string) {
	t.Helper()
	handler := ociregistry.New(ociregistry.Logger(log.New(io.Discard, "", 0)))
	open := httptest.NewServer(handler)
	defer open.Close()
	client, err := helmregistry.NewClient(helmregistry.ClientOptPlainHTTP(), helmregistry.ClientOptWriter(io.Discard),
		helmregistry.ClientOptCredentialsFile(t.TempDir()+"/config.json"))
	if err != nil {
		t.Fatal(err)
	}
	digests := map[string]string{}
	for _, chart := range charts {
		name, tag, _ := strings.Cut(chart, "@")
		version := strings.ReplaceAll(strings.TrimPrefix(tag, "v"), "_", "+")
		if tag == "latest" {
			version = "9.9.9"
		}
		reference := strings.TrimPrefix(open.URL, "http://") + "/charts/" + name + ":" + tag
		pushed, err := client.Push(packChart(t, name, version), reference, helmregistry.PushOptStrictMode(false))
		if err != nil {
			t.Fatal(err)
		}
		digests[chart] = pushed.Manifest.Digest
	}
	if guard != nil {
		handler = guard(handler)
	}
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://"), digests
}

func TestRegistry(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	host, digests := serveRegistry(t, nil, "web@1.0.0", "web@1.2.0", "web@1.3.0_build.1", "web@v2.0.0", "web@3.0.0-rc.1", "web@latest", "web@6")
	repository := "oci://" + host + "/charts"
	tag := func(version string) (r wanted.Reference) {
		r = chartRef(repository, "web", version)
		r.Tag = true
		return r
	}
	digest := digests["web@1.0.0"]
	got := w.run(
		chartRef(repository, "web", "1.0.0"), chartRef(repository, "web", "~1.2.0"), chartRef(repository, "web", "1.x"),
		chartRef(repository, "web", "2.x"), chartRef(repository, "web", "*"), chartRef(repository, "web", "v2.0.0"),
		chartRef(repository, "web", ">=3.0.0-0"), chartRef(repository, "web", digest), tag("latest"), tag("6"),
	)
	want := []string{
		"fetched chart web * of R 2.0.0",
		"fetched chart web 1.0.0 of R 1.0.0",
		"fetched chart web 1.x of R 1.3.0+build.1",
		"fetched chart web 2.x of R 2.0.0",
		"fetched chart web 6 of R 6",
		"fetched chart web >=3.0.0-0 of R 3.0.0-rc.1",
		"fetched chart web latest of R 9.9.9",
		"fetched chart web " + digest + " of R 1.0.0",
		"fetched chart web v2.0.0 of R 2.0.0",
		"fetched chart web ~1.2.0 of R 1.2.0",
	}
	if diff := cmp.Diff(strings.ReplaceAll(strings.Join(want, "\n"), " R ", " "+repository+" "), strings.Join(got, "\n")); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	folder := w.vendored()
	for _, version := range []string{"1.0.0", "1.x", "latest", "", digest} {
		if _, ok := folder.Chart(repository, "web", version); !ok {
			t.Errorf("the folder does not find version %q", version)
		}
	}
	at, _ := folder.Chart(repository, "web", "1.x")
	if want := ".kubegap/vendor/oci/" + strings.ReplaceAll(host, ":", "-") + "/charts/web-1.3.0+build.1"; !strings.HasPrefix(at, want) {
		t.Errorf("1.x lies at %s, not at %s", at, want)
	}
	if err := os.RemoveAll(w.tree.Dir() + "/.kubegap/vendor"); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"fetched chart web 2.x of " + repository + " 2.0.0"}, w.run(chartRef(repository, "web", "2.x"))); diff != "" {
		t.Errorf("from the lock file (-want +got):\n%s", diff)
	}
}

func TestRegistryFailures(t *testing.T) {
	t.Parallel()
	host, _ := serveRegistry(t, nil, "web@1.0.0")
	repository := "oci://" + host + "/charts"
	tests := map[string]struct{ name, version, want string }{
		"no such version": {"web", "1.1.0", "pull " + host + "/charts/web:1.1.0: "},
		"no such range":   {"web", "^2.0.0", "the registry has no version ^2.0.0 of chart web"},
		"no such chart":   {"none", "^1.0.0", "list versions of " + host + "/charts/none: "},
		"no range":        {"web", "newest", `"newest" is no version and no range of versions`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			got := w.run(chartRef(repository, test.name, test.version))
			if want := "failed chart " + test.name + " " + test.version + " of " + repository + ": " + test.want; !strings.HasPrefix(got[0], want) {
				t.Errorf("outcome\n%s\nwant\n%s…", got[0], want)
			}
			if got := w.files(); len(got) > 0 {
				t.Errorf("left in the vendor folder: %q", got)
			}
		})
	}
}

// TLS is left away only where the reference or the user says so.
func TestRegistryNeedsTLS(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.options.PlainHTTP = false
	host, _ := serveRegistry(t, nil, "web@1.0.0")
	ref := chartRef("oci://"+host+"/charts", "web", "1.0.0")
	if got := w.run(ref); !strings.HasPrefix(got[0], "failed") {
		t.Errorf("by HTTPS: %q", got)
	}
	ref.PlainHTTP = true
	if got := w.run(ref); !strings.HasPrefix(got[0], "fetched") {
		t.Errorf("by HTTP: %q", got)
	}
}

// The manifest says what a package must be.
func TestRegistryDigest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	host, _ := serveRegistry(t, func(real http.Handler) http.Handler {
		return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			recorded := httptest.NewRecorder()
			real.ServeHTTP(recorded, r)
			data := recorded.Body.Bytes()
			if strings.Contains(r.URL.Path, "/blobs/") && len(data) > 2 && data[0] == 0x1f {
				data[len(data)-1] ^= 1
			}
			for key, values := range recorded.Header() {
				out.Header()[key] = values
			}
			out.WriteHeader(recorded.Code)
			_, _ = out.Write(data)
		})
	}, "web@1.0.0")
	got := w.run(chartRef("oci://"+host+"/charts", "web", "1.0.0"))
	if !strings.HasPrefix(got[0], "failed") || !strings.Contains(got[0], "mismatch") {
		t.Errorf("outcome %q", got)
	}
}

// Credentials for registries are those that `helm registry login` writes.
func TestRegistryCredentials(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	host, _ := serveRegistry(t, func(real http.Handler) http.Handler {
		return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			if user, password, _ := r.BasicAuth(); user != "me" || password != "secret" {
				out.Header().Set("WWW-Authenticate", `Basic realm="charts"`)
				http.Error(out, "{}", http.StatusUnauthorized)
				return
			}
			real.ServeHTTP(out, r)
		})
	}, "web@1.0.0")
	ranged, exact := chartRef("oci://"+host+"/charts", "web", "1.x"), chartRef("oci://"+host+"/charts", "web", "1.0.0")
	for _, line := range w.run(ranged, exact) {
		if !strings.HasPrefix(line, "failed") {
			t.Errorf("without credentials: %s", line)
		}
	}
	config, err := json.Marshal(map[string]any{"auths": map[string]any{host: map[string]string{"auth": base64.StdEncoding.EncodeToString([]byte("me:secret"))}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(w.options.RegistryConfig, config, 0o600); err != nil {
		t.Fatal(err)
	}
	want := []string{"fetched chart web 1.0.0 of oci://" + host + "/charts 1.0.0", "fetched chart web 1.x of oci://" + host + "/charts 1.0.0"}
	if diff := cmp.Diff(want, w.run(ranged, exact)); diff != "" {
		t.Errorf("with credentials (-want +got):\n%s", diff)
	}
}
