package helm

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/ignore"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// maxExtraBytes bounds what is read of a chart directory for .Files. Helm has
// this limit for packages only.
const maxExtraBytes = 100 << 20

// file is one file of a chart, subcharts included.
type file struct {
	// name is relative to the chart.
	name string
	// at is the file in the repository: a package for what lies in it.
	at   string
	data []byte
}

// collector reads a chart directory as Helm's own loader does, but through the
// tree, and without what no template can see.
type collector struct {
	tree   *fsys.Tree
	dir    string
	rules  *ignore.Rules
	report *report
	files  []file
	// extra names the files that only .Files can reach.
	extra []string
}

// collect gives the files of the chart in dir. Everything that cannot be read
// is noted in rep.
func collect(tree *fsys.Tree, dir string, rep *report) []file {
	c := &collector{tree: tree, dir: dir, report: rep, rules: ignore.Empty()}
	c.readRules()
	c.walk("")
	if c.needsExtra() {
		c.readExtra()
	}
	return c.files
}

func (c *collector) readRules() {
	name := path.Join(c.dir, ignore.HelmIgnore)
	data, err := c.tree.ReadFile(name)
	if err == nil {
		c.report.read(name)
		var rules *ignore.Rules
		if rules, err = ignore.Parse(bytes.NewReader(data)); err == nil {
			c.rules = rules
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.unreadable(ignore.HelmIgnore, err)
	}
	c.rules.AddDefaults()
}

// walk visits the directory rel below the chart.
func (c *collector) walk(rel string) {
	entries, err := c.tree.ReadDir(path.Join(c.dir, rel))
	if err != nil {
		c.unreadable(rel, err)
		return
	}
	for _, entry := range entries {
		c.visit(path.Join(rel, entry.Name()), entry)
	}
}

func (c *collector) visit(name string, entry fs.DirEntry) {
	kind, linked, err := entry.Type(), entry.Type()&fs.ModeSymlink != 0, error(nil)
	var info fs.FileInfo
	if linked {
		if info, err = c.tree.Stat(path.Join(c.dir, name)); err == nil {
			kind = info.Mode().Type()
		}
	}
	switch {
	case entry.Name() == ".git" || entry.Name() == fsys.OwnDir || c.rules.Ignore(name, entryInfo{entry, kind}):
	case err != nil:
		c.unreadable(name, err)
	case linked && kind.IsDir() && c.isLoop(name, info):
		c.unreadable(name, errors.New("the link leads back to a directory above it"))
	case kind.IsDir():
		c.walk(name)
	case !kind.IsRegular():
		c.unreadable(name, errors.New("it is not a regular file"))
	case isEssential(name):
		c.read(name)
	default:
		c.extra = append(c.extra, name)
	}
}

// entryInfo is the little that .helmignore rules ask of a file.
type entryInfo struct {
	fs.DirEntry
	kind fs.FileMode
}

func (e entryInfo) IsDir() bool            { return e.kind.IsDir() }
func (e entryInfo) Mode() fs.FileMode      { return e.kind }
func (e entryInfo) Size() int64            { return 0 }
func (e entryInfo) ModTime() (t time.Time) { return t }
func (e entryInfo) Sys() any               { return nil }

// isLoop tells whether the linked directory is one of those above it.
func (c *collector) isLoop(name string, info fs.FileInfo) bool {
	for dir := path.Dir(path.Join(c.dir, name)); ; dir = path.Dir(dir) {
		above, err := c.tree.Stat(dir)
		if err == nil && os.SameFile(info, above) {
			return true
		}
		if dir == "." {
			return false
		}
	}
}

// read reads one file of the chart and gives its size.
func (c *collector) read(name string) int {
	at := path.Join(c.dir, name)
	info, err := c.tree.Stat(at)
	if err != nil {
		c.unreadable(name, err)
		return 0
	}
	if info.Size() > loader.MaxDecompressedFileSize {
		c.report.fail(render.ReasonTooLarge, fileAt(at), fmt.Sprintf(
			"the file is larger than the %d MiB that Helm allows for a file of a chart", loader.MaxDecompressedFileSize>>20))
		return 0
	}
	data, err := c.tree.ReadFile(at)
	if err != nil {
		c.unreadable(name, err)
		return 0
	}
	c.report.read(at)
	c.files = append(c.files, file{name: name, at: at, data: bytes.TrimPrefix(data, utf8BOM)})
	return len(data)
}

var utf8BOM = []byte{0xEF, 0xBB, 0xBF}

func (c *collector) unreadable(name string, err error) {
	at := fileAt(path.Join(c.dir, name))
	if isOutside(err) {
		c.report.skip(render.ReasonOutside, at, "the link leaves the repository")
		return
	}
	c.report.fail(render.ReasonUnreadable, at, "the file cannot be read: "+fsys.Cause(err).Error())
}

// needsExtra tells whether a template may use .Files. A template that uses tpl
// may get its text from values, and dependencies bring templates of their own.
func (c *collector) needsExtra() bool {
	for _, f := range c.files {
		for _, word := range []string{"Files", "tpl", "dependencies:"} {
			if bytes.Contains(f.data, []byte(word)) {
				return true
			}
		}
	}
	return false
}

func (c *collector) readExtra() {
	total := 0
	for _, name := range c.extra {
		if total += c.read(name); total > maxExtraBytes {
			c.report.fail(render.ReasonTooLarge, fileAt(path.Join(c.dir, name)), fmt.Sprintf(
				"the files from here on are left out: those of the chart exceed %d MiB; name what is no part of it in .helmignore",
				maxExtraBytes>>20))
			return
		}
	}
}

// isEssential tells whether a file, by its name relative to the chart, matters
// even where no template uses .Files.
func isEssential(name string) bool {
	for strings.HasPrefix(name, "charts/") {
		_, rest, below := strings.Cut(strings.TrimPrefix(name, "charts/"), "/")
		if !below {
			return true
		}
		name = rest
	}
	switch name {
	case "Chart.yaml", "values.yaml", "values.schema.json", "requirements.yaml":
		return true
	}
	return strings.HasPrefix(name, "templates/") || strings.HasPrefix(name, "crds/")
}
