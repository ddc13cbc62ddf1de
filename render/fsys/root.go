package fsys

import (
	"os"
	"path/filepath"
)

// FindRoot gives the top of the git repository that the directory dir lies in,
// and dir itself where there is none. Its own links are left as they are.
func FindRoot(dir string) string {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		// In a worktree or a submodule .git is a file.
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if filepath.Dir(at) == at {
			return dir
		}
	}
}
