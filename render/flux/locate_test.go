package flux

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// where locates a Kustomization's path; %s stands for more of its spec and for
// further objects.
const where = `
-- team/env/flux.yaml --
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: apps
  namespace: flux-system
spec:
  path: PATH
  sourceRef:
    kind: KIND
    name: NAME
---
MORE
-- apps/kustomization.yaml --
resources: [a.yaml]
-- apps/a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: a}
-- team/web/a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: b}
-- one/deep/er/a.yaml --
apiVersion: v1
kind: Namespace
metadata: {name: c}
-- two/x/dup/a.yaml --
-- two/y/dup/a.yaml --
`

const gitSource = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: other, namespace: flux-system}
spec:
  url: https://github.com/acme/other.git
  ref: {branch: dev}
`

const ociSource = `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: {name: other, namespace: flux-system}
spec:
  url: oci://ghcr.io/acme/manifests
  ref: {tag: "1"}
`

const artifactSource = `apiVersion: source.extensions.fluxcd.io/v1beta1
kind: ArtifactGenerator
metadata: {name: gen, namespace: flux-system}
spec:
  sources:
    - {alias: repo, kind: GitRepository, name: flux-system}
  artifacts:
    - name: other
      copy:
        - {from: "@repo/apps/**", to: "@artifact/base/"}
        - {from: "@repo/one", to: "@artifact/whole"}
        - {from: "@repo/two/x/*", to: "@artifact/"}
