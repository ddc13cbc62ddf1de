package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// entry is how an archive shows a file.
func entry(name string, mode int64, modified time.Time, data []byte) string {
	return fmt.Sprintf("%s %o %s %q", name, mode, modified.UTC().Format(time.RFC3339), data)
}

func TestArchives(t *testing.T) {
	t.Parallel()
	modified := time.Date(2026, 11, 30, 6, 43, 54, 0, time.UTC)
	files := []file{{"kubegap-lint", []byte("program"), 0o755}, {"man/kubegap-lint.1", []byte(".TH"), 0o644}}
	want := []string{
		"release/kubegap-lint 755 2026-11-30T06:43:54Z \"program\"",
		"release/man/kubegap-lint.1 644 2026-11-30T06:43:54Z \".TH\"",
	}
	for _, tc := range []struct {
		name  string
		write func(string, []file, time.Time) ([]byte, error)
		read  func(*testing.T, []byte) []string
	}{{"tar.gz", writeTarGz, readTarGz}, {"zip", writeZip, readZip}} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			first, err := tc.write("release", files, modified)
			if err != nil {
				t.Fatal(err)
			}
			if got := tc.read(t, first); !slices.Equal(got, want) {
				t.Errorf("the archive holds %q, want %q", got, want)
			}
			// The zone in which the commit was made makes no difference.
			again, err := tc.write("release", files, modified.In(time.FixedZone("", 9*60*60)))
			if err != nil || !bytes.Equal(first, again) {
				t.Errorf("the same files give other bytes (%v)", err)
			}
		})
	}
}

func readTarGz(t *testing.T, data []byte) []string {
	unzipped, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var entries []string
	for r := tar.NewReader(unzipped); ; {
		header, err := r.Next()
		if errors.Is(err, io.EOF) {
			return entries
		}
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, entry(header.Name, header.Mode, header.ModTime, text))
	}
}

func readZip(t *testing.T, data []byte) []string {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var entries []string
	for _, f := range r.File {
		opened, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(opened)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, entry(f.Name, int64(f.Mode().Perm()), f.Modified, text))
	}
	return entries
}

func TestArchiveNames(t *testing.T) {
	t.Parallel()
	a := about{Version: "0.2.0"}
	for platform, want := range map[string]string{
		"linux/arm64":   "kubegap-lint_0.2.0_linux_arm64.tar.gz",
		"darwin/amd64":  "kubegap-lint_0.2.0_darwin_amd64.tar.gz",
		"windows/amd64": "kubegap-lint_0.2.0_windows_amd64.zip",
	} {
		if got := (binary{platform: platform}).archive(a); got != want {
			t.Errorf("archive of %s is %s, want %s", platform, got, want)
		}
	}
}

// TestChecksums has sha256sum check what was written.
func TestChecksums(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"a.zip": "a", "b c.tar.gz": "b"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "build"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := writeChecksums(dir); err != nil {
		t.Fatal(err)
	}
	want := "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a.zip\n" +
		"3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d  b c.tar.gz\n"
	if got, err := os.ReadFile(filepath.Join(dir, "checksums.txt")); err != nil || string(got) != want {
		t.Errorf("checksums.txt is %q (%v), want %q", got, err, want)
	}
	if _, err := exec.LookPath("sha256sum"); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command("sha256sum", "-c", "checksums.txt")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("sha256sum: %v\n%s", err, out)
	}
}
