package gitops

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Expansion follows objects to what they deploy. It is not safe for concurrent
// use.
type Expansion struct {
	controllers []Controller
	clusters    map[string]*cluster
	bare        []bareUnit
	deployed    []deployedUnit
	// covered tells for the path of a target which of the bare units lead to what
	// deploys it.
	covered map[string][]int
	// missed are the objects whose outcome has Missed.
	missed []render.Deployer
}

// bareUnit is a unit that was rendered by itself, with the environment that its
// objects for controllers give it.
type bareUnit struct {
	render.Unit
	cluster *cluster
}

// deployedUnit is a unit that an object deploys.
type deployedUnit struct {
	render.Unit
	// root is the bare unit that led to it.
	root int
	node *Node
}

// rootNode is an object for a controller in a bare unit.
type rootNode struct {
	*Node
	root int
}

// task is an object for a controller that waits for its turn.
type task struct {
	object     manifest.Object
	controller Controller
	node       *Node
	// by is what shaped the object.
	by *shaping
	// root is the bare unit that led to it, and depth counts the objects between.
	root, depth int
	// missed tells that what led to it, or what it deploys, has Missed.
	missed bool
}

// maxDepth bounds how far an Application may lead to others.
const maxDepth = 50

// New gives an expansion without any units.
func New(controllers ...Controller) *Expansion {
	return &Expansion{controllers: controllers, clusters: map[string]*cluster{}, covered: map[string][]int{}}
}

// Add takes in units that were rendered by themselves, and follows the objects
// for controllers in them. Units that turn out to be deployed by one of the
// others are looked at as part of that only. What lies beside objects for
// controllers, or below them, is taken to reach the same cluster.
func (x *Expansion) Add(ctx context.Context, units []render.Unit) {
	var holders, others []render.Unit
	for _, u := range units {
		if x.holds(u) {
			holders = append(holders, u)
		} else {
			others = append(others, u)
		}
	}
	homes := map[string][]render.Unit{}
	for _, u := range holders {
		homes[home(u)] = append(homes[home(u)], u)
	}
	beside := map[string][]render.Unit{}
	for _, u := range others {
		if dir, ok := nearest(home(u), homes); ok && u.Target.Kind == render.KindPlain {
			beside[dir] = append(beside[dir], u)
		} else {
			x.leave([]render.Unit{u})
		}
	}
	for _, dir := range inOrder(holders) {
		var group []render.Unit
		for _, u := range homes[dir] {
			if x.Covers(u.Target) {
				x.leave([]render.Unit{u})
			} else {
				group = append(group, u)
			}
		}
		if len(group) == 0 {
			x.leave(beside[dir])
			continue
		}
		x.follow(ctx, dir, append(group, beside[dir]...))
	}
}

// leave notes units that are not followed.
func (x *Expansion) leave(units []render.Unit) {
	for _, u := range units {
		x.bare = append(x.bare, bareUnit{Unit: u})
	}
}

// holds tells whether a unit has objects for controllers.
func (x *Expansion) holds(u render.Unit) bool {
	return slices.ContainsFunc(u.Objects, func(o manifest.Object) bool { return x.controllerOf(o) != nil })
}

func (x *Expansion) controllerOf(o manifest.Object) Controller {
	for _, c := range x.controllers {
		if c.Deploys(o) {
			return c
		}
	}
	return nil
}

// follow puts units into the environment of a directory and deploys what they
// name.
func (x *Expansion) follow(ctx context.Context, dir string, units []render.Unit) {
	c := x.clusterFor(dir, units)
	start := len(x.bare)
	var shapings []*shaping
	for _, u := range units {
		u.Environment = c.environment.Name
		x.bare = append(x.bare, bareUnit{u, c})
		by := shapingOf(u)
		shapings = append(shapings, by)
		c.environment.add(u, by)
	}
	for i, by := range shapings {
		at := &x.bare[start+i].Failures
		*at = append(*at, x.enqueue(c, by, &task{root: start + i, depth: -1})...)
	}
	x.runAll(ctx)
}

