package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// commonFiles are those that all archives hold: the page about the project, the
// licence where there is one, completions and the manual page.
func commonFiles(ctx context.Context, source string, host binary) ([]file, error) {
	var files []file
	for _, name := range []string{"README.md", "LICENSE", "NOTICE"} {
		data, err := os.ReadFile(filepath.Join(source, name))
		if os.IsNotExist(err) && name != "README.md" {
			continue
		}
		if err != nil {
			return nil, err
		}
		files = append(files, file{name, data, 0o644})
	}
	for _, made := range []struct {
		name string
		args []string
	}{
		{"completions/_kubegap-lint", []string{"completion", "zsh"}},
		{"completions/kubegap-lint.bash", []string{"completion", "bash"}},
		{"completions/kubegap-lint.fish", []string{"completion", "fish"}},
		{"completions/kubegap-lint.ps1", []string{"completion", "powershell"}},
		{"man/kubegap-lint.1", []string{"man"}},
	} {
		data, err := host.output(ctx, made.args...)
		if err != nil {
			return nil, err
		}
		files = append(files, file{made.name, data, 0o644})
	}
	return files, nil
}

// pack writes the archive of a binary, and beside it what the binary is made of.
func (b binary) pack(ctx context.Context, out string, a about, common []file) error {
	program, err := os.ReadFile(b.path)
	if err != nil {
		return err
	}
	files := slices.Concat([]file{{filepath.Base(b.path), program, 0o755}}, common)
	write := writeTarGz
	if b.windows() {
		write = writeZip
	}
	data, err := write(b.name(a), files, a.Time)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(out, b.archive(a)), data, 0o644); err != nil {
		return err
	}
	return b.listParts(ctx, filepath.Join(out, b.name(a)+".cdx.json"), a)
}

// listParts writes the modules that a binary is made of, as Go has recorded them in
// it, in CycloneDX (https://cyclonedx.org/docs/1.6/json/). Serial number and time are
// left out: they would differ each time.
func (b binary) listParts(ctx context.Context, path string, a about) error {
	cmd := command(ctx, ".", "go", "tool", "cyclonedx-gomod", "bin", "-json", "-std", "-noserial", "-notimestamp", "-version", "v"+a.Version, "-output", path, b.path)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("list parts: %w", err)
	}
	return nil
}

// checksums is the name of the file that tells a release from other folders.
const checksums = "checksums.txt"

// writeChecksums writes the checksums of all files in a folder, as `sha256sum -c`
// reads them.
func writeChecksums(out string) error {
	entries, err := os.ReadDir(out)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(out, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(data), e.Name())
	}
	return os.WriteFile(filepath.Join(out, checksums), []byte(lines.String()), 0o644)
}
