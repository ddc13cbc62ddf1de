package vendored

import (
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Remote is a directory of a git repository as an entry of a kustomization names
// it.
type Remote struct {
	// Repository is what git is told to fetch from.
	Repository string
	// Ref is a branch, a tag or a commit; "" is the default of the repository.
	Ref string
	// Path is the directory, relative to the root of the repository, which is ".".
	Path string
	// Submodules tells that they are to be fetched, too.
	Submodules bool
	// Timeout bounds the transfer; 0 where the entry does not say.
	Timeout time.Duration
}

func (r Remote) key() baseKey { return newBaseKey(r.Repository, r.Ref) }

// ID names the repository and the ref alike for all entries that mean the same.
func (r Remote) ID() string { return r.key().repository + "@" + r.key().ref }

// ParseRemote reads an entry of a kustomization as kustomize does
// (https://github.com/kubernetes-sigs/kustomize/blob/api/v0.21.2/api/internal/git/repospec.go):
// github.com/org/repo/path, https://host/org/repo//path, ssh://, file:// and
// git@host:org/repo, with the queries ref or version, timeout and submodules. It
// gives false where kustomize would not take the entry for a git repository.
func ParseRemote(entry string) (Remote, bool) {
	address, query, _ := strings.Cut(entry, "?")
	if strings.HasPrefix(address, "/") {
		return Remote{}, false
	}
	host, rest, ok := splitHost(trimPrefixFold(address, "git::"))
	if !ok {
		return Remote{}, false
	}
	repository, dir := splitRepository(rest, host == schemeFile)
	dir = path.Clean(strings.TrimPrefix(dir, "/"))
	if repository == "" || dir == ".." || strings.HasPrefix(dir, "../") || path.IsAbs(dir) {
		return Remote{}, false
	}
	r := Remote{Repository: host + repository, Path: dir, Submodules: true}
	r.readQuery(query)
	return r, true
}

// readQuery takes what a query says about fetching; kustomize passes over what
// it cannot read.
func (r *Remote) readQuery(query string) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return
	}
	if r.Ref = values.Get("ref"); r.Ref == "" {
		r.Ref = values.Get("version")
	}
	if on, err := strconv.ParseBool(values.Get("submodules")); err == nil {
		r.Submodules = on
	}
	timeout := values.Get("timeout")
	if seconds, err := strconv.Atoi(timeout); err == nil {
		timeout = strconv.Itoa(seconds) + "s"
	}
	if d, err := time.ParseDuration(timeout); err == nil && d > 0 {
		r.Timeout = d
	}
}

// IsURL tells whether kustomize asks for the entry by HTTP first.
func IsURL(entry string) bool { return hasPrefixFold(entry, "http:") || hasPrefixFold(entry, "https:") }

const (
	schemeSSH  = "ssh://"
	schemeFile = "file://"
)

// userAtHost is a name before a host.
var userAtHost = regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9-]*@`)

// splitHost gives everything up to the path of the repository, in the form in
// which git is told, and what follows. Without a scheme it must be github.com, or
// the form user@host:path.
func splitHost(address string) (host, rest string, ok bool) {
	scheme := ""
	for _, known := range []string{schemeSSH, "https://", "http://", schemeFile} {
		if hasPrefixFold(address, known) {
			scheme, address = known, address[len(known):]
			break
		}
	}
	if scheme == schemeFile {
		return scheme, address, true
	}
	user := userAtHost.FindString(address)
	address = address[len(user):]
	github := hasPrefixFold(address, "github.com/") || hasPrefixFold(address, "github.com:")
	colonMayEnd := scheme == "" && (user != "" || github)
	if scheme == "" && !colonMayEnd {
		return "", "", false
	}
	end := strings.Index(address, "/")
	if colon := strings.Index(address, ":"); colonMayEnd && colon > 0 && (end < 0 || colon < end) {
		end = colon
	}
	if end < 0 {
		return "", "", false
	}
	host, rest = scheme+user+address[:end+1], address[end+1:]
	if github {
		host = "https://github.com/"
		if scheme == schemeSSH || user != "" {
			host = user + "github.com:"
		}
	}
	return host, rest, true
}

// splitRepository splits the path of a repository from that in it: at _git/ and
// the name behind it, at a double slash, behind .git, else behind two names. All
// of the path of a file is that of the repository.
func splitRepository(name string, isFile bool) (repository, dir string) {
	if before, after, ok := strings.Cut(name, "_git/"); ok {
		repository, dir, _ = strings.Cut(after, "/")
		return before + "_git/" + repository, dir
	}
	if before, after, ok := strings.Cut(name, "//"); ok {
		return before, after
	}
	if before, after, ok := strings.Cut(name, ".git"); ok {
		return before + ".git", after
	}
	if isFile {
		return name, ""
	}
	org, rest, ok := strings.Cut(name, "/")
	if !ok {
		return "", ""
	}
	repository, dir, _ = strings.Cut(rest, "/")
	return org + "/" + repository, dir
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

func trimPrefixFold(s, prefix string) string {
	if hasPrefixFold(s, prefix) {
		return s[len(prefix):]
	}
	return s
}
