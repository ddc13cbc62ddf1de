package fetch

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"

	"github.com/Masterminds/semver/v3"
	helmregistry "helm.sh/helm/v3/pkg/registry"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"

	"github.com/kubegap/kubegap-lint/render/vendored"
)

// registry is how one transfer reaches an OCI registry.
type registry struct {
	client *http.Client
	// config is Helm's file of credentials.
	config    string
	plainHTTP bool
}

// registry gives the way to the registry of a chart, and what ends it.
func (f *fetcher) registry(ctx context.Context, c *chart) (r *registry, done func()) {
	transport := newTransport(ctx, nil)
	return &registry{
		client:    &http.Client{Transport: transport},
		config:    cmp.Or(f.options.RegistryConfig, f.store.path(path.Join(f.store.partial, "none.json"))),
		plainHTTP: c.plainHTTP || f.options.PlainHTTP,
	}, transport.CloseIdleConnections
}

// fromRegistry gives the package of a chart from an OCI registry: by digest, by
// tag, or in the newest version of a range.
func (f *fetcher) fromRegistry(ctx context.Context, c *chart, repository, asked string) ([]byte, error) {
	artifact := strings.TrimPrefix(repository, vendored.SchemeOCI) + "/" + c.name
	switch {
	case isDigest(asked):
		return f.pull(ctx, c, artifact+"@"+asked)
	case c.tag, isExact(asked):
		return f.pull(ctx, c, artifact+":"+asked)
	}
	constraint, err := semver.NewConstraint(asked)
	if err != nil {
		return nil, fmt.Errorf("%q is no version and no range of versions", asked)
	}
	r, done := f.registry(ctx, c)
	defer done()
	tag, err := r.newest(ctx, artifact, constraint)
	switch {
	case err != nil:
		return nil, fmt.Errorf("list versions of %s: %w", artifact, err)
	case tag == "":
		return nil, fmt.Errorf("the registry has no version %s of chart %s", asked, c.name)
	}
	return f.pull(ctx, c, artifact+":"+tag)
}

// pull gives the package behind a reference. Helm's client compares it with the
// digest in the manifest.
func (f *fetcher) pull(ctx context.Context, c *chart, reference string) ([]byte, error) {
	r, done := f.registry(ctx, c)
	defer done()
	options := []helmregistry.ClientOption{
		helmregistry.ClientOptEnableCache(true),
		helmregistry.ClientOptWriter(io.Discard),
		helmregistry.ClientOptCredentialsFile(r.config),
		helmregistry.ClientOptHTTPClient(r.client),
	}
	if r.plainHTTP {
		options = append(options, helmregistry.ClientOptPlainHTTP())
	}
	client, err := helmregistry.NewClient(options...)
	if err != nil {
		return nil, fmt.Errorf("read credentials for registries: %w", err)
	}
	result, err := client.Pull(reference)
	if err != nil {
		return nil, fmt.Errorf("pull %s: %w", reference, err)
	}
	return result.Chart.Data, nil
}

// newest gives the tag of the newest version that satisfies the constraint, or "".
// Unlike Helm's client, and like Flux, it takes a tag with a v before the version.
func (r *registry) newest(ctx context.Context, artifact string, constraint *semver.Constraints) (string, error) {
	repository, err := remote.NewRepository(artifact)
	if err != nil {
		return "", err
	}
	store, err := r.credentials()
	if err != nil {
		return "", err
	}
	repository.PlainHTTP = r.plainHTTP
	repository.Client = &auth.Client{Client: r.client, Cache: auth.NewCache(), Credential: credentials.Credential(store)}
	newest, version := "", (*semver.Version)(nil)
	err = repository.Tags(ctx, "", func(tags []string) error {
		for _, tag := range tags {
			// A tag cannot hold the plus of a version: Helm writes an underscore.
			v, err := semver.StrictNewVersion(strings.ReplaceAll(strings.TrimPrefix(tag, "v"), "_", "+"))
			if err == nil && constraint.Check(v) && (version == nil || v.GreaterThan(version)) {
				newest, version = tag, v
			}
		}
		return nil
	})
	return newest, err
}

// credentials are those that Helm uses: its own, else those of Docker.
func (r *registry) credentials() (credentials.Store, error) {
	options := credentials.StoreOptions{DetectDefaultNativeStore: true}
	store, err := credentials.NewStore(r.config, options)
	if err != nil {
		return nil, fmt.Errorf("read credentials for registries: %w", err)
	}
	docker, err := credentials.NewStoreFromDocker(options)
	if err != nil {
		return store, nil // Helm does without, too.
	}
	return credentials.NewStoreWithFallbacks(store, docker), nil
}
