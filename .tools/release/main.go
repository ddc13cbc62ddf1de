// Command release builds the files of a release of kubegap-lint into a folder: an
// archive a platform, what each archive is made of, and checksums. It builds the
// commit that is checked out, in clones, so that what is not committed has no part
// in it, and the same commit gives the same bytes. It then proves one archive: its
// binary equals one that was built in another clone, and lints the examples without
// a network.
//
//	go -C .tools run ./release -dir .. -out ../dist
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

// platforms are what a release is built for, as GOOS/GOARCH.
const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	dir := flag.String("dir", "..", "`DIR` of the checkout")
	out := flag.String("out", "../dist", "`DIR` to write; what was in it is removed")
	list := flag.String("platforms", platforms, "`LIST` of GOOS/GOARCH, separated by commas")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *dir, *out, strings.Split(*list, ","))
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

// run makes the release of the commit that is checked out in dir.
func run(ctx context.Context, dir, out string, names []string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "kubegap-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temp) }() // It is the system's to clean up, otherwise.
	source, err := clone(ctx, dir, filepath.Join(temp, "source"))
	if err != nil {
		return err
	}
	builds, err := buildAll(ctx, source, out, names)
	if err != nil {
		return err
	}
	host, err := hostBuild(builds)
	if err != nil {
		return err
	}
	about, err := host.about(ctx)
	if err != nil {
		return err
	}
	common, err := commonFiles(ctx, source, host)
	if err != nil {
		return err
	}
	for _, b := range builds {
		started := time.Now()
		if err := b.pack(ctx, out, about, common); err != nil {
			return fmt.Errorf("pack %s: %w", b.platform, err)
		}
		tell(started, "packed %s", b.archive(about))
	}
	if err := writeChecksums(out); err != nil {
		return err
	}
	if err := proveAgain(ctx, dir, temp, host); err != nil {
		return err
	}
	return proveOffline(ctx, source, out, temp, host, about)
}

// clone gives a clone of the commit that is checked out in dir.
func clone(ctx context.Context, dir, to string) (string, error) {
	if err := command(ctx, ".", "git", "clone", "--quiet", dir, to).Run(); err != nil {
		return "", fmt.Errorf("clone the checkout: %w", err)
	}
	return to, nil
}

// tell reports a step, and how long it took.
func tell(started time.Time, format string, args ...any) {
	log.Printf("%6.1f s  %s", time.Since(started).Seconds(), fmt.Sprintf(format, args...))
}
