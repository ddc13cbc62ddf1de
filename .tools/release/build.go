package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// binary is the program, built for a platform.
type binary struct {
	// platform is GOOS/GOARCH, and path where the binary is.
	platform, path string
}

// about is what a binary tells of its build.
type about struct {
	Version string
	Time    time.Time
}

// buildAll builds the program for platforms, into a folder build/GOOS/GOARCH each,
// from which the container image takes it.
func buildAll(ctx context.Context, source, out string, names []string) ([]binary, error) {
	var builds []binary
	for _, name := range names {
		started := time.Now()
		b := binary{name, filepath.Join(out, "build", filepath.FromSlash(name), "kubegap-lint")}
		if b.windows() {
			b.path += ".exe"
		}
		if err := b.build(ctx, source); err != nil {
			return nil, fmt.Errorf("build %s: %w", name, err)
		}
		info, err := os.Stat(b.path)
		if err != nil {
			return nil, err
		}
		tell(started, "built %s, %.1f MB", name, float64(info.Size())/1e6)
		builds = append(builds, b)
	}
	return builds, nil
}

// build builds the program from a clone, with further settings of the environment. All
// that could make a difference between two builds of one commit by one version of Go
// is fixed: no C, no paths, no settings of the user. Version and commit are what Go
// itself records of the clone.
func (b binary) build(ctx context.Context, source string, settings ...string) error {
	system, arch, ok := strings.Cut(b.platform, "/")
	if !ok {
		return fmt.Errorf("%q is not GOOS/GOARCH", b.platform)
	}
	cmd := command(ctx, source, "go", "build", "-mod=readonly", "-trimpath", "-buildvcs=true", "-ldflags=-s -w", "-o", b.path, "./cmd/kubegap-lint")
	cmd.Env = append(cmd.Env, "GOOS="+system, "GOARCH="+arch)
	cmd.Env = append(cmd.Env, settings...)
	return cmd.Run()
}

func (b binary) windows() bool { return strings.HasPrefix(b.platform, "windows/") }

// name is that of what the archive holds.
func (b binary) name(a about) string {
	return "kubegap-lint_" + a.Version + "_" + strings.ReplaceAll(b.platform, "/", "_")
}

// archive is the name of the archive.
func (b binary) archive(a about) string {
	if b.windows() {
		return b.name(a) + ".zip"
	}
	return b.name(a) + ".tar.gz"
}

// host is the platform of this machine.
func host() string { return runtime.GOOS + "/" + runtime.GOARCH }

// hostBuild gives the binary that this machine can run.
func hostBuild(builds []binary) (binary, error) {
	i := slices.IndexFunc(builds, func(b binary) bool { return b.platform == host() })
	if i < 0 {
		return binary{}, fmt.Errorf("this machine runs none of the binaries: add %s to -platforms", host())
	}
	return builds[i], nil
}

// about asks the binary, which this machine must be able to run.
func (b binary) about(ctx context.Context) (about, error) {
	text, err := b.output(ctx, "version", "--format", "json")
	if err != nil {
		return about{}, err
	}
	var a about
	if err := json.Unmarshal(text, &a); err != nil {
		return about{}, fmt.Errorf("read version: %w", err)
	}
	return a, nil
}

// output runs the binary and gives what it prints.
func (b binary) output(ctx context.Context, args ...string) ([]byte, error) {
	cmd := command(ctx, ".", b.path, args...)
	cmd.Stdout = nil
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("run kubegap-lint %s: %w", args[0], err)
	}
	return text, nil
}

// command is a command in dir that shows what it says. It has the environment of all
// commands.
func command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, environment(), os.Stderr, os.Stderr
	return cmd
}
