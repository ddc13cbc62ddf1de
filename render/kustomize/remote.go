package kustomize

import (
	"regexp"
	"strings"
)

// remotePrefixes start what kustomize fetches: by HTTP
// (https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.2/api/internal/loader/fileloader.go)
// or with git
// (https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.2/api/internal/git/repospec.go).
var remotePrefixes = []string{"http:", "https:", "ssh://", "file://", "github.com/", "github.com:"}

// scheme starts an address of any kind.
var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// repositoryAtHost is an address of a git repository without a scheme.
var repositoryAtHost = regexp.MustCompile(`^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+/.+\.git(?:/|\?|$)`)

// userAtHost starts an address as scp has it.
var userAtHost = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*@`)

// mayBeRemote tells whether kustomize could take the entry for something to
// fetch. It is true for all that kustomize does fetch, and also for a few names
// of local files, such as me@home.yaml; these can be told by their existence,
// and nothing is fetched once they are written ./me@home.yaml.
func mayBeRemote(entry string) bool {
	entry = strings.ToLower(entry)
	entry = strings.TrimPrefix(entry, "git::")
	for _, prefix := range remotePrefixes {
		if strings.HasPrefix(entry, prefix) {
			return true
		}
	}
	return userAtHost.MatchString(entry)
}

// isURL tells whether kustomize fetches the entry by HTTP, whatever files
// there are.
func isURL(entry string) bool {
	entry = strings.ToLower(entry)
	return strings.HasPrefix(entry, "http:") || strings.HasPrefix(entry, "https:")
}

// isForeign tells whether the entry is an address with a scheme that kustomize
// knows no way to fetch, such as oci:// or s3://.
func isForeign(entry string) bool { return scheme.MatchString(entry) && !mayBeRemote(entry) }

// looksRemote tells whether the entry is an address by its looks, though not for
// kustomize: it takes only github.com to be a host where no scheme says so.
func looksRemote(entry string) bool {
	return repositoryAtHost.MatchString(entry) && !mayBeRemote(entry)
}
