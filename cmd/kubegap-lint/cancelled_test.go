package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A run that was interrupted has seen nothing, so it must not leave a report that
// says that nothing was found.
func TestCancelledRunWritesNoReport(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "pod.yaml"), []byte("{apiVersion: v1, kind: Pod, metadata: {name: a}}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, format := range []string{"text", "json", "sarif"} {
		app, out := testApp(t, dir)
		if code := app.Run(ctx, []string{"--format", format, "-o", "report", "."}); code != exitUsage {
			t.Errorf("%s: exit code %d, want %d", format, code, exitUsage)
		}
		if _, err := os.Stat(filepath.Join(dir, "report")); err == nil {
			t.Errorf("%s: there is a report", format)
		}
		if !strings.Contains(out.stderr.String(), "kubegap-lint: interrupted\n") || out.stdout.Len() > 0 {
			t.Errorf("%s: standard error is %q and output %q", format, &out.stderr, &out.stdout)
		}
	}
}
