package render

import (
	"cmp"
	"context"
	"iter"
	"path"
	"slices"
	"sync"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// node is a kustomization or a chart of the repository, whether or not it is a
// target.
type node struct {
	kind Kind
	path string
	// file is its Chart.yaml, its kustomization file or its archive.
	file string
	// component and library tell that it renders nothing by itself.
	component, library bool
	// variants are the values files in a chart's ci directory, and sets the value
	// sets that take the place of them and of the defaults.
	variants []string
	sets     []ValueSet
	// usedBy are the kustomizations that render this node, and uses the nodes
	// that this kustomization renders.
	usedBy, uses []*node
}

// survey is all that discovery knows of a repository once it has been walked.
type survey struct {
	tree *fsys.Tree
	list fsys.Listing
	// dirs, files and links hold what list holds; links only those that stay
	// in the repository, with their targets.
	dirs, files map[string]bool
	// walked are the directories that were walked by themselves.
	walked []string
	links  map[string]string
	// chartDirs are the directories with a Chart.yaml, subcharts included.
	chartDirs map[string]bool
	// nodes are sorted by path.
	nodes          []*node
	charts         map[string]*node
	kustomizations map[string]*node
	// readBy are the kustomizations that read a file.
	readBy map[string][]*node
	// wanted are the kustomizations that look for a chart in a place where there is
	// none.
	wanted map[string][]*node
	// linked are the charts that render a file, or the files of a directory,
	// through a link among their templates.
	linked map[string][]*node
	// depends is filled by the method dependencies.
	depends          dependencies
	readDependencies sync.Once
}

// newSurvey walks the repository, and those directories asked for that its
// ignore files leave out.
func newSurvey(ctx context.Context, tree *fsys.Tree, asked []string, o Options) (*survey, error) {
	s := &survey{
		tree: tree, dirs: map[string]bool{}, files: map[string]bool{}, links: map[string]string{},
		chartDirs: map[string]bool{}, charts: map[string]*node{}, kustomizations: map[string]*node{},
		readBy: map[string][]*node{}, linked: map[string][]*node{}, wanted: map[string][]*node{},
	}
	for _, dir := range append([]string{"."}, asked...) {
		if s.dirs[dir] {
			continue
		}
		list, err := tree.WalkWithout(ctx, dir, o.Exclude)
		if err != nil {
			return nil, err
		}
		s.add(list)
		s.walked = append(s.walked, dir)
	}
	s.findCharts()
	s.findKustomizations()
	s.findValueSets(o.Charts)
	slices.SortFunc(s.nodes, func(a, b *node) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.kind, b.kind)) })
	return s, nil
}

func (s *survey) add(list fsys.Listing) {
	s.list.Dirs = append(s.list.Dirs, list.Dirs...)
	s.list.Files = append(s.list.Files, list.Files...)
	s.list.Links = append(s.list.Links, list.Links...)
	s.list.Unreadable = append(s.list.Unreadable, list.Unreadable...)
	if s.list.Excluded == nil {
		s.list.Excluded = list.Excluded
	}
	for _, dir := range list.Dirs {
		s.dirs[dir] = true
	}
	for _, file := range list.Files {
		s.files[file] = true
	}
	for _, link := range list.Links {
		if link.Err == nil {
			s.links[link.Name] = link.Target
		}
	}
}

// named visits the files, and the links to files, whose base name is wanted.
func (s *survey) named(wanted func(base string) bool, visit func(name string)) {
	for _, name := range s.list.Files {
		if wanted(path.Base(name)) {
			visit(name)
		}
	}
	for _, link := range s.list.Links {
		if link.Err == nil && wanted(path.Base(link.Name)) && s.tree.IsFile(link.Target) {
			visit(link.Name)
		}
	}
}

func (s *survey) addNode(index map[string]*node, n *node) {
	index[n.path] = n
	s.nodes = append(s.nodes, n)
}

// resolve gives the name, without links, of the path that a kustomization
// names. Remote addresses and paths that leave the repository give names that
// are in no index.
func (s *survey) resolve(n *node, name string) string { return s.canonical(path.Join(n.path, name)) }

// canonical takes the links out of a name.
func (s *survey) canonical(name string) string {
	if len(s.links) == 0 {
		return name
	}
	for i := 0; i <= len(name); i++ {
		if i == len(name) || name[i] == '/' {
			if target, ok := s.links[name[:i]]; ok {
				return s.canonical(path.Join(target, name[i:]))
			}
		}
	}
	return name
}

// ancestors gives dir, the directory above it, and so on up to the root.
func ancestors(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(dir) && dir != "." {
			dir = path.Dir(dir)
		}
	}
}
