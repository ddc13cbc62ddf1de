package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// proveAgain builds the commit in another clone, from the source of all packages, and
// fails where the binary differs. It has a cache of its own: that of the first build
// does not depend on where a clone lies, so that nothing would be compiled again.
func proveAgain(ctx context.Context, dir, temp string, host binary) error {
	started := time.Now()
	place := filepath.Join(temp, "again")
	source, err := clone(ctx, dir, filepath.Join(place, "source"))
	if err != nil {
		return err
	}
	work := filepath.Join(place, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		return err
	}
	again := binary{host.platform, filepath.Join(place, filepath.Base(host.path))}
	if err := again.build(ctx, source, "GOCACHE="+filepath.Join(place, "cache"), "TMPDIR="+work); err != nil {
		return fmt.Errorf("build %s again: %w", host.platform, err)
	}
	if err := sameBytes(host, again); err != nil {
		return err
	}
	tell(started, "built %s again in another clone, without the cache: the same bytes", host.platform)
	return nil
}

// sameBytes fails where two builds of one commit differ.
func sameBytes(a, b binary) error {
	first, err := os.ReadFile(a.path)
	if err != nil {
		return err
	}
	second, err := os.ReadFile(b.path)
	if err != nil {
		return err
	}
	if !bytes.Equal(first, second) {
		return fmt.Errorf("two builds of one commit for %s differ", a.platform)
	}
	return nil
}

// proveOffline takes the archive out and lints the examples with its binary, where
// the kernel allows it without a network. It must find what the source finds.
func proveOffline(ctx context.Context, source, out, temp string, host binary, a about) error {
	started := time.Now()
	archive := filepath.Join(out, host.archive(a))
	if err := command(ctx, temp, "tar", "-xf", archive).Run(); err != nil {
		return fmt.Errorf("take out %s: %w", archive, err)
	}
	taken := []string{filepath.Join(temp, host.name(a), filepath.Base(host.path)), "examples"}
	how := "with the network, which this machine does not let us leave"
	for _, namespace := range [][]string{{"unshare", "--net"}, {"unshare", "--net", "--map-root-user"}} {
		if exec.CommandContext(ctx, namespace[0], append(namespace[1:], "true")...).Run() == nil {
			taken, how = append(namespace, taken...), strings.Join(namespace, " ")
			break
		}
	}
	got, err := lint(ctx, source, taken...)
	if err != nil {
		return err
	}
	want, err := lint(ctx, source, "go", "run", "./cmd/kubegap-lint", "examples")
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return fmt.Errorf("%s prints\n%s\nand the source prints\n%s", strings.Join(taken, " "), got, want)
	}
	lines := strings.Split(strings.TrimSpace(string(got)), "\n")
	tell(started, "%s lints the examples (%s): exit code %d, %s", host.archive(a), how, findings, lines[len(lines)-1])
	return nil
}

// findings is the exit code of a run that finds something, as go run passes it on,
// too.
const findings = 1

// lint gives what a command prints that lints and finds something.
func lint(ctx context.Context, dir string, words ...string) ([]byte, error) {
	cmd := command(ctx, dir, words[0], words[1:]...)
	cmd.Stdout = nil
	text, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, fmt.Errorf("run %s: %w", words[0], err)
	}
	if code := cmd.ProcessState.ExitCode(); code != findings {
		return nil, fmt.Errorf("%s exits with %d, want %d", strings.Join(words, " "), code, findings)
	}
	return text, nil
}
