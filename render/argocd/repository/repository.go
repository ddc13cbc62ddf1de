// Package repository tells which repository URLs mean the repository that is
// being read.
package repository

import (
	"net/url"
	"regexp"
	"strings"
)

// Verdict tells what is known about a URL.
type Verdict int

// The verdicts. The zero value is Unknown.
const (
	// Unknown: the checkout names no remotes, or the URL holds a placeholder. A
	// path that exists here decides.
	Unknown Verdict = iota
	// Here: the URL is a remote of the checkout.
	Here
	// Other: the URL is none of the remotes. It may still be a mirror or a fork,
	// so a path that exists here decides, and users are told.
	Other
	// Elsewhere: the configuration says that the URL is another repository.
	Elsewhere
)

// Known holds what is known about repository URLs. The nil value knows nothing.
type Known struct{ here, elsewhere map[string]bool }

// New gives what is known where here are the remotes of the checkout and
// elsewhere URLs that are other repositories for sure; elsewhere wins.
func New(here, elsewhere []string) *Known {
	return &Known{here: normalized(here), elsewhere: normalized(elsewhere)}
}

func normalized(urls []string) map[string]bool {
	set := make(map[string]bool, len(urls))
	for _, u := range urls {
		if n := Normalize(u); n != "" {
			set[n] = true
		}
	}
	return set
}

// Judge tells what is known about a repository URL.
func (k *Known) Judge(repoURL string) Verdict {
	if k == nil || Placeholder(repoURL) {
		return Unknown
	}
	name := Normalize(repoURL)
	switch {
	case k.elsewhere[name]:
		return Elsewhere
	case k.here[name]:
		return Here
	case len(k.here) == 0 || name == "":
		return Unknown
	}
	return Other
}

var (
	// scpLike is the short form of an SSH URL: user@host:path.
	scpLike     = regexp.MustCompile(`^[^/:@]+@([^/:]+):(.*)$`)
	placeholder = regexp.MustCompile(`\{\{|\$\{|\$\(|<[A-Za-z_][^>]*>|__[A-Z0-9_]+__`)
)

// Placeholder tells whether a text holds a part that something else fills in
// later, so that nothing may be concluded from it.
func Placeholder(text string) bool { return placeholder.MatchString(text) }

// Normalize gives the form in which repository URLs are compared: host and path
// in lower case, without scheme, user, port of the scheme, .git and slashes at
// the end. It is "" for what is no URL.
//
// Argo CD compares in the same way, but takes the SSH and the HTTPS URL of one
// repository for two: it has to know which credentials to use. See NormalizeGitURL in
// https://github.com/argoproj/argo-cd/blob/master/util/git/git.go
func Normalize(repoURL string) string {
	text := strings.ToLower(strings.TrimSpace(repoURL))
	if m := scpLike.FindStringSubmatch(text); m != nil {
		text = "ssh://" + m[1] + "/" + strings.TrimPrefix(m[2], "/")
	}
	u, err := url.Parse(text)
	if err != nil {
		return ""
	}
	host := u.Host
	if port, ok := defaultPort(u.Scheme); ok {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return host + strings.TrimSuffix(strings.TrimRight(u.Path, "/"), ".git")
}

func defaultPort(scheme string) (string, bool) {
	switch scheme {
	case "https":
		return "443", true
	case "http":
		return "80", true
	case "ssh":
		return "22", true
	}
	return "", false
}
