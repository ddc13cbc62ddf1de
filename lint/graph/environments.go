package graph

import (
	"cmp"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

// Plain manifests are taken to reach one cluster, until two files declare the
// same object with different content: these cannot be in one. Then the lowest
// directory that holds both is split: each of its subdirectories becomes an
// environment of its own, which sees what lies above it. Where the files
// themselves lie side by side, only they are split off.
//
// Where a workload or what selects workloads is repeated with equal content in
// several subdirectories, each is a deployment of its own, and the directory is
// split as well. Of files that lie side by side, or one above the other, one
// may be the other's pieces put together: these stay with each other.
//
// The units that objects of Flux and Argo CD deploy to one cluster are one
// environment, which sees no other: the objects say what reaches the cluster.
//
// Each unit that nothing deploys is an environment of its own, which sees the
// plain ones whose path its own lies below.
//
// What exists everywhere is an environment that all others see, after all else.
// It is the first, since those that are seen are joined before those that see.

// splits tells what is split off: the paths of directories whose
// subdirectories are environments, and those of files that are one.
type splits struct {
	directories, files map[string]bool
}

// findSplits looks for objects that several plain files declare. A Namespace
// or a definition that is declared twice proves nothing, nor do equal bodies of
// what many deployments bring along, such as a ServiceAccount or a ClusterRole.
func findSplits(objects []Object, units []Unit) splits {
	result := splits{map[string]bool{}, map[string]bool{}}
	declared := map[identity][]int{}
	for i := range objects {
		o := &objects[i]
		if !units[o.Unit].isPlain() || o.Name == "" || o.Kind == "Namespace" || o.Kind == "CustomResourceDefinition" {
			continue
		}
		declared[o.identity()] = append(declared[o.identity()], i)
	}
	for _, indices := range declared {
		file := func(i int) string { return units[objects[i].Unit].Target.Path }
		slices.SortStableFunc(indices, func(a, b int) int { return comparePaths(file(a), file(b)) })
		for k := 1; k < len(indices); k++ {
			a, b := &objects[indices[k-1]], &objects[indices[k]]
			switch {
			case a.Unit == b.Unit:
			case !reflect.DeepEqual(a.Manifest.Body, b.Manifest.Body):
				result.between(file(indices[k-1]), file(indices[k]))
			case runsOrSelects(a):
				result.betweenSubdirectories(file(indices[k-1]), file(indices[k]))
			}
		}
	}
	return result
}

// runsOrSelects tells whether an object is a workload or selects workloads.
func runsOrSelects(o *Object) bool {
	_, runs := templatePath(o)
	return runs || selectorOf(o) != nil
}

// between splits two files apart. Of files in the order of comparePaths, any
// two are apart once each is apart from the next.
func (s splits) between(a, b string) {
	directory := commonDirectory(a, b)
	for _, file := range []string{a, b} {
		if path.Dir(file) == directory {
			s.files[file] = true
		} else {
			s.directories[directory] = true
		}
	}
}

// betweenSubdirectories splits two files apart if they lie in different
// subdirectories of a directory. Of files in the order of comparePaths, this
// holds for any two of that kind once it is done for each and the next, since
// no file that lies in a directory itself comes between two of its
// subdirectories.
func (s splits) betweenSubdirectories(a, b string) {
	directory := commonDirectory(a, b)
	if path.Dir(a) != directory && path.Dir(b) != directory {
		s.directories[directory] = true
	}
}

// chain gives the names of the environments that what lies at the path belongs
// to and sees, the innermost first. The last is always "".
func (s splits) chain(name string) []string {
	var result []string
	if s.files[name] {
		result = append(result, name)
	}
	for name != "." && name != "/" {
		parent := path.Dir(name)
		if s.directories[parent] {
			result = append(result, name)
		}
		name = parent
	}
	return append(result, "")
}

// fileChain is chain for a file, which is not itself a subdirectory.
func (s splits) fileChain(file string) []string {
	rest := s.chain(path.Dir(file))
	if s.files[file] {
		return append([]string{file}, rest...)
	}
	return rest
}

// commonDirectory gives the lowest directory that holds both files.
func commonDirectory(a, b string) string {
	directory := path.Dir(a)
	for directory != "." && !strings.HasPrefix(b, directory+"/") {
		directory = path.Dir(directory)
	}
	return directory
}

// comparePaths orders paths of files as a walk through the directories meets
// them that goes through the files of a directory before its subdirectories.
func comparePaths(a, b string) int {
	for {
		first, restOfA, aIsBelow := strings.Cut(a, "/")
		second, restOfB, bIsBelow := strings.Cut(b, "/")
		switch {
		case aIsBelow && !bIsBelow:
			return 1
		case bIsBelow && !aIsBelow:
			return -1
		case first != second || !aIsBelow:
			return strings.Compare(first, second)
		}
		a, b = restOfA, restOfB
	}
}

// setEnvironments puts each object into its environment.
func (b *builder) setEnvironments() {
	g := b.graph
	s := findSplits(g.Objects, g.Units)
	chains := make([][]string, len(g.Units))
	byName, deployed := map[string]int{}, map[string]int{}
	for u := range g.Units {
		unit := &g.Units[u]
		switch {
		case unit.isPlain():
			chains[u] = s.fileChain(unit.Target.Path)
			byName[chains[u][0]] = 0
		default:
			chains[u] = s.chain(unit.Target.Path)
		}
	}
	everywhere := b.setEverywhere()
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		byName[name] = len(g.Environments)
		g.Environments = append(g.Environments, Environment{Name: name})
	}
	environments := make([]int, len(g.Units))
	for u := range g.Units {
		unit := &g.Units[u]
		at, known := deployed[unit.Environment]
		switch {
		case unit.Everywhere:
			at = everywhere
		case unit.isPlain():
			at = byName[chains[u][0]]
			g.Environments[at].Sees = existing(chains[u][1:], byName)
		case unit.Environment == "" || !known:
			at = len(g.Environments)
			g.Environments = append(g.Environments, Environment{Name: cmp.Or(unit.Environment, unit.Target.Name())})
		}
		if unit.Environment != "" {
			deployed[unit.Environment] = at
		}
		environments[u] = at
		e := &g.Environments[at]
		if unit.Environment == "" && !unit.isPlain() && !unit.Everywhere {
			e.Sees = existing(chains[u], byName)
		}
		e.Partial = e.Partial || unit.Partial
	}
	b.seeEverywhere(everywhere)
	for i := range g.Objects {
		o := &g.Objects[i]
		o.Environment = environments[o.Unit]
		e := &g.Environments[o.Environment]
		e.Objects = append(e.Objects, i)
	}
}

// setEverywhere makes the environment of what exists everywhere, and gives its
// index; -1 stands for none.
func (b *builder) setEverywhere() int {
	i := slices.IndexFunc(b.graph.Units, func(u Unit) bool { return u.Everywhere })
	if i < 0 {
		return -1
	}
	b.graph.Environments = append(b.graph.Environments, Environment{Name: b.graph.Units[i].Target.Name()})
	return len(b.graph.Environments) - 1
}

// seeEverywhere lets all environments see the one of that index; -1 stands for
// none.
func (b *builder) seeEverywhere(everywhere int) {
	for e := range b.graph.Environments {
		if everywhere >= 0 && e != everywhere {
			environment := &b.graph.Environments[e]
			environment.Sees = append(slices.Clip(environment.Sees), everywhere)
		}
	}
}

// isPlain tells whether a unit is a plain manifest that nothing deploys.
func (u *Unit) isPlain() bool {
	return u.Target.Kind == render.KindPlain && u.Environment == "" && !u.Everywhere
}

func existing(names []string, byName map[string]int) []int {
	var list []int
	for _, name := range names {
		if e, ok := byName[name]; ok {
			list = append(list, e)
		}
	}
	return list
}
