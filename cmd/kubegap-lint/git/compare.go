package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// changedFile is a file that differs, by its name from the top level of the checkout.
type changedFile struct {
	name string
	gone bool
	// blob names what it held, "" for a submodule and for what git does not know.
	blob string
}

// compare gives what differs between a commit and the working tree, and what is not
// known to git and not ignored. A submodule is one file.
//
// The index alone does not tell whether a file is as it was committed: git compares
// its text, which it first puts through the filter that the attributes of the
// repository name and its configuration defines. All of these are switched off, so
// that a file which needs one may come out as changed. What is in submodules, git
// would ask children that know nothing of that.
func (c checkout) compare(ctx context.Context, base string) ([]changedFile, error) {
	c, err := c.withoutFilters(ctx)
	if err != nil {
		return nil, err
	}
	diff, err := c.run(ctx, "diff", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-relative", "--no-ext-diff", "--no-textconv",
		"--no-color", "--ignore-submodules=dirty", base, "--")
	if err != nil {
		return nil, err
	}
	files := readDiff(diff)
	others, err := c.run(ctx, "ls-files", "--others", "--exclude-standard", "--full-name", "-z")
	if err != nil {
		return nil, fmt.Errorf("list new files: %w", err)
	}
	for name := range strings.SplitSeq(others, "\x00") {
		if name != "" {
			files = append(files, changedFile{name: name})
		}
	}
	submodules, err := c.dirtySubmodules(ctx)
	return append(files, submodules...), err
}

// withoutFilters gives git without the filters that the configuration defines. See
// https://git-scm.com/docs/gitattributes#_filter
func (c checkout) withoutFilters(ctx context.Context) (checkout, error) {
	keys, err := c.run(ctx, "config", "--null", "--name-only", "--get-regexp", `^filter\.`)
	if said := (gitError{}); errors.As(err, &said) {
		keys = "" // That is how git says that there are none.
	} else if err != nil {
		return c, err
	}
	var settings []string
	for key := range strings.SplitSeq(keys, "\x00") {
		driver := key[:max(strings.LastIndexByte(key, '.'), 0)]
		if driver == "" || driver == "filter" {
			continue
		}
		if strings.Contains(driver, "=") {
			return c, fmt.Errorf("the name of the filter %q holds an equals sign, so that it cannot be switched off", strings.TrimPrefix(driver, "filter."))
		}
		settings = append(settings, driver+".clean=", driver+".process=", driver+".required=false")
	}
	slices.Sort(settings)
	c.settings = slices.Compact(settings)
	return c, nil
}

// dirtySubmodules gives the submodules in which something is not committed, or which
// git cannot read.
func (c checkout) dirtySubmodules(ctx context.Context) ([]changedFile, error) {
	index, err := c.run(ctx, "ls-files", "--stage", "--full-name", "-z")
	if err != nil {
		return nil, fmt.Errorf("list submodules: %w", err)
	}
	top, err := c.run(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	var dirty []changedFile
	for entry := range strings.SplitSeq(index, "\x00") {
		about, name, _ := strings.Cut(entry, "\t")
		dir := filepath.Join(strings.TrimSuffix(top, "\n"), filepath.FromSlash(name))
		if !strings.HasPrefix(about, submoduleMode+" ") || !isCheckout(dir) {
			continue
		}
		files, err := checkout{dir: dir}.compare(ctx, "HEAD")
		said := gitError{}
		unclear := errors.As(err, &said)
		if err != nil && !unclear {
			return nil, fmt.Errorf("in the submodule %s: %w", name, err)
		}
		if unclear || len(files) > 0 {
			dirty = append(dirty, changedFile{name: name})
		}
	}
	return dirty, nil
}

// submoduleMode is the mode that git gives to submodules.
const submoduleMode = "160000"

// isCheckout tells whether a directory is the top of a checkout itself: in any other
// git would take the one around it.
func isCheckout(dir string) bool {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() {
		return false
	}
	_, err = os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// readDiff reads what `git diff --raw -z` prints: see
// https://git-scm.com/docs/git-diff#_raw_output_format
func readDiff(diff string) []changedFile {
	var files []changedFile
	fields := strings.Split(diff, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		about := strings.Fields(fields[i])
		if len(about) != 5 {
			continue
		}
		file := changedFile{name: fields[i+1], gone: about[4] == "D"}
		if about[0] != ":"+submoduleMode {
			file.blob = about[2]
		}
		files = append(files, file)
	}
	return files
}

// texts reads what files that are gone held, by the names of their blobs. What is too
// large or not there is left out.
func (c checkout) texts(ctx context.Context, files []changedFile, reading Reading) (map[string][]byte, error) {
	var wanted strings.Builder
	for _, file := range files {
		if file.gone && file.blob != "" && reading.Wants(file.name) {
			wanted.WriteString(file.blob + "\n")
		}
	}
	if wanted.Len() == 0 {
		return nil, nil
	}
	c.input = wanted.String()
	sizes, err := c.run(ctx, "cat-file", "--batch-check")
	if err != nil {
		return nil, err
	}
	var fit strings.Builder
	for line := range strings.Lines(sizes) {
		blob, size, ok := blobOf(line)
		if ok && size <= reading.MaxBytes {
			fit.WriteString(blob + "\n")
		}
	}
	c.input = fit.String()
	held, err := c.run(ctx, "cat-file", "--batch")
	return readBlobs(held), err
}

// blobOf reads a line of `git cat-file --batch-check`; ok is false for what is no
// file, or not there.
func blobOf(line string) (blob string, size int, ok bool) {
	fields := strings.Fields(line)
	if len(fields) != 3 || fields[1] != "blob" {
		return "", 0, false
	}
	size, err := strconv.Atoi(fields[2])
	return fields[0], size, err == nil
}

// readBlobs reads what `git cat-file --batch` prints.
func readBlobs(held string) map[string][]byte {
	texts := map[string][]byte{}
	for {
		line, rest, _ := strings.Cut(held, "\n")
		blob, size, ok := blobOf(line)
		if !ok || size+1 > len(rest) {
			return texts
		}
		texts[blob], held = []byte(rest[:size]), rest[size+1:]
	}
}

// below gives the files under a directory, by their names from there. The prefix leads
// to it from the top level of the checkout, and ends in a slash unless it is "".
func below(prefix string, files []changedFile) []changedFile {
	var inside []changedFile
	for _, file := range files {
		if name, ok := strings.CutPrefix(file.name, prefix); ok {
			file.name = name
			inside = append(inside, file)
		}
	}
	return inside
}

// changes gives the files with what those held that are gone.
func changes(files []changedFile, texts map[string][]byte, reading Reading) []Change {
	list := make([]Change, len(files))
	for i, file := range files {
		list[i] = Change{Name: strings.TrimSuffix(file.name, "/"), Gone: file.gone}
		switch {
		case !file.gone:
		case file.blob != "" && !reading.Wants(file.name):
			list[i].Held = []byte{}
		default:
			list[i].Held = texts[file.blob]
		}
	}
	return list
}
