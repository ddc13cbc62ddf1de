package helm

import (
	"fmt"
	"sync"

	"helm.sh/helm/v3/pkg/chart/loader"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// library holds the charts of a tree, each loaded once.
type library struct {
	tree   *fsys.Tree
	cache  *fsys.Tree
	charts Charts
	index  func() *index

	mu     sync.Mutex
	loaded map[string]*loading
}

// loading is one chart of the library.
type loading struct {
	once sync.Once
	// node is nil where Helm could not load the chart; report tells why.
	node   *node
	report *report
}

func newLibrary(tree *fsys.Tree, o Options) *library {
	return &library{
		tree:   tree,
		cache:  o.Cache,
		charts: o.Charts,
		loaded: map[string]*loading{},
		index:  sync.OnceValue(func() *index { return buildIndex(tree) }),
	}
}

// load gives the chart at the named directory or package, of the tree or of Helm's
// cache, or nil, and what is
// to be said about its files. Both are shared and must not be changed.
func (l *library) load(name string) (*node, *report) {
	l.mu.Lock()
	entry := l.loaded[name]
	if entry == nil {
		entry = &loading{}
		l.loaded[name] = entry
	}
	l.mu.Unlock()
	entry.once.Do(func() {
		entry.report = newReport()
		a := &assembler{report: entry.report}
		if l.tree.IsDir(name) {
			entry.node = a.assemble(collect(l.tree, name, entry.report), name, false)
		} else {
			entry.node = a.loadPackage(l, name)
		}
	})
	return entry.node, entry.report
}

// loadPackage loads the chart in a packaged file.
func (a *assembler) loadPackage(l *library, name string) *node {
	a.report.read(name)
	tree, inTree := l.within(name)
	info, err := tree.Stat(inTree)
	if err == nil && info.Size() > loader.MaxDecompressedChartSize {
		a.report.fail(render.ReasonTooLarge, fileAt(name), fmt.Sprintf(
			"the package is larger than the %d MiB that Helm allows for an unpacked chart", loader.MaxDecompressedChartSize>>20))
		return nil
	}
	data, err := tree.ReadFile(inTree)
	switch {
	case err != nil && isOutside(err):
		a.report.skip(render.ReasonOutside, fileAt(name), "the link leaves the repository")
		return nil
	case err != nil:
		a.report.fail(render.ReasonUnreadable, fileAt(name), "the package cannot be read: "+fsys.Cause(err).Error())
		return nil
	}
	return a.unpack(file{at: name, data: data})
}
