package vendored

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Lock is what the lock file holds.
type Lock struct {
	Charts []Chart `yaml:"charts,omitempty"`
	Bases  []Base  `yaml:"bases,omitempty"`
	Files  []File  `yaml:"files,omitempty"`
}

// Copy is what has been fetched.
type Copy struct {
	// Digest is that of package function Digest.
	Digest string `yaml:"digest"`
	// Path is relative to the root of the repository.
	Path string `yaml:"path"`
	line int
}

// Chart is the package of a chart.
type Chart struct {
	Name string `yaml:"name"`
	// Repository is the repository as Repository gives it.
	Repository string `yaml:"repository"`
	// Address is that of the repository where Repository is an alias.
	Address string `yaml:"address,omitempty"`
	// Asked is the version that was asked for: an exact one, a range, or the tag
	// or digest of an artifact.
	Asked string `yaml:"asked"`
	// Version is the version of the chart that was fetched.
	Version string `yaml:"version"`
	Copy    `yaml:",inline"`
}

// Base is a part of a git repository.
type Base struct {
	Repository string `yaml:"repository"`
	// Asked is the branch, the tag or the commit that was asked for; "" is that
	// which the repository has by default.
	Asked string `yaml:"asked,omitempty"`
	// Commit is the commit that was fetched.
	Commit string `yaml:"commit"`
	// Paths are the directories that were asked for, relative to the root of the
	// repository, "." being that root. What they need lies beside them.
	Paths []string `yaml:"paths"`
	Copy  `yaml:",inline"`
}

// File is a file that is named by its URL.
type File struct {
	URL  string `yaml:"url"`
	Copy `yaml:",inline"`
}

type chartKey struct{ repository, name, version string }

func newChartKey(repository, name, version string) chartKey {
	return chartKey{Repository(repository), name, Version(version)}
}

func (c *Chart) key() chartKey { return newChartKey(c.Repository, c.Name, c.Asked) }

type baseKey struct{ repository, ref string }

func newBaseKey(repository, ref string) baseKey {
	return baseKey{strings.TrimSuffix(strings.TrimSuffix(repository, "/"), ".git"), ref}
}

func (b *Base) key() baseKey { return newBaseKey(b.Repository, b.Asked) }

// Version gives the version as the lock file has it: one that is left out is any.
func Version(version string) string { return cmp.Or(strings.TrimSpace(version), "*") }

// ParseLock reads the text of the lock file name of the vendor folder dir. The
// error names the line that is wrong: a key that is not known, an entry that is
// not complete, or a path that leads out of the folder.
func ParseLock(name string, data []byte, dir string) (Lock, error) {
	var l Lock
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&l); err != nil && !errors.Is(err, io.EOF) {
		return Lock{}, lockError(name, err)
	}
	var doc yaml.Node
	_ = yaml.Unmarshal(data, &doc) // It has been read before.
	v := validator{name: name, dir: dir, seen: map[any]bool{}}
	for i := range l.Charts {
		c := &l.Charts[i]
		c.line = lineOf(&doc, "charts", i)
		v.check(&c.Copy, c.key(), c.Name, c.Repository, c.Asked, c.Version)
	}
	for i := range l.Bases {
		b := &l.Bases[i]
		b.line = lineOf(&doc, "bases", i)
		v.check(&b.Copy, b.key(), b.Repository, b.Commit)
	}
	for i := range l.Files {
		f := &l.Files[i]
		f.line = lineOf(&doc, "files", i)
		v.check(&f.Copy, f.URL, f.URL)
	}
	if v.err != nil {
		return Lock{}, v.err
	}
	return l, nil
}

// validator checks the entries of a lock file one by one, and keeps the first
// error.
type validator struct {
	name, dir string
	seen      map[any]bool
	err       error
}

// check checks the entry of a copy with the given key, and that the texts which
// describe it are there.
func (v *validator) check(c *Copy, key any, texts ...string) {
	message := ""
	switch {
	case slices.Contains(texts, ""):
		message = "the entry lacks a key"
	case v.seen[key]:
		message = "the entry is there twice"
	case !sha256Digest.MatchString(c.Digest):
		message = fmt.Sprintf("digest %q is none of the form sha256:…", c.Digest)
	case path.Clean(c.Path) != c.Path || !strings.HasPrefix(c.Path, v.dir+"/"):
		message = fmt.Sprintf("path %q does not lie in %s", c.Path, v.dir)
	}
	v.seen[key] = true
	if message != "" && v.err == nil {
		v.err = fmt.Errorf("%s:%d: %s", v.name, c.line, message)
	}
}

var sha256Digest = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// lineOf gives the line of an item of one of the lists of the lock file.
func lineOf(doc *yaml.Node, list string, item int) int {
	root := doc.Content[0]
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == list && item < len(root.Content[i+1].Content) {
			return root.Content[i+1].Content[item].Line
		}
	}
	return 0
}

var (
	yamlLine     = regexp.MustCompile(`^(?:yaml: )?line (\d+): (.*)$`)
	unknownField = regexp.MustCompile(`^field (\S+) not found in type \S+$`)
)

// lockError gives the first complaint of the YAML library a place.
func lockError(name string, err error) error {
	message := err.Error()
	if typed, ok := errors.AsType[*yaml.TypeError](err); ok {
		message = typed.Errors[0]
	}
	found := yamlLine.FindStringSubmatch(message)
	if found == nil {
		return fmt.Errorf("%s: %s", name, strings.TrimPrefix(message, "yaml: "))
	}
	if field := unknownField.FindStringSubmatch(found[2]); field != nil {
		found[2] = fmt.Sprintf("unknown key %q", field[1])
	}
	return fmt.Errorf("%s:%s: %s", name, found[1], found[2])
}

// lockHead stands at the top of the lock file.
const lockHead = `# What 'kubegap-lint vendor' has fetched. Commit this file, with the folder beside
# it or without: 'kubegap-lint vendor' fetches the same again.
`

// Marshal gives the text of the lock file, each list sorted.
func (l Lock) Marshal() ([]byte, error) {
	l = Lock{slices.Clone(l.Charts), slices.Clone(l.Bases), slices.Clone(l.Files)}
	slices.SortFunc(l.Charts, func(a, b Chart) int {
		return cmp.Or(cmp.Compare(a.Repository, b.Repository), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Asked, b.Asked))
	})
	slices.SortFunc(l.Bases, func(a, b Base) int {
		return cmp.Or(cmp.Compare(a.Repository, b.Repository), cmp.Compare(a.Asked, b.Asked))
	})
	slices.SortFunc(l.Files, func(a, b File) int { return cmp.Compare(a.URL, b.URL) })
	out := bytes.NewBufferString(lockHead)
	if len(l.Charts)+len(l.Bases)+len(l.Files) == 0 {
		return out.Bytes(), nil
	}
	encoder := yaml.NewEncoder(out)
	encoder.SetIndent(2)
	if err := encoder.Encode(l); err != nil {
		return nil, fmt.Errorf("write lock file: %w", err)
	}
	return out.Bytes(), nil
}
