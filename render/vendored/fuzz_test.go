package vendored

import (
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever a kustomization says, the directory stays in the repository, and the
// address that git gets is part of the entry.
func FuzzParseRemote(f *testing.F) {
	for _, entry := range []string{
		"github.com/org/repo/a?ref=v1", "git::git@github.com:org/repo.git/a", "https://h/p/_git/r/../a?timeout=1", "file:///a//b", "ssh://u@h:1/a.git//..",
	} {
		f.Add(entry)
	}
	f.Fuzz(func(t *testing.T, entry string) {
		r, ok := ParseRemote(entry)
		if !ok {
			return
		}
		if !filepath.IsLocal(r.Path) || path.Clean(r.Path) != r.Path {
			t.Errorf("%q gives the path %q", entry, r.Path)
		}
		if strings.HasPrefix(r.Repository, "-") || r.Repository == "" || r.Timeout < 0 {
			t.Errorf("%q gives the repository %q, and %s", entry, r.Repository, r.Timeout)
		}
	})
}

// Whatever the lock file says, nothing outside of the folder is a copy.
func FuzzParseLock(f *testing.F) {
	f.Add("charts:\n  - {name: a, repository: 'oci://a', asked: 1.x, version: 1.0.0, digest: '" + zeroDigest + "', path: v/a}\n")
	f.Add("bases: &b\n  - {repository: a, commit: b, paths: [.], digest: '" + zeroDigest + "', path: v/../a}\nfiles: *b\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLock("v.lock.yaml", []byte(text), "v")
		if err != nil {
			return
		}
		var copies []Copy
		for _, c := range l.Charts {
			copies = append(copies, c.Copy)
		}
		for _, b := range l.Bases {
			copies = append(copies, b.Copy)
		}
		for _, file := range l.Files {
			copies = append(copies, file.Copy)
		}
		for _, c := range copies {
			if rel, err := filepath.Rel("v", c.Path); err != nil || !filepath.IsLocal(rel) {
				t.Errorf("a copy lies at %q", c.Path)
			}
		}
		if _, err := l.Marshal(); err != nil {
			t.Error(err)
		}
	})
}
