package vendored

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseRemote(t *testing.T) {
	t.Parallel()
	remote := func(repository, path, ref string) Remote {
		return Remote{Repository: repository, Path: path, Ref: ref, Submodules: true}
	}
	tests := map[string]Remote{
		"github.com/org/repo":                                      remote("https://github.com/org/repo", ".", ""),
		"github.com/org/repo/a/b?ref=v1":                           remote("https://github.com/org/repo", "a/b", "v1"),
		"https://GitHub.com/org/repo//a?ref=v1":                    remote("https://github.com/org/repo", "a", "v1"),
		"http://github.com/org/repo":                               remote("https://github.com/org/repo", ".", ""),
		"https://me@github.com/org/repo":                           remote("me@github.com:org/repo", ".", ""),
		"git@github.com:org/repo.git/a":                            remote("git@github.com:org/repo.git", "a", ""),
		"git::git@github.com:org/repo.git/a":                       remote("git@github.com:org/repo.git", "a", ""),
		"ssh://git@github.com/org/repo//a":                         remote("git@github.com:org/repo", "a", ""),
		"ssh://git@host.example:7999/p/repo.git//a?ref=x":          remote("ssh://git@host.example:7999/p/repo.git", "a", "x"),
		"git@host.example:group/sub/repo.git/a":                    remote("git@host.example:group/sub/repo.git", "a", ""),
		"https://host.example/group/sub/repo.git/a":                remote("https://host.example/group/sub/repo.git", "a", ""),
		"https://host.example/group/sub/repo//a":                   remote("https://host.example/group/sub/repo", "a", ""),
		"https://host.example/org/repo/a":                          remote("https://host.example/org/repo", "a", ""),
		"https://u@dev.azure.com/org/project/_git/repo/a?version=": remote("https://u@dev.azure.com/org/project/_git/repo", "a", ""),
		"file:///srv/repo//a":                                      remote("file:///srv/repo", "a", ""),
		"file:///srv/repo":                                         remote("file:///srv/repo", ".", ""),
		"https://host.example/org/repo?version=v1":                 remote("https://host.example/org/repo", ".", "v1"),
		"https://host.example/org/repo?version=v1&ref=v2":          remote("https://host.example/org/repo", ".", "v2"),
		"https://host.example/org/repo?submodules=false":           {Repository: "https://host.example/org/repo", Path: "."},
		"https://host.example/org/repo?timeout=90":                 {Repository: "https://host.example/org/repo", Path: ".", Submodules: true, Timeout: 90 * time.Second},
		"https://host.example/org/repo?timeout=2m":                 {Repository: "https://host.example/org/repo", Path: ".", Submodules: true, Timeout: 2 * time.Minute},
		"https://host.example/org/repo?timeout=-1":                 remote("https://host.example/org/repo", ".", ""),
		// None of these is a git repository for kustomize.
		"":                                   {},
		"../base":                            {},
		"/srv/repo":                          {},
		"deployment.yaml":                    {},
		"me@home.yaml":                       {},
		"https://host.example":               {},
		"https://host.example/org":           {},
		"https://github.com/org/repo//../..": {},
		"host.example/org/repo.git":          {},
		"oci://ghcr.io/org/repo":             {},
		"s3://bucket/org/repo":               {},
	}
	for entry, want := range tests {
		t.Run(entry, func(t *testing.T) {
			t.Parallel()
			got, ok := ParseRemote(entry)
			if diff := cmp.Diff(want, got); diff != "" || ok != (want.Repository != "") {
				t.Errorf("ok %v (-want +got):\n%s", ok, diff)
			}
		})
	}
}

func TestRepository(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"https://Charts.Example.com/Stable/": "https://charts.example.com/Stable",
		"HTTPS://charts.example.com":         "https://charts.example.com",
		"oci://GHCR.io/Org":                  "oci://ghcr.io/Org",
		"alias:stable":                       "@stable",
		"@stable":                            "@stable",
		"":                                   "",
		"charts/web":                         "charts/web",
	}
	for address, want := range tests {
		if got := Repository(address); got != want {
			t.Errorf("Repository(%q) = %q, want %q", address, got, want)
		}
	}
}

func TestOCIReference(t *testing.T) {
	t.Parallel()
	tests := []struct {
		ref     map[string]any
		version string
		tag     bool
	}{
		{nil, "latest", true},
		{map[string]any{"tag": "6"}, "6", true},
		{map[string]any{"tag": "6", "semver": "6.x"}, "6.x", false},
		{map[string]any{"tag": "6", "semver": "6.x", "digest": "sha256:1"}, "sha256:1", false},
	}
	for _, test := range tests {
		if version, tag := OCIReference(test.ref); version != test.version || tag != test.tag {
			t.Errorf("OCIReference(%v) = %q, %v", test.ref, version, tag)
		}
	}
	repository, name := SplitOCI("oci://ghcr.io/org/charts/web/")
	if repository != "oci://ghcr.io/org/charts" || name != "web" {
		t.Errorf("SplitOCI gives %q and %q", repository, name)
	}
}
