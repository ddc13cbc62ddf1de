package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/Masterminds/semver/v3"
	"helm.sh/helm/v3/pkg/chart/loader"

	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// chart is a chart of a repository of charts.
type chart struct {
	refs
	repository, name, asked string
	tag, plainHTTP          bool
}

func (c *chart) what() string { return c.refs[0].What() }

func (c *chart) keys() []string { return []string{chartKey(c.repository, c.name, c.asked)} }

func (c *chart) present(folder *vendored.Folder, held *locked) (string, bool) {
	entry, ok := held.charts[c.keys()[0]]
	if !ok {
		return "", false
	}
	at, ok := folder.Chart(c.repository, c.name, c.asked)
	return entry.Version, ok && at == entry.Path
}

// pinned gives what the lock file holds; with --update it does not count.
func (c *chart) pinned(f *fetcher) (vendored.Chart, bool) {
	entry, ok := f.before.charts[c.keys()[0]]
	return entry, ok && !f.options.Update
}

func (c *chart) fetch(ctx context.Context, f *fetcher) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, f.options.Timeout)
	defer cancel()
	pinned, isPinned := c.pinned(f)
	asked := c.asked
	if isPinned && c.isRange() {
		asked = "=" + pinned.Version
	}
	data, address, err := c.download(ctx, f, asked, pinned.Address)
	if ctx.Err() != nil {
		err = interrupted(ctx, f.options.Timeout)
	}
	if err != nil {
		return "", err
	}
	version, err := inspect(data)
	if err != nil {
		return "", err
	}
	entry := vendored.Chart{Name: c.name, Repository: c.repository, Asked: c.asked, Version: version}
	entry.Digest = vendored.DigestOf(data)
	if isPinned && entry.Digest != pinned.Digest {
		return "", changed(entry.Digest, pinned.Digest)
	}
	if strings.HasPrefix(c.repository, "@") {
		entry.Address = withoutUser(address)
	}
	entry.Path = c.place(f.store, version)
	if err := f.store.write(entry.Path, data); err != nil {
		return "", fmt.Errorf("write %s: %w", entry.Path, fsys.Cause(err))
	}
	f.now.setChart(entry)
	return version, nil
}

// download gives the package of the chart and the address of its repository.
func (c *chart) download(ctx context.Context, f *fetcher, asked, known string) (data []byte, address string, err error) {
	entry, err := f.helm.entry(c.repository, f.options.RepositoryConfig)
	switch {
	case errors.Is(err, errUnknownAlias) && known != "":
		entry.URL = known
	case err != nil:
		return nil, "", err
	}
	if strings.HasPrefix(entry.URL, vendored.SchemeOCI) {
		data, err = f.fromRegistry(ctx, c, entry.URL, asked)
	} else {
		data, err = f.fromRepository(ctx, c, entry, asked)
	}
	return data, entry.URL, err
}

// withoutUser gives an address without a name and a password before its host: an
// alias stands for what users have told Helm, and the lock file is for everybody.
func withoutUser(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return address
	}
	u.User = nil
	return u.String()
}

// isRange tells whether the version that was asked for leaves a choice.
func (c *chart) isRange() bool {
	return !c.tag && !isDigest(c.asked) && !isExact(c.asked)
}

func isDigest(version string) bool { return strings.HasPrefix(version, "sha256:") }

func isExact(version string) bool {
	_, err := semver.StrictNewVersion(strings.TrimPrefix(version, "v"))
	return err == nil
}

// place gives the place of the package. What was asked for by its digest may be
// another chart of the same version.
func (c *chart) place(s *store, version string) string {
	kind := "charts"
	if strings.HasPrefix(c.repository, vendored.SchemeOCI) {
		kind = "oci"
	}
	name := c.name + "-" + version
	if isDigest(c.asked) {
		name += "-" + strings.TrimPrefix(c.asked, "sha256:")[:min(8, len(c.asked)-len("sha256:"))]
	}
	return s.place(kind, c.repository, name+".tgz")
}

// inspect gives the version of the chart in a package, and fails where Helm could
// not load it: for a name in it that leads out of it, too.
func inspect(data []byte) (string, error) {
	loaded, err := loader.LoadArchive(bytes.NewReader(data))
	if err != nil {
		return "", fmt.Errorf("open package: %w", err)
	}
	if err := loaded.Validate(); err != nil {
		return "", fmt.Errorf("open package: %w", err)
	}
	return loaded.Metadata.Version, nil
}

// changed tells that the same version has other content now.
func changed(got, want string) error {
	return fmt.Errorf("it has changed: its digest is %s, and the lock file says %s; --update takes it as it is now", got, want)
}

// interrupted tells why a transfer has ended.
func interrupted(ctx context.Context, timeout fmt.Stringer) error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("the transfer takes more than %s", timeout)
	}
	return errors.New("the transfer was interrupted")
}
