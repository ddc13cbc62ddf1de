package fetch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"helm.sh/helm/v3/pkg/getter"
	"helm.sh/helm/v3/pkg/repo"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// helm is what a run knows of Helm's configuration and of repositories.
type helm struct {
	once         sync.Once
	repositories *repo.File
	err          error
	// indexes are the indexes of repositories, each read once: address →
	// func() (*repo.IndexFile, error).
	indexes sync.Map
}

// errUnknownAlias tells that an alias is none of a repository.
var errUnknownAlias = errors.New("no repository of this name has been told to `helm repo add`")

// entry gives how to reach a repository: as the user has told Helm, else without
// credentials. An alias that Helm does not know is errUnknownAlias; the entry that
// comes with it is empty.
func (h *helm) entry(repository, config string) (*repo.Entry, error) {
	h.once.Do(func() {
		h.repositories, h.err = repo.LoadFile(config)
		if errors.Is(h.err, fs.ErrNotExist) || config == "" {
			h.repositories, h.err = repo.NewFile(), nil
		}
	})
	if h.err != nil {
		return nil, fmt.Errorf("read Helm's repositories.yaml: %w", h.err)
	}
	alias, isAlias := strings.CutPrefix(repository, "@")
	for _, known := range h.repositories.Repositories {
		if isAlias && known.Name == alias || !isAlias && vendored.Repository(known.URL) == repository {
			return known, nil
		}
	}
	if isAlias {
		return &repo.Entry{}, fmt.Errorf("%s: %w", repository, errUnknownAlias)
	}
	return &repo.Entry{URL: repository}, nil
}

// fromRepository gives the package of a chart from an HTTP repository. The digest
// in its index, where there is one, must be that of the package.
func (f *fetcher) fromRepository(ctx context.Context, c *chart, entry *repo.Entry, asked string) ([]byte, error) {
	index, err := f.index(ctx, entry)
	if err != nil {
		return nil, err
	}
	found, err := index.Get(c.name, asked)
	switch {
	case errors.Is(err, repo.ErrNoChartName):
		return nil, fmt.Errorf("the repository has no chart %s", c.name)
	case err != nil:
		return nil, fmt.Errorf("the repository has no version %s of chart %s", asked, c.name)
	case len(found.URLs) == 0:
		return nil, fmt.Errorf("the repository does not tell where version %s of chart %s is", found.Version, c.name)
	}
	address, err := repo.ResolveReferenceURL(entry.URL, found.URLs[0])
	if err != nil {
		return nil, fmt.Errorf("read address of chart: %w", err)
	}
	if strings.HasPrefix(address, vendored.SchemeOCI) {
		return f.pull(ctx, c, strings.TrimPrefix(address, vendored.SchemeOCI))
	}
	data, err := f.get(ctx, entry, address)
	if err != nil {
		return nil, err
	}
	want := strings.TrimPrefix(found.Digest, "sha256:")
	if got := vendored.DigestOf(data); want != "" && got != "sha256:"+want {
		return nil, fmt.Errorf("the package is not what the repository says: its digest is %s, not sha256:%s", got, want)
	}
	return data, nil
}

// index gives the index of a repository.
func (f *fetcher) index(ctx context.Context, entry *repo.Entry) (*repo.IndexFile, error) {
	read, _ := f.helm.indexes.LoadOrStore(entry.URL, sync.OnceValues(func() (*repo.IndexFile, error) {
		dir, err := f.store.stage()
		if err != nil {
			return nil, fmt.Errorf("make folder for index: %w", fsys.Cause(err))
		}
		address, err := repo.ResolveReferenceURL(entry.URL, "index.yaml")
		if err != nil {
			return nil, fmt.Errorf("read address of repository: %w", err)
		}
		data, err := f.get(ctx, entry, address)
		if err != nil {
			return nil, err
		}
		file := path.Join(dir, "index.yaml")
		if err := f.store.root.WriteFile(file, data, 0o600); err != nil {
			return nil, fmt.Errorf("write index: %w", fsys.Cause(err))
		}
		index, err := repo.LoadIndexFile(f.store.path(file))
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", address, errors.New(strings.TrimPrefix(err.Error(), "error loading "+f.store.path(file)+": ")))
		}
		return index, nil
	}))
	return read.(func() (*repo.IndexFile, error))()
}

// get downloads from a repository with the credentials of its entry, which Helm's
// getter sends to the host of the repository only.
func (f *fetcher) get(ctx context.Context, entry *repo.Entry, address string) ([]byte, error) {
	settings, err := tlsSettings(entry)
	if err != nil {
		return nil, err
	}
	transport := newTransport(ctx, settings)
	defer transport.CloseIdleConnections()
	client, err := getter.NewHTTPGetter(
		getter.WithURL(entry.URL),
		getter.WithBasicAuth(entry.Username, entry.Password),
		getter.WithPassCredentialsAll(entry.PassCredentialsAll),
		getter.WithTransport(transport),
	)
	if err != nil {
		return nil, fmt.Errorf("make client: %w", err)
	}
	data, err := client.Get(address)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", address, brief(err, address))
	}
	return data.Bytes(), nil
}

// brief takes off what Helm and Go put in front of the cause.
func brief(err error, address string) string {
	if errors.Is(err, errTooMuch) {
		return errTooMuch.Error()
	}
	message := strings.TrimPrefix(err.Error(), "failed to fetch "+address+" : ")
	return strings.TrimPrefix(message, fmt.Sprintf("Get %q: ", address))
}
