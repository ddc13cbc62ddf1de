package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// maxFile bounds a single file, in bytes.
const maxFile = 32 << 20

// errNoFile tells that an address which could be that of a git repository is not
// that of a file.
var errNoFile = errors.New("there is no file at this address")

// file is a file that a kustomization names by its URL.
type file struct {
	refs
	url string
	// mayBeRepository tells that it may be the repository of remote instead:
	// kustomize tries this where there is no file.
	mayBeRepository bool
	remote          vendored.Remote
}

func (i *file) what() string { return i.url }

func (i *file) keys() []string {
	if i.mayBeRepository {
		return []string{fileKey(i.url), baseKey(i.remote)}
	}
	return []string{fileKey(i.url)}
}

func (i *file) present(folder *vendored.Folder, held *locked) (string, bool) {
	if _, ok := folder.Base(i.url); !ok {
		return "", false
	}
	if _, ok := held.files[fileKey(i.url)]; ok {
		return "", true
	}
	return held.bases[baseKey(i.remote)].Commit, true
}

func (i *file) fetch(ctx context.Context, f *fetcher) (string, error) {
	if _, ok := f.before.bases[baseKey(i.remote)]; ok && i.mayBeRepository {
		return "", errNoFile
	}
	ctx, cancel := context.WithTimeout(ctx, f.options.Timeout)
	defer cancel()
	data, err := i.download(ctx)
	if ctx.Err() != nil {
		err = interrupted(ctx, f.options.Timeout)
	}
	if err != nil {
		return "", err
	}
	entry := vendored.File{URL: i.url}
	entry.Digest = vendored.DigestOf(data)
	if pinned, ok := f.before.files[fileKey(i.url)]; ok && !f.options.Update && pinned.Digest != entry.Digest {
		return "", changed(entry.Digest, pinned.Digest)
	}
	entry.Path = f.store.place("files", i.url, "")
	if err := f.store.write(entry.Path, data); err != nil {
		return "", fmt.Errorf("write %s: %w", entry.Path, fsys.Cause(err))
	}
	f.now.setFile(entry)
	return "", nil
}

func (i *file) download(ctx context.Context) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, i.url, nil)
	if err != nil {
		return nil, fmt.Errorf("read address: %w", err)
	}
	transport := newTransport(ctx, nil)
	defer transport.CloseIdleConnections()
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", i.url, brief(err, i.url))
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, i.noFile(fmt.Errorf("%s: %s", i.url, response.Status))
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, maxFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", i.url, err)
	case len(data) > maxFile:
		return nil, fmt.Errorf("%s: the file has more than %d MiB", i.url, maxFile>>20)
	case isPage(response, data):
		return nil, i.noFile(fmt.Errorf("%s: it is a web page, not a manifest", i.url))
	}
	return data, nil
}

// noFile gives errNoFile where the address may be that of a git repository.
func (i *file) noFile(err error) error {
	if i.mayBeRepository {
		return errNoFile
	}
	return err
}

// isPage tells whether a server answers with a page for people, as those that
// show repositories, or ask for a password, do.
func isPage(response *http.Response, data []byte) bool {
	return strings.HasPrefix(response.Header.Get("Content-Type"), "text/html") && bytes.HasPrefix(bytes.TrimSpace(data), []byte("<"))
}
