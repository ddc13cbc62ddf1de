package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"sync/atomic"

	"helm.sh/helm/v3/pkg/repo"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// maxTransfer bounds what one connection may bring, in bytes: more than the
// largest index of a repository and the largest package that Helm takes.
const maxTransfer = 128 << 20

// errTooMuch tells that a server sends more than anybody should read.
var errTooMuch = fmt.Errorf("the server sends more than %d MiB", maxTransfer>>20)

// newTransport gives a transport whose connections end with ctx and bring no more
// than maxTransfer each: Helm's clients know neither.
func newTransport(ctx context.Context, settings *tls.Config) *http.Transport {
	dialer := &net.Dialer{}
	return &http.Transport{
		Proxy:              http.ProxyFromEnvironment,
		DisableCompression: true,
		TLSClientConfig:    settings,
		DialContext: func(dialing context.Context, network, address string) (net.Conn, error) {
			dialing, cancel := context.WithCancel(dialing)
			defer cancel()
			defer context.AfterFunc(ctx, cancel)()
			conn, err := dialer.DialContext(dialing, network, address)
			if err != nil {
				return nil, err
			}
			bounded := &boundedConn{Conn: conn}
			bounded.left.Store(maxTransfer)
			bounded.stop = context.AfterFunc(ctx, func() { _ = conn.Close() })
			return bounded, nil
		},
	}
}

// boundedConn is a connection that may bring so many bytes only.
type boundedConn struct {
	net.Conn
	left atomic.Int64
	stop func() bool
}

func (c *boundedConn) Read(buffer []byte) (int, error) {
	n, err := c.Conn.Read(buffer)
	if c.left.Add(-int64(n)) < 0 {
		return 0, errTooMuch
	}
	return n, err
}

func (c *boundedConn) Close() error {
	c.stop()
	return c.Conn.Close()
}

// tlsSettings are those of an entry in Helm's repositories.yaml.
func tlsSettings(entry *repo.Entry) (*tls.Config, error) {
	settings := &tls.Config{InsecureSkipVerify: entry.InsecureSkipTLSverify}
	if entry.CertFile != "" && entry.KeyFile != "" {
		pair, err := tls.LoadX509KeyPair(entry.CertFile, entry.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("read client certificate: %w", fsys.Cause(err))
		}
		settings.Certificates = []tls.Certificate{pair}
	}
	if entry.CAFile != "" {
		authority, err := os.ReadFile(entry.CAFile)
		if err != nil {
			return nil, fmt.Errorf("read certificate authority: %w", fsys.Cause(err))
		}
		settings.RootCAs = x509.NewCertPool()
		if !settings.RootCAs.AppendCertsFromPEM(authority) {
			return nil, errors.New("read certificate authority: it holds no certificate")
		}
	}
	return settings, nil
}
