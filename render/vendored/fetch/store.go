package fetch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// store writes into the repository, and nowhere else: links that lead out of it
// are not followed. Names are relative to the root of the repository.
type store struct {
	root *os.Root
	// abs is the absolute path of the root.
	abs string
	dir string
	// partial is the folder for what is not complete. It lies in the vendor
	// folder, so that what is complete can be moved into place.
	partial string
	count   atomic.Int64
}

// partialPrefix starts the names of folders for what is not complete.
const partialPrefix = ".partial-"

// attributes is the .gitattributes file of the vendor folder: a checkout that
// changed the ends of lines would change the digests.
const attributes = "* -text linguist-vendored\n"

// openStore prepares the vendor folder dir, and takes out what a run that was
// killed has left.
func openStore(tree *fsys.Tree, dir string) (*store, error) {
	root, err := os.OpenRoot(tree.Dir())
	if err != nil {
		return nil, fmt.Errorf("open repository: %w", fsys.Cause(err))
	}
	s := &store{root: root, abs: tree.Dir(), dir: dir}
	if err := s.prepare(); err != nil {
		root.Close()
		return nil, fmt.Errorf("prepare %s: %w", dir, fsys.Cause(err))
	}
	return s, nil
}

func (s *store) prepare() error {
	if err := s.root.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	entries, err := fs.ReadDir(s.root.FS(), s.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), partialPrefix) {
			if err := s.root.RemoveAll(path.Join(s.dir, e.Name())); err != nil {
				return err
			}
		}
	}
	partial, err := os.MkdirTemp(s.path(s.dir), partialPrefix)
	s.partial = path.Join(s.dir, filepath.Base(partial))
	return err
}

// close takes out what is not complete, and the folder where it is empty.
func (s *store) close() error {
	err := s.root.RemoveAll(s.partial)
	for dir := s.dir; dir != "." && s.root.Remove(dir) == nil; dir = path.Dir(dir) {
		continue
	}
	return errors.Join(err, s.root.Close())
}

// path gives the absolute path of a name.
func (s *store) path(name string) string { return filepath.Join(s.abs, filepath.FromSlash(name)) }

// stage gives the name of a new empty folder for what is not complete.
func (s *store) stage() (string, error) {
	name := path.Join(s.partial, fmt.Sprint(s.count.Add(1)))
	return name, s.root.Mkdir(name, 0o755)
}

// discard takes out a staged folder. What cannot be taken out goes with all that is
// not complete.
func (s *store) discard(staged string) { _ = s.root.RemoveAll(staged) }

// write puts a file in its place once it is complete.
func (s *store) write(name string, data []byte) error {
	staged := path.Join(s.partial, fmt.Sprint(s.count.Add(1)))
	if err := s.root.WriteFile(staged, data, 0o644); err != nil {
		return err
	}
	return s.move(staged, name)
}

// move puts a staged file or folder in its place. What was there before is gone
// once the new one is there.
func (s *store) move(staged, name string) error {
	if err := s.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	old := path.Join(s.partial, fmt.Sprint(s.count.Add(1)))
	if err := s.root.Rename(name, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return s.root.Rename(staged, name)
}

// remove takes out a file or a folder, and the folders that it leaves empty.
func (s *store) remove(name string) error {
	if err := s.root.RemoveAll(name); err != nil {
		return err
	}
	for dir := path.Dir(name); dir != s.dir && s.root.Remove(dir) == nil; dir = path.Dir(dir) {
		continue
	}
	return nil
}

// place gives the place of a copy in the folder kind of the vendor folder: by the
// address that it comes from, without passwords, and by the name that it gets
// below it, if any. What not every file system takes is replaced; part of a digest
// then keeps different addresses apart, and so it does where the address has
// another scheme than usual, or ends like that of a folder.
func (s *store) place(kind, address, name string) string {
	shown := render.Redacted(address)
	scheme, rest, found := strings.Cut(shown, "://")
	if !found {
		scheme, rest = "", shown
	}
	bare, _, _ := strings.Cut(rest, "?")
	words := strings.Split(strings.Trim(bare, "/"), "/")
	if name != "" {
		words = append(words, name)
	}
	plain := strings.Join(words, "/")
	for i := range words {
		words[i] = strings.Map(fileLetter, words[i])
		if strings.Trim(words[i], ".") == "" {
			words[i] = "-"
		}
	}
	result := strings.Join(words, "/")
	ext := path.Ext(result)
	if !slices.Contains([]string{".tgz", ".yaml", ".yml", ".json"}, ext) {
		ext = ""
	}
	usual := scheme == "https" || scheme == "oci"
	if !usual || shown != address || result != plain || bare != rest || name == "" && ext == "" {
		sum := sha256.Sum256([]byte(address + "\n" + name))
		result = strings.TrimSuffix(result, ext) + "-" + hex.EncodeToString(sum[:4]) + ext
	}
	return path.Join(s.dir, kind, result)
}

// fileLetter keeps the letters that every file system takes.
func fileLetter(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._+@-", r) {
		return r
	}
	return '-'
}
