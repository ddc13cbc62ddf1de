package place_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/cmd/kubegap-lint/place"
)

// tree makes files, and links to what they stand with, in a directory
// that is reached without links, and gives that.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, target := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if target != "" {
			err = os.Symlink(filepath.FromSlash(target), name)
		} else {
			err = os.WriteFile(name, nil, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func at(dir string, environment map[string]string) place.Place {
	return place.Place{Dir: dir, Getenv: func(name string) string { return environment[name] }}
}

func TestRoot(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		files []string
		paths []string
		want  string
		mark  place.Mark
	}{
		{"git", []string{"r/.git", "r/.kubegap.yaml", "r/a/.kubegap.yaml", "r/a/b/x.yaml"}, []string{"r/a/b"}, "r", place.MarkedByGit},
		{"configuration", []string{"r/.kubegap.yaml", "r/a/b/x.yaml"}, []string{"r/a/b"}, "r", place.MarkedByConfig},
		{"the nearest configuration", []string{"r/.kubegap.yaml", "r/a/.kubegap.yaml", "r/a/b/x.yaml"}, []string{"r/a/b"}, "r/a", place.MarkedByConfig},
		{"a configuration of a wrong name", []string{"r/.kubegap.yml", "r/a/b/x.yaml"}, []string{"r/a/b"}, "r", place.MarkedByConfig},
		{"above all paths", []string{"r/.kubegap.yaml", "r/a/.kubegap.yaml", "r/a/b/x.yaml", "r/c/x.yaml"}, []string{"r/a/b", "r/c"}, "r", place.MarkedByConfig},
		{"in the home directory", []string{".kubegap.yaml", "r/a/x.yaml"}, []string{"r/a"}, "r/a", place.Unmarked},
		{"what holds all paths", []string{"r/a/b/x.yaml", "r/c/x.yaml"}, []string{"r/a/b", "r/c/x.yaml"}, "r", place.Unmarked},
		{"the chart of a file", []string{"r/Chart.yaml", "r/templates/x.yaml"}, []string{"r/templates/x.yaml"}, "r", place.Unmarked},
		{"a directory of a chart", []string{"r/Chart.yaml", "r/templates/x.yaml"}, []string{"r/templates"}, "r/templates", place.Unmarked},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{}
			for _, name := range tc.files {
				files[name] = ""
			}
			dir := tree(t, files)
			var paths []string
			for _, path := range tc.paths {
				paths = append(paths, filepath.Join(dir, filepath.FromSlash(path)))
			}
			got, mark := at(dir, map[string]string{"HOME": dir, "USERPROFILE": dir}).Root(paths)
			if want := filepath.Join(dir, filepath.FromSlash(tc.want)); got != want || mark != tc.mark {
				t.Errorf("Root = %s, %d, want %s, %d", got, mark, want, tc.mark)
			}
		})
	}
}

func TestExisting(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"real/x.yaml": "", "link": "real", "file.yaml": "real/x.yaml"})
	p := at(dir, nil)
	got, err := p.Existing([]string{".", "link", "link/x.yaml", "file.yaml", filepath.Join(dir, "real", "..", "real")})
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		got[i] = filepath.ToSlash(p.Relative(got[i]))
	}
	if diff := cmp.Diff([]string{".", "real", "real/x.yaml", "file.yaml", "real"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for path, want := range map[string]string{
		"":     `"": an empty path names nothing; the working directory is .`,
		"none": "none: no such file or directory",
	} {
		if _, err := p.Existing([]string{path}); err == nil || err.Error() != want {
			t.Errorf("Existing(%q) fails with %v, want %s", path, err, want)
		}
	}
}

func TestHelm(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("Helm keeps its files elsewhere")
	}
	for _, tc := range []struct {
		name        string
		environment map[string]string
		want        []string
	}{
		{"nothing is known", nil, []string{"", "", ""}},
		{"home", map[string]string{"HOME": "/h"}, []string{"/h/.cache/helm/repository", "/h/.config/helm/repositories.yaml", "/h/.config/helm/registry/config.json"}},
		{"XDG", map[string]string{"HOME": "/h", "XDG_CACHE_HOME": "/c", "XDG_CONFIG_HOME": "/d"}, []string{"/c/helm/repository", "/d/helm/repositories.yaml", "/d/helm/registry/config.json"}},
		{"Helm", map[string]string{"HELM_CACHE_HOME": "/c", "HELM_CONFIG_HOME": "/d"}, []string{"/c/repository", "/d/repositories.yaml", "/d/registry/config.json"}},
		{"each", map[string]string{"HELM_REPOSITORY_CACHE": "/a", "HELM_REPOSITORY_CONFIG": "/b", "HELM_REGISTRY_CONFIG": "/c"}, []string{"/a", "/b", "/c"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := at("/", tc.environment)
			if diff := cmp.Diff(tc.want, []string{p.HelmRepositoryCache(), p.HelmRepositoryConfig(), p.HelmRegistryConfig()}); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestContains(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		dir, path string
		want      bool
	}{{"/a", "/a", true}, {"/a", "/a/b", true}, {"/a", "/ab", false}, {"/a/b", "/a", false}, {"", "/a", false}, {"/a", "", false}} {
		if got := place.Contains(tc.dir, tc.path); got != tc.want {
			t.Errorf("Contains(%q, %q) = %v", tc.dir, tc.path, got)
		}
	}
}
