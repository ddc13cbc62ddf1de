package fetch

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render/vendored"
	"github.com/kubegap/kubegap-lint/render/vendored/wanted"
)

// item is one thing to fetch, whoever refers to it.
type item interface {
	what() string
	references() []wanted.Reference
	// keys are those that its entry in the lock file may have.
	keys() []string
	// present tells whether the folder holds it, in which version.
	present(folder *vendored.Folder, held *locked) (version string, ok bool)
	// fetch brings it into the folder and tells the version.
	fetch(ctx context.Context, f *fetcher) (version string, err error)
}

// refs are the references to one item.
type refs []wanted.Reference

func (r refs) references() []wanted.Reference { return r }

// group puts the references to one thing together. Those that cannot be followed
// are outcomes already.
func group(references []wanted.Reference) (items []item, unknown []Outcome) {
	charts, files := map[string]*chart{}, map[string]*file{}
	var repositories []item
	for _, r := range references {
		remote, isRemote := vendored.ParseRemote(r.Entry)
		switch {
		case r.Problem != "":
			unknown = append(unknown, Outcome{Status: Unknown, What: r.What(), References: refs{r}, Err: errors.New(r.Problem)})
		case r.Entry == "":
			c := &chart{refs: refs{r}, repository: r.Repository, name: r.Name, asked: r.Version, tag: r.Tag, plainHTTP: r.PlainHTTP}
			if known := charts[c.keys()[0]]; known != nil {
				known.refs = append(known.refs, r)
				continue
			}
			charts[c.keys()[0]] = c
			items = append(items, c)
		case isRemote && !mayBeFile(r.Entry):
			repositories = mergeRepository(repositories, remote, refs{r})
		case files[r.Entry] != nil:
			files[r.Entry].refs = append(files[r.Entry].refs, r)
		default:
			files[r.Entry] = &file{refs: refs{r}, url: r.Entry, remote: remote, mayBeRepository: isRemote && !hasFileName(r.Entry)}
			items = append(items, files[r.Entry])
		}
	}
	return append(items, repositories...), unknown
}

// mergeRepository adds a directory of a git repository to the items, of which
// each is one repository at one ref.
func mergeRepository(items []item, remote vendored.Remote, by refs) []item {
	at := slices.IndexFunc(items, func(it item) bool { return it.(*repository).remotes[0].ID() == remote.ID() })
	if at < 0 {
		return append(items, &repository{refs: by, remotes: []vendored.Remote{remote}})
	}
	known := items[at].(*repository)
	known.refs = append(known.refs, by...)
	known.remotes = append(known.remotes, remote)
	slices.SortFunc(known.remotes, func(a, b vendored.Remote) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Repository, b.Repository))
	})
	return items
}

// mayBeFile tells whether an address that could be that of a git repository may
// be that of a file. kustomize asks by HTTP first, whatever it looks like; what
// is written as an address of git is not asked for twice here.
func mayBeFile(entry string) bool {
	if !vendored.IsURL(entry) {
		return false
	}
	if hasFileName(entry) {
		return true
	}
	_, rest, _ := strings.Cut(entry, "://")
	for _, mark := range []string{"//", ".git", "_git/", "?ref=", "&ref=", "?version=", "&version="} {
		if strings.Contains(rest, mark) {
			return false
		}
	}
	return !strings.HasPrefix(strings.ToLower(rest), "github.com/")
}

// hasFileName tells whether the address ends with the name of a manifest.
func hasFileName(entry string) bool {
	address, _, _ := strings.Cut(entry, "?")
	return slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(address))
}
