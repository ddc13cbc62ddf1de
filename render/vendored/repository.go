package vendored

import (
	"fmt"
	"net/url"
	"path"
	"strings"
)

// SchemeOCI starts the address of a repository of charts in an OCI registry.
const SchemeOCI = "oci://"

// Absent tells that a chart, with its version, is in a repository and has no copy
// here.
func Absent(chart, repository string) string {
	return fmt.Sprintf("the chart %s is not in this repository but in %s; 'kubegap-lint vendor' fetches it", chart, repository)
}

// Repository gives the address of a repository of charts in the one form that the
// lock file has: without a slash at its end, the host in lower case, and an alias
// of Helm's configuration as @name.
func Repository(address string) string {
	address = strings.TrimRight(strings.TrimSpace(address), "/")
	if alias, ok := strings.CutPrefix(address, "alias:"); ok {
		return "@" + alias
	}
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		scheme, rest, _ := strings.Cut(address, "://")
		if host := len(u.Host); len(rest) >= host && strings.EqualFold(rest[:host], u.Host) {
			rest = strings.ToLower(rest[:host]) + rest[host:]
		}
		return strings.ToLower(scheme) + "://" + rest
	}
	return address
}

// SplitOCI splits the address of an artifact into the repository of charts and
// the name of the chart in it: oci://ghcr.io/org/charts/web is the chart web of
// oci://ghcr.io/org/charts.
func SplitOCI(address string) (repository, name string) {
	address = Repository(address)
	rest := strings.TrimPrefix(address, SchemeOCI)
	dir, name := path.Split(rest)
	return SchemeOCI + strings.TrimSuffix(dir, "/"), name
}

// latest is the tag of an artifact that is referred to without one.
const latest = "latest"

// OCIReference gives the version that the field spec.ref of a Flux OCIRepository
// asks for: a digest, which wins, a range of versions, or a tag, latest by
// default. See
// https://github.com/fluxcd/source-controller/blob/main/docs/spec/v1/ocirepositories.md#reference
func OCIReference(ref map[string]any) (version string, isTag bool) {
	if digest, _ := ref["digest"].(string); digest != "" {
		return digest, false
	}
	if semver, _ := ref["semver"].(string); semver != "" {
		return semver, false
	}
	if tag, _ := ref["tag"].(string); tag != "" {
		return tag, true
	}
	return latest, true
}
