package argocd

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/appset"
	"github.com/kubegap/kubegap-lint/render/argocd/cluster"
	"github.com/kubegap/kubegap-lint/render/argocd/schema"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// deploySet gives the Applications of an ApplicationSet, and a unit where there
// is something to tell about it.
func (c *Controller) deploySet(ctx context.Context, d gitops.Deployment) gitops.Outcome {
	var clusters []manifest.Object
	if appset.UsesClusters(d.Object) {
		if !d.Last {
			return gitops.Outcome{Wait: true}
		}
		gitops.SeekObject(c.tree, "Secret", "")
		clusters = d.Environment.Those("", "Secret", cluster.IsMarked)
	}
	r := c.sets.Expand(ctx, d.Object, clusters)
	o := gitops.Outcome{Objects: r.Applications}
	p := problems{failures: r.Failures, skipped: r.Skipped, warnings: r.Warnings}
	if p.count()+len(p.warnings) > 0 {
		u := unit(d, d.Environment.Name, "")
		u.Files = append(u.Files, r.Files...)
		p.addTo(&u)
		tidy(&u)
		o.Units = []render.Unit{u}
	}
	return o
}

// deployApplication renders the sources of an Application, each as a unit. What
// cannot be rendered is told by a unit that stands for the Application.
func (c *Controller) deployApplication(ctx context.Context, d gitops.Deployment) gitops.Outcome {
	a := &application{problems: problems{object: d.Object}, c: c}
	a.to.environment = d.Environment.Name
	if a.wellTyped(schema.Application(), d.Object.Body, nil) {
		to, wait := destinationOf(d, &a.problems, c.tree)
		a.to = to
		if wait || !a.knownProject(d) {
			return gitops.Outcome{Wait: true}
		}
	}
	var sources []Source
	if a.count() == 0 {
		sources = a.sources()
	}
	var o gitops.Outcome
	for i, s := range sources {
		o.Covers = append(o.Covers, s.Covers...)
		if s.Kind == "" {
			continue
		}
		u := c.render(ctx, a, d, s)
		if slices.ContainsFunc(o.Units, func(v render.Unit) bool { return v.Target.Name() == u.Target.Name() }) {
			u.Target.Variant += fmt.Sprintf(", source %d", i)
		}
		o.Units = append(o.Units, u)
	}
	a.report(d, &o)
	a.intoNamespace(d, o.Units)
	lastWins(o.Units)
	for i := range o.Units {
		tidy(&o.Units[i])
	}
	slices.Sort(o.Covers)
	o.Covers = slices.Compact(o.Covers)
	return o
}

// report puts the problems of the Application into its unit, or into one of its
// own where it has several or none.
func (a *application) report(d gitops.Deployment, o *gitops.Outcome) {
	if len(o.Units) == 0 && a.count() == 0 {
		a.skip(nil, render.ReasonEmpty, "the Application renders nothing")
	}
	switch {
	case len(o.Units) == 1:
		a.addTo(&o.Units[0])
	case a.count()+len(a.warnings) > 0:
		u := unit(d, a.to.environment, "")
		a.addTo(&u)
		o.Units = append(o.Units, u)
	}
}

// unit gives an empty unit of what d deploys. path is what is rendered; "" stands
// for the file of the object itself.
func unit(d gitops.Deployment, environment, path string) render.Unit {
	o := d.Object
	location := o.Source.Trace(nil).Location
	if path == "" {
		path = location.File
	}
	name := o.Name()
	if o.Namespace() != "" {
		name = o.Namespace() + "/" + name
	}
	return render.Unit{
		Target: render.Target{
			Kind: render.KindArgoCD, Path: path,
			Variant: fmt.Sprintf("%s: %s %s", environment, o.Kind(), name),
		},
		Environment: environment,
		Deployer: render.Deployer{
			APIVersion: o.APIVersion(), Kind: o.Kind(), Namespace: o.Namespace(), Name: o.Name(), Location: location,
		},
		Files: append(appset.Files(o), location.File),
	}
}

// render renders one source.
func (c *Controller) render(ctx context.Context, a *application, d gitops.Deployment, s Source) render.Unit {
	u := unit(d, a.to.environment, s.Path)
	u.Files = append(u.Files, s.Read...)
	switch s.Kind {
	case render.KindKustomize:
		at, _ := d.Object.Place(below(s.At, "kustomize"))
		c.take(&u, c.o.Kustomize.Build(ctx, BuildRequest{Path: s.Path, Adds: s.Kustomize, KubeVersion: c.kubeVersion(&u), At: at}))
	case render.KindHelm:
		c.template(ctx, a, &u, s)
	default:
		for _, file := range s.Files {
			c.take(&u, c.o.Files.Render(ctx, render.Target{Kind: render.KindPlain, Path: file}))
		}
	}
	if len(u.Objects)+len(u.Failures)+len(u.Skipped) == 0 {
		u.Skipped = append(u.Skipped, a.at(below(s.At, "path"), render.ReasonEmpty, "%s renders nothing", []any{s.Path}))
	}
	return u
}

// take adds to a unit what was rendered for it.
func (c *Controller) take(u *render.Unit, part render.Unit) {
	u.Objects = append(u.Objects, part.Objects...)
	u.Failures = append(u.Failures, part.Failures...)
	u.Skipped = append(u.Skipped, part.Skipped...)
	u.Warnings = append(u.Warnings, part.Warnings...)
	u.Files = append(u.Files, part.Files...)
	u.Apart = append(u.Apart, part.Apart...)
	u.Partial = u.Partial || part.Partial
}

func (c *Controller) template(ctx context.Context, a *application, u *render.Unit, s Source) {
	s.Helm.KubeVersion = cmp.Or(s.Helm.KubeVersion, c.kubeVersion(u))
	r, err := c.o.Helm.Template(ctx, s.Helm)
	if err != nil {
		u.Failures = append(u.Failures, a.at(below(s.At, "helm"), render.ReasonRender, "%v", []any{err}))
		u.Partial = true
		return
	}
	part := render.Unit{Failures: r.Failures, Skipped: r.Skipped, Warnings: r.Warnings, Files: r.Files, Partial: r.Partial}
	for _, m := range r.Manifests {
		part.Objects = append(part.Objects, m.Objects...)
	}
	c.take(u, part)
}
