package flux

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// reference names a source, as spec.sourceRef and spec.chartRef do.
type reference struct {
	kind, namespace, name string
	// at is the field that holds the reference.
	at field
}

// reference reads a reference. Its namespace is by default that of the object
// that holds it.
func (f field) reference() reference {
	return reference{
		kind:      f.get("kind").text(),
		namespace: cmp.Or(f.get("namespace").text(), f.in.object.Namespace()),
		name:      f.get("name").text(),
		at:        f,
	}
}

// String gives the kind and the name.
func (r reference) String() string { return r.kind + " " + qualified(r.namespace, r.name) }

// source is what a reference stands for.
type source struct {
	reference
	// declared tells that the environment has the object; spec is its spec.
	declared bool
	spec     field
}

// url is the address that the source is fetched from; "" where it is not known.
func (s source) url() string {
	if !s.declared {
		return ""
	}
	return s.spec.get("url").text()
}

// where tells where the source comes from, as people name it.
func (s source) where() string {
	where := cmp.Or(s.url(), s.String())
	if !s.declared {
		return where
	}
	for _, key := range []string{"branch", "tag", "semver", "commit", "name"} {
		if value := s.spec.get("ref", key).text(); value != "" {
			return where + " (" + key + " " + value + ")"
		}
	}
	return where
}

// bootstrap tells whether the source is the one that `flux bootstrap` makes of the
// repository with the cluster's configuration.
func (r reference) bootstrap() bool {
	return r.kind == "GitRepository" && r.namespace == "flux-system" && r.name == "flux-system"
}

// source finds what a reference stands for. The source that bootstrap makes is not
// waited for: it is this repository, whether it is declared or not.
func (d *deployment) source(ref reference) source {
	s := source{reference: ref}
	var o manifest.Object
	if ref.bootstrap() {
		o, s.declared = d.known(sourceGroup, ref.kind, ref.namespace, ref.name)
	} else if ref.kind != "ExternalArtifact" {
		o, s.declared = d.find(sourceGroup, ref.kind, ref.namespace, ref.name)
	}
	if s.declared {
		s.spec = d.open(o).get("spec")
	}
	return s
}

// origin tells whether a git source is this repository.
type origin int

const (
	// undecided: nothing is known that the address could be compared with.
	undecided origin = iota
	ours
	foreign
)

// origin compares the address of a git source with those of this repository: its
// remotes, and what bootstrap has declared. A source that nothing declares has
// been made by hand, together with the cluster.
func (d *deployment) origin(s source) origin {
	if s.bootstrap() || !s.declared {
		return ours
	}
	return d.originOf(s.url())
}

func (d *deployment) originOf(address string) origin {
	id := repositoryID(address)
	known := d.c.remotes
	if o, found := d.known(sourceGroup, "GitRepository", "flux-system", "flux-system"); found {
		if own := read(o).get("spec", "url").text(); own != "" {
			known = append(known[:len(known):len(known)], repositoryID(own))
		}
	}
	for _, own := range known {
		if own == id {
			return ours
		}
	}
	if len(known) == 0 || id == "" {
		return undecided
	}
	return foreign
}

// repositoryID reduces the address of a git repository to host and path, since
// the same repository is reached by https, by ssh and in scp's notation.
func repositoryID(address string) string {
	if !strings.Contains(address, "://") {
		// scp: user@host:path
		host, name, found := strings.Cut(address, ":")
		if !found {
			return strings.ToLower(address)
		}
		address = "ssh://" + host + "/" + strings.TrimPrefix(name, "/")
	}
	u, err := url.Parse(address)
	if err != nil {
		return strings.ToLower(address)
	}
	name := strings.TrimSuffix(strings.Trim(u.Path, "/"), ".git")
	return strings.ToLower(u.Hostname() + "/" + name)
}