// enqueue adds the objects for controllers among those of a unit to what waits
// in the environment: by is what led to them. It gives a failure for each name
// that is taken.
func (x *Expansion) enqueue(c *cluster, unit *shaping, by *task) []render.Problem {
	var problems []render.Problem
	before := x.before(unit.objects)
	for _, o := range unit.objects {
		controller := x.controllerOf(o)
		if controller == nil {
			continue
		}
		at := o.Source.Trace(manifest.Path{manifest.Key("metadata"), manifest.Key("name")}).Location
		deployer := render.Deployer{
			APIVersion: o.APIVersion(), Kind: o.Kind(), Namespace: o.Namespace(), Name: o.Name(), Location: at,
			DependsOn: before[o.Namespace()+"/"+o.Name()],
		}
		if first, taken := c.seen[keyOf(o)]; taken {
			if by.node != nil {
				by.node.Repeats = append(by.node.Repeats, deployer)
			}
			if !reflect.DeepEqual(first.Body, o.Body) {
				problems = append(problems, render.Problem{Reason: render.ReasonRender, Location: at, Message: fmt.Sprintf(
					"%s %s is there twice in %s: the other one is at %s", o.Kind(), o.Name(), c.environment.Name,
					first.Source.Trace(manifest.Path{manifest.Key("metadata"), manifest.Key("name")}).Location)})
			}
			continue
		}
		if by.depth >= maxDepth {
			problems = append(problems, render.Problem{Reason: render.ReasonTooLarge, Location: at, Message: fmt.Sprintf(
				"%s %s is led to by more than %d others", o.Kind(), o.Name(), maxDepth)})
			continue
		}
		c.seen[keyOf(o)] = o
		node := &Node{Deployer: deployer}
		if by.node == nil {
			c.roots = append(c.roots, rootNode{node, by.root})
		} else {
			by.node.Children = append(by.node.Children, node)
		}
		c.pending = append(c.pending, &task{object: o, controller: controller, node: node, by: unit, root: by.root, depth: by.depth + 1, missed: by.missed})
	}
	return problems
}

// before gives the order that controllers give to the objects of a unit.
func (x *Expansion) before(objects []manifest.Object) map[string][]string {
	all := map[string][]string{}
	for _, controller := range x.controllers {
		if orderer, ok := controller.(Orderer); ok {
			maps.Copy(all, orderer.Before(objects))
		}
	}
	return all
}

// runAll deploys what waits in any environment: what is deployed to another
// cluster may hold objects for controllers there.
func (x *Expansion) runAll(ctx context.Context) {
	for again := true; again && ctx.Err() == nil; {
		again = false
		for _, name := range slices.Sorted(maps.Keys(x.clusters)) {
			if c := x.clusters[name]; len(c.pending) > 0 {
				x.run(ctx, c)
				again = true
			}
		}
	}
}

// run deploys what waits in an environment, round by round. When nothing moves,
// the first that waits have to do with what is known: more of them each time, so
// that the work does not grow with the square of their number, and one again once
// that has moved others.
func (x *Expansion) run(ctx context.Context, c *cluster) {
	forced := 0
	for step := 1; len(c.pending) > 0 && ctx.Err() == nil; {
		tasks, rest := c.pending, []*task(nil)
		if forced > 0 {
			forced = min(forced, len(tasks))
			tasks, rest = tasks[:forced], slices.Clone(tasks[forced:])
		}
		last := forced > 0
		c.pending = nil
		moved := false
		for i, a := range deploy(ctx, c.environment, tasks, last) {
			if a.Wait && !last {
				c.pending = append(c.pending, tasks[i])
				continue
			}
			moved = true
			x.accept(c, tasks[i], a)
		}
		c.pending = append(c.pending, rest...)
		switch {
		case last:
			forced = 0
		case moved:
			step = 1
		default:
			forced = step
			step *= 2
		}
	}
}

// answer is what an object deploys, and what was asked to tell.
type answer struct {
	Outcome
	asked *asked
}

// deploy asks the controllers, several at a time.
func deploy(ctx context.Context, e *Environment, tasks []*task, last bool) []answer {
	e.sort()
	answers := make([]answer, len(tasks))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, t := range tasks {
		group.Go(func() error {
			view, asked := e.asking()
			answers[i] = answer{t.controller.Deploy(ctx, Deployment{Object: t.object, Environment: view, Last: last}), asked}
			return nil
		})
	}
	_ = group.Wait() // no function returns an error
	return answers
}
