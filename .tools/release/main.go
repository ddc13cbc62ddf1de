// Command release builds the files of a release of kubegap-lint into a folder: an
// archive a platform, what each archive is made of, and checksums. It builds the
// commit that is checked out, in clones, so that what is not committed has no part
// in it, and the same commit gives the same bytes with the same version of Go. It then
// proves the archive for the platform of the machine: its binary equals one that was
// built in another clone without the cache, and lints the examples without a network.
// The folder is there only when all went well.
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
	"syscall"
	"time"
)

// platforms are what a release is built for, as GOOS/GOARCH.
const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	dir := flag.String("dir", "..", "`DIR` of the checkout")
	out := flag.String("out", "../dist", "`DIR` to write, in the place of a former release")
	list := flag.String("platforms", platforms, "`LIST` of GOOS/GOARCH, separated by commas")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, *dir, *out, strings.Split(*list, ","))
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

// run makes the release of the commit that is checked out in dir, and then the folder
// out of it.
func run(ctx context.Context, dir, out string, names []string) error {
	out, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	if err := replaceable(out, dir); err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "kubegap-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temp) }() // It is the system's to clean up, otherwise.
	// It is made beside out, since a folder cannot be moved to another file system.
	made := fmt.Sprintf("%s-%d", out, os.Getpid())
	defer func() { _ = os.RemoveAll(made) }() // It is gone where all went well.
	if err := write(ctx, dir, made, temp, names); err != nil {
		return err
	}
	return replace(out, made)
}

// write makes the files of a release in the folder out, and proves them.
func write(ctx context.Context, dir, out, temp string, names []string) error {
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
