package flux

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/gitops"
	"github.com/kubegap/kubegap-lint/render/helm"
	"github.com/kubegap/kubegap-lint/render/kustomize"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/plain"
	"github.com/kubegap/kubegap-lint/render/vendored"
)

// world is a repository, and a cluster that has the objects of the files in env/.
type world struct {
	t           *testing.T
	tree        *fsys.Tree
	c           *Controller
	kustomize   *builder
	helm        *templater
	environment *gitops.Environment
	// objects are what the environment has.
	objects []manifest.Object
}

func newWorld(t *testing.T, archive string, change ...func(*Options)) *world {
	t.Helper()
	dir := t.TempDir()
	files := txtar.Parse([]byte(archive)).Files
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tree.Close() })
	w := &world{t: t, tree: tree, kustomize: newBuilder(tree), helm: &templater{}}
	o := Options{Kustomize: w.kustomize, Helm: w.helm}
	for _, f := range change {
		f(&o)
	}
	w.c = New(tree, o)
	for _, f := range files {
		if strings.Contains(f.Name, "env/") {
			w.objects = append(w.objects, objectsOf(t, f.Name, string(f.Data))...)
		}
	}
	w.environment = environmentOf(w.objects, true)
	return w
}

// probe is the controller of an object that tells its environment.
type probe struct{ environment *gitops.Environment }

func (p *probe) Deploys(o manifest.Object) bool { return o.APIVersion() == "test/v1" }

func (p *probe) Deploy(_ context.Context, d gitops.Deployment) gitops.Outcome {
	p.environment = d.Environment
	return gitops.Outcome{}
}

// environmentOf gives the environment prod with these objects.
func environmentOf(objects []manifest.Object, complete bool) *gitops.Environment {
	doc := manifest.Parse("probe.yaml", []byte("{apiVersion: test/v1, kind: Probe, metadata: {name: probe}}"))[0]
	own, _ := doc.Objects()
	p := &probe{}
	gitops.New(p).Add(context.Background(), []render.Unit{{
		Target:  render.Target{Kind: render.KindKustomize, Path: "prod"},
		Objects: slices.Concat(objects, own),
		Partial: !complete,
	}})
	return p.environment
}

func objectsOf(t *testing.T, name, text string) []manifest.Object {
	t.Helper()
	var all []manifest.Object
	for _, doc := range manifest.Parse(name, []byte(text)) {
		if doc.Err != nil {
			t.Fatal(doc.Err)
		}
		objects, issues := doc.Objects()
		if len(issues) > 0 {
			t.Fatal(issues)
		}
		all = append(all, objects...)
	}
	return all
}

// find gives the first object of a kind and name in the environment.
func (w *world) find(kind, name string) manifest.Object {
	w.t.Helper()
	for _, o := range w.objects {
		if o.Kind() == kind && o.Name() == name {
			return o
		}
	}
	w.t.Fatalf("the environment has no %s %s", kind, name)
	return manifest.Object{}
}

// deploy deploys an object as the last one.
func (w *world) deploy(kind, name string) render.Unit {
	w.t.Helper()
	outcome := w.c.Deploy(context.Background(), gitops.Deployment{Object: w.find(kind, name), Environment: w.environment, Last: true})
	if outcome.Wait || len(outcome.Units) != 1 {
		w.t.Fatalf("Deploy gives %+v, want one unit", outcome)
	}
	return outcome.Units[0]
}

// waits tells whether an object is waited for, while more may become known.
func (w *world) waits(kind, name string) bool {
	w.t.Helper()
	return w.c.Deploy(context.Background(), gitops.Deployment{Object: w.find(kind, name), Environment: w.environment}).Wait
}

// builder builds directories with the renderers of kustomizations and of plain
// files. What a request adds it only notes.
type builder struct {
	kustomize *kustomize.Renderer
	plain     *plain.Renderer
	mu        sync.Mutex
	requests  []BuildRequest
}

func newBuilder(tree *fsys.Tree) *builder {
	return &builder{kustomize: kustomize.New(tree, kustomize.Options{}), plain: plain.New(tree)}
}

func (b *builder) Build(ctx context.Context, req BuildRequest) render.Unit {
	b.mu.Lock()
	b.requests = append(b.requests, req)
	b.mu.Unlock()
	switch {
	case req.Path == "":
		return render.Unit{Objects: req.Objects}
	case !req.Generate:
		return b.kustomize.Render(ctx, render.Target{Kind: render.KindKustomize, Path: req.Path})
	}
	var all render.Unit
	for _, name := range req.Adds.Resources {
		at := filepath.ToSlash(filepath.Join(req.Path, name))
		var u render.Unit
		if strings.HasSuffix(name, "ml") {
			u = b.plain.Render(ctx, render.Target{Kind: render.KindPlain, Path: at})
		} else {
			u = b.kustomize.Render(ctx, render.Target{Kind: render.KindKustomize, Path: at})
		}
		all.Objects = append(all.Objects, u.Objects...)
		all.Failures = append(all.Failures, u.Failures...)
		all.Skipped = append(all.Skipped, u.Skipped...)
		all.Files = append(all.Files, u.Files...)
	}
	return all
}

// fixed gives the same objects for each request.
type fixed []manifest.Object

func (f fixed) Build(context.Context, BuildRequest) render.Unit { return render.Unit{Objects: f} }

// templater notes requests and gives a result.
type templater struct {
	result   helm.Result
	mu       sync.Mutex
	requests []helm.Request
}

func (h *templater) Template(_ context.Context, req helm.Request) (helm.Result, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.requests = append(h.requests, req)
	return h.result, nil
}

// charted finds charts by repository, name and version, with blanks between.
type charted map[string]string

func (v charted) Chart(repository, name, version string) (string, bool) {
	found, ok := v[strings.TrimSpace(vendored.Repository(repository)+" "+name+" "+version)]
	return found, ok
}

// told gives all problems of a unit as lines.
func told(u render.Unit) []string {
	var lines []string
	for level, problems := range map[string][]render.Problem{"failure": u.Failures, "skipped": u.Skipped, "warning": u.Warnings} {
		for _, p := range problems {
			at := p.Location
			at.Column = 0
			lines = append(lines, level+" "+string(p.Reason)+" "+at.String()+": "+p.Message)
		}
	}
	slices.Sort(lines)
	return lines
}
