package render

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// Discover finds the targets under paths: directories and files of the tree,
// relative to its root.
//
// A directory means the targets in it. Which kustomization is a root is judged
// over the whole repository, with two exceptions: a kustomization or chart whose
// own directory is asked for is a target even where another one uses it, and so
// is one that only kustomizations outside of the directories asked for use. A
// directory in another one that is asked for, too, adds nothing.
// A file means the targets that own it: its chart; the root kustomizations that
// read it, be it through others; itself, where it is a plain manifest. Nothing
// stands for a file that nobody owns. The same goes for the files of a
// directory that are owned from outside of it.
//
// The error is a *PathError where a path does not exist or lies outside of the
// tree, or that of a ctx that is done.
func Discover(ctx context.Context, tree *fsys.Tree, paths []string) (Plan, error) {
	return Options{}.Discover(ctx, tree, paths)
}

// Options are what a user says of the repository. The zero value says nothing.
type Options struct {
	// Exclude are files and directories to leave out. Nothing that they hold
	// stands for itself, be it asked for or not; what refers to it from elsewhere
	// has it all the same.
	Exclude fsys.Patterns
	// Charts are the value sets of charts, by the path of the chart. Such a chart
	// is rendered with these only.
	Charts map[string][]ValueSet
}

// ValueSet is what a chart is rendered with once.
type ValueSet struct {
	// Name becomes the variant of the target.
	Name string
	// Files are values files relative to the root of the repository, in ascending
	// precedence.
	Files []string
}

// Discover is the function Discover for a repository of which the user has said
// something.
func (o Options) Discover(ctx context.Context, tree *fsys.Tree, paths []string) (Plan, error) {
	plan, _, err := o.Survey(ctx, tree, paths)
	return plan, err
}

// Survey is Discover that also gives what it learns of what files belong to.
func (o Options) Survey(ctx context.Context, tree *fsys.Tree, paths []string) (Plan, *Uses, error) {
	d := newDiscovery()
	d.options = o
	if err := d.ask(tree, paths); err != nil {
		return Plan{}, nil, err
	}
	s, err := newSurvey(ctx, tree, d.dirs, o)
	if err != nil {
		return Plan{}, nil, err
	}
	d.survey = s
	d.dropInner()
	d.owners = newOwners(s.nodes)
	d.selectDirs()
	for _, file := range d.files {
		d.selectFile(file)
	}
	if err := d.selectFiles(ctx); err != nil {
		return Plan{}, nil, err
	}
	d.reportLinks()
	d.reportUnreadable()
	d.reportBarren()
	return d.plan(), &Uses{s, d.dirs, o.Exclude.Len() == 0}, nil
}

// discovery is one run of Discover.
type discovery struct {
	*survey
	options Options
	owners  *owners
	// dirs and files are what was asked for, sorted and without links;
	// askedLinks are those among it that lead nowhere.
	dirs, files []string
	askedLinks  []fsys.Link
	// selected are the kustomizations and charts that become targets, covered
	// those that the selection from directories renders, and idle the
	// components and library charts that no root renders.
	selected, covered, idle map[*node]bool
	// plain are the manifests that become targets.
	plain    map[string]bool
	context  []Target
	skipped  []Problem
	failures []Problem
	barren   []Problem
	// fruitful are the directories asked for that have something to render.
	fruitful map[string]bool
	// buffer is scratch space for isPlain.
	buffer []byte
}

func newDiscovery() *discovery {
	return &discovery{
		selected: map[*node]bool{}, covered: map[*node]bool{}, idle: map[*node]bool{},
		plain: map[string]bool{}, fruitful: map[string]bool{}, buffer: make([]byte, headBytes),
	}
}

// ask sorts the paths into directories and files.
func (d *discovery) ask(tree *fsys.Tree, paths []string) error {
	var missing []error
	for _, asked := range paths {
		name, err := tree.Resolve(asked)
		switch {
		case err == nil && d.options.Exclude.Match(name, tree.IsDir(name)):
			d.skipped = append(d.skipped, fileProblem(path.Clean(asked), ReasonExcluded, "the configuration leaves it out"))
		case err == nil && tree.IsDir(name):
			d.dirs = append(d.dirs, name)
		case err == nil:
			d.files = append(d.files, name)
		case isLink(tree, asked):
			d.askedLinks = append(d.askedLinks, fsys.Link{Name: path.Clean(asked), Err: err})
		default:
			missing = append(missing, &PathError{Path: asked, Err: fsys.Cause(err)})
		}
	}
	for _, list := range []*[]string{&d.dirs, &d.files} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return errors.Join(missing...)
}

// dropInner forgets the directories that lie in another one asked for, unless
// only asking for them brought them into the survey.
func (d *discovery) dropInner() {
	d.dirs = slices.DeleteFunc(slices.Clone(d.dirs), func(dir string) bool {
		return dir != "." && d.within(path.Dir(dir)) != "" && !slices.Contains(d.walked, dir)
	})
}

func isLink(tree *fsys.Tree, name string) bool {
	info, err := tree.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// plan puts together what was selected.
func (d *discovery) plan() Plan {
	p := Plan{Context: d.context, Skipped: d.skipped, Failures: d.failures, Barren: d.barren, Seen: d.list}
	for n := range d.selected {
		p.Targets = append(p.Targets, n.targets()...)
	}
	for file := range d.plain {
		p.Targets = append(p.Targets, plainTarget(file))
	}
	for n := range d.idle {
		p.Skipped = append(p.Skipped, n.idleProblem())
	}
	for i := range p.Targets {
		if dir := d.within(p.Targets[i].Path); dir != "." {
			p.Targets[i].Within = dir
		}
	}
	for _, list := range [][]Target{p.Targets, p.Context} {
		slices.SortFunc(list, compareTargets)
	}
	for _, list := range []*[]Problem{&p.Skipped, &p.Failures, &p.Barren} {
		*list = Tidy(*list)
	}
	return p
}
