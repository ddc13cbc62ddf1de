package flux

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// deployment is one object of Flux on its way into a cluster.
type deployment struct {
	gitops.Deployment
	ctx  context.Context
	c    *Controller
	spec field
	// read are the objects that were read, each with its mistakes.
	read []*fields
	unit render.Unit
	// path is what is rendered; "" where nothing is.
	path string
	// files are those that were read beside what the renderers tell.
	files  map[string]bool
	covers []string
	wait   bool
}

func newDeployment(ctx context.Context, c *Controller, d gitops.Deployment) *deployment {
	run := &deployment{Deployment: d, ctx: ctx, c: c, files: map[string]bool{}}
	run.spec = run.open(d.Object).get("spec")
	return run
}

// open reads an object that plays a part in the deployment.
func (d *deployment) open(o manifest.Object) field {
	root := read(o)
	d.read = append(d.read, root.in)
	d.files[o.Source.Origin().File] = true
	return root
}

// find gives an object of the environment, and waits for it where it may still
// come up.
func (d *deployment) find(group, kind, namespace, name string) (manifest.Object, bool) {
	o, found := d.known(group, kind, namespace, name)
	if !found && !d.Last {
		d.wait = true
	}
	return o, found
}

// known gives an object of the environment, as far as it is known by now.
func (d *deployment) known(group, kind, namespace, name string) (manifest.Object, bool) {
	o, found := d.Environment.Find(group, kind, namespace, name)
	if !found {
		gitops.SeekObject(d.c.tree, kind, name)
	}
	return o, found
}

// namespace is that of the object.
func (d *deployment) namespace() string { return d.Object.Namespace() }

// outcome gives what has come of the deployment.
func (d *deployment) outcome() gitops.Outcome {
	if d.wait {
		return gitops.Outcome{Wait: true}
	}
	for _, object := range d.read {
		for _, m := range object.mistakes {
			d.fail(render.ReasonRender, m.message, object.object.Source.Trace(m.path).Location)
		}
	}
	u := &d.unit
	u.Environment = d.environment()
	u.Deployer = d.deployer()
	u.Target = render.Target{
		Kind:    render.KindFlux,
		Path:    cmp.Or(d.path, d.Object.Source.Trace(nil).File),
		Variant: fmt.Sprintf("%s: %s %s", u.Environment, d.Object.Kind(), fullName(d.Object)),
	}
	for _, file := range u.Files {
		d.files[file] = true
	}
	u.Files = slices.Sorted(maps.Keys(d.files))
	u.Failures = render.TidyUnit(u.Failures, u.Target.Name())
	u.Skipped = render.TidyUnit(u.Skipped, u.Target.Name())
	u.Warnings = render.TidyUnit(u.Warnings, u.Target.Name())
	slices.Sort(d.covers)
	return gitops.Outcome{Units: []render.Unit{*u}, Covers: slices.Compact(d.covers)}
}

// environment names the cluster that the object deploys to: another one than its
// own where spec.kubeConfig says so.
func (d *deployment) environment() string {
	for _, key := range []string{"secretRef", "configMapRef"} {
		if name := d.spec.get("kubeConfig", key, "name").text(); name != "" {
			return d.Environment.Name + "/" + name
		}
	}
	return d.Environment.Name
}

func (d *deployment) deployer() render.Deployer {
	return render.Deployer{
		APIVersion: d.Object.APIVersion(),
		Kind:       d.Object.Kind(),
		Namespace:  d.namespace(),
		Name:       d.Object.Name(),
		Location:   d.Object.Source.Trace(nil).Location,
		DependsOn:  dependencies(d.Object),
	}
}

// warnSuspended tells that the cluster may hold something older.
func (d *deployment) warnSuspended() {
	if suspend := d.spec.get("suspend"); suspend.flag() {
		d.warn("it is suspended, so the cluster keeps what was deployed before", d.at(suspend))
	}
}

// take adds what a renderer made to the unit, except its objects.
func (d *deployment) take(from render.Unit) {
	d.unit.Failures = append(d.unit.Failures, from.Failures...)
	d.unit.Skipped = append(d.unit.Skipped, from.Skipped...)
	d.unit.Warnings = append(d.unit.Warnings, from.Warnings...)
	d.unit.Files = append(d.unit.Files, from.Files...)
	d.unit.Apart = append(d.unit.Apart, from.Apart...)
	d.unit.Partial = d.unit.Partial || from.Partial
}

// fullName gives namespace/name, or the name alone.
func fullName(o manifest.Object) string { return qualified(o.Namespace(), o.Name()) }

func qualified(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + "/" + name
}
