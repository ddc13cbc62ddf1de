//go:build unix

package fsys

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A named pipe without a writer must stop neither a walk nor a read.
func TestNamedPipe(t *testing.T) {
	t.Parallel()
	tree := write(t, map[string]string{"x.yaml": ""})
	if err := syscall.Mkfifo(filepath.Join(tree.Dir(), "pipe.yaml"), 0o644); err != nil {
		t.Skip("no named pipes here")
	}
	list, err := tree.Walk(t.Context(), ".")
	if err != nil || len(list.Files) != 1 {
		t.Errorf("Walk = %v, %v", list, err)
	}
	if _, err := tree.ReadFile("pipe.yaml"); err == nil {
		t.Error("ReadFile reads a pipe")
	}
}