`

func TestLocate(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name             string
		path, kind, from string
		more             string
		remotes          []string
		at               string
		problems         []string
	}{
		{name: "root of the repository", path: "./apps", kind: "GitRepository", from: "flux-system", at: "apps"},
		{name: "absolute path", path: "/apps/", kind: "GitRepository", from: "flux-system", at: "apps"},
		{name: "path that climbs is confined", path: "../../apps", kind: "GitRepository", from: "flux-system", at: "apps"},
		{name: "whole source", path: "./", kind: "GitRepository", from: "flux-system", at: "."},
		{
			name: "repository in a directory", path: "./web", kind: "GitRepository", from: "flux-system", at: "team/web",
			problems: []string{"warning render-error team/env/flux.yaml:7: team is taken for the root of the GitRepository flux-system/flux-system, since the path ./web resolves from there"},
		}, {
			name: "missing", path: "./nowhere", kind: "GitRepository", from: "flux-system",
			problems: []string{"failure unreadable team/env/flux.yaml:7: the path ./nowhere does not exist in this repository"},
		}, {
			name: "file", path: "./apps/a.yaml", kind: "GitRepository", from: "flux-system",
			problems: []string{"failure unreadable team/env/flux.yaml:7: the path ./apps/a.yaml is a file, not a directory"},
		}, {
			name: "unknown", path: "./${CLUSTER}", kind: "GitRepository", from: "flux-system",
			problems: []string{"skipped missing-value team/env/flux.yaml:7: the path ./${CLUSTER} is not known"},
		}, {
			name: "another repository", path: "./apps", kind: "GitRepository", from: "other", more: gitSource,
			remotes:  []string{"git@github.com:acme/fleet.git"},
			problems: []string{"skipped remote team/env/flux.yaml:7: the path ./apps lies in https://github.com/acme/other.git (branch dev), not in this repository"},
		}, {
			name: "this repository by its remote", path: "./apps", kind: "GitRepository", from: "other", more: gitSource,
			remotes: []string{"git@github.com:Acme/other"}, at: "apps",
		}, {
			name: "another branch", path: "./web", kind: "GitRepository", from: "other", more: gitSource,
			remotes:  []string{"git@github.com:acme/other"},
			problems: []string{"skipped remote team/env/flux.yaml:7: the path ./web lies in https://github.com/acme/other.git (branch dev), not in this repository"},
		}, {
			name: "perhaps this repository", path: "./apps", kind: "GitRepository", from: "other", more: gitSource, at: "apps",
		}, {
			name: "hardly this repository", path: "./web", kind: "GitRepository", from: "other", more: gitSource,
			problems: []string{"skipped remote team/env/flux.yaml:7: the path ./web does not exist here, and https://github.com/acme/other.git (branch dev) may be another repository"},
		}, {
			name: "file of what may be this repository", path: "./apps/a.yaml", kind: "GitRepository", from: "other", more: gitSource,
			problems: []string{"skipped remote team/env/flux.yaml:7: the path ./apps/a.yaml is a file, not a directory here, and https://github.com/acme/other.git (branch dev) may be another repository"},
		}, {
			name: "password in the address", path: "./web", kind: "GitRepository", from: "other",
			more:     strings.Replace(gitSource, "https://", "https://bot:secret@", 1),
			problems: []string{"skipped remote team/env/flux.yaml:7: the path ./web does not exist here, and https://bot:xxxxx@github.com/acme/other.git (branch dev) may be another repository"},
		}, {
			name: "whole of another source", path: "./", kind: "GitRepository", from: "other", more: gitSource,
			problems: []string{"skipped remote team/env/flux.yaml:7: the path ./ is the root of a repository, and https://github.com/acme/other.git (branch dev) may be another repository"},
		}, {
			name: "undeclared source", path: "./apps", kind: "GitRepository", from: "fleet", at: "apps",
		}, {
			name: "artifact of the whole repository", path: "./apps", kind: "OCIRepository", from: "other", more: ociSource, at: "apps",
		}, {
			name: "artifact of a directory", path: "./deep/er", kind: "Bucket", from: "other", at: "one/deep/er",
			problems: []string{"warning render-error team/env/flux.yaml:7: one is taken for the root of the Bucket flux-system/other, since the path ./deep/er resolves from there"},
		}, {
			name: "artifact of one of several directories", path: "./dup", kind: "OCIRepository", from: "other", more: ociSource,
			problems: []string{"skipped remote team/env/flux.yaml:7: the path ./dup of the OCIRepository flux-system/other resolves from two/x and from two/y, and which of them is in the artifact is not known"},
		}, {
			name: "artifact from elsewhere", path: "./kustomize", kind: "OCIRepository", from: "other", more: ociSource,
			problems: []string{"skipped remote team/env/flux.yaml:7: the path ./kustomize lies in oci://ghcr.io/acme/manifests (tag 1), not in this repository"},
		}, {
			name: "whole artifact", path: "./", kind: "OCIRepository", from: "other", more: ociSource,
			problems: []string{"skipped remote team/env/flux.yaml:7: the path ./ lies in oci://ghcr.io/acme/manifests (tag 1), not in this repository"},
		}, {
			name: "generated artifact", path: "./base", kind: "ExternalArtifact", from: "other", more: artifactSource, at: "apps",
		}, {
			name: "directory in a generated artifact", path: "./whole/one/deep", kind: "ExternalArtifact", from: "other", more: artifactSource, at: "one/deep",
		}, {
			name: "pattern in a generated artifact", path: "./two/x/dup", kind: "ExternalArtifact", from: "other", more: artifactSource, at: "two/x/dup",
			problems: []string{"skipped empty team/env/flux.yaml:7: two/x/dup renders nothing"},
		}, {
			name: "source of no known kind", path: "./apps", kind: "HelmRepository", from: "other",
			problems: []string{`failure render-error team/env/flux.yaml:8: no source of kind "HelmRepository" can hold the path`},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			archive := strings.NewReplacer("PATH", test.path, "KIND", test.kind, "NAME", test.from, "MORE\n", test.more).Replace(where)
			w := newWorld(t, archive, func(o *Options) { o.Remotes = test.remotes })
			u := w.deploy("Kustomization", "apps")
			at := ""
			if len(w.kustomize.requests) > 0 {
				at = w.kustomize.requests[0].Path
			}
			if at != test.at {
				t.Errorf("the path is %q, want %q", at, test.at)
			}
			if test.at == "." {
				return // The sources have files that are no manifests.
			}
			if diff := cmp.Diff(test.problems, told(u)); diff != "" {
				t.Errorf("unexpected problems (-want +got):\n%s", diff)
			}
		})
	}
}
