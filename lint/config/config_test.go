package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

func read(t *testing.T, text string) config.Config {
	t.Helper()
	c, err := config.Read(config.File{Name: "f"}, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEnvironmentOf(t *testing.T) {
	t.Parallel()
	c := read(t, `
kubeVersion: "1.30"
environments:
  - {name: blue, paths: [apps/blue/, /file.yaml], production: true}
  - {name: eu-west, kubeVersion: "1.31"}
  - {name: flux, paths: [clusters/production/], production: true}
  - {name: argo, paths: [argocd/stage/], production: false}
  - {name: values, production: false}
`)
	unit := func(kind render.Kind, path, variant, environment, deployer string) render.Unit {
		u := render.Unit{Target: render.Target{Kind: kind, Path: path, Variant: variant}, Environment: environment}
		if deployer != "" {
			u.Deployer = render.Deployer{Kind: "Application", Location: manifest.Location{File: deployer}}
		}
		return u
	}
	for name, u := range map[string]struct {
		unit          render.Unit
		want, version string
	}{
		"path":                       {unit(render.KindKustomize, "apps/blue", "", "", ""), "blue", "1.30"},
		"path below":                 {unit(render.KindHelm, "apps/blue/web", "", "", ""), "blue", "1.30"},
		"file":                       {unit(render.KindPlain, "file.yaml", "", "", ""), "blue", "1.30"},
		"file of a directory's name": {unit(render.KindPlain, "apps/blue", "", "", ""), "", "1.30"},
		"value set":                  {unit(render.KindHelm, "charts/web", "values", "", ""), "values", "1.30"},
		"cluster by name":            {unit(render.KindArgoCD, "apps/green", "x", "eu-west", "argocd/a.yaml"), "eu-west", "1.31"},
		"cluster before path":        {unit(render.KindArgoCD, "apps/blue", "x", "eu-west", "argocd/stage/a.yaml"), "eu-west", "1.31"},
		"cluster by path":            {unit(render.KindFlux, "apps/blue", "x", "clusters/production", "clusters/production/a.yaml"), "flux", "1.30"},
		"deployer before path":       {unit(render.KindArgoCD, "apps/blue", "x", "us", "argocd/stage/a.yaml"), "argo", "1.30"},
		"nothing":                    {unit(render.KindHelm, "charts/web", "", "", ""), "", "1.30"},
	} {
		got := ""
		if e := c.EnvironmentOf(u.unit); e != nil {
			got = e.Name
		}
		if got != u.want || c.KubeVersionOf(u.unit) != u.version {
			t.Errorf("%s: %q with %s, want %q with %s", name, got, c.KubeVersionOf(u.unit), u.want, u.version)
		}
		if version := c.WithKubeVersion("1.40").KubeVersionOf(u.unit); version != "1.40" {
			t.Errorf("%s: the version of the flag is %s", name, version)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"policies/x", "web/Chart.yaml", "web/prod.yaml", "api-1.0.0.tgz", "docs/x"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := fsys.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	fine := read(t, "policies: [policies]\ncharts:\n- {path: ./web/, values: [{name: x, files: [web/prod.yaml]}]}\n- {path: api-1.0.0.tgz, values: [{name: x}]}\n")
	if err := fine.Check(tree); err != nil {
		t.Error(err)
	}
	wrong := read(t, "policies: [policies/x, none]\ncharts:\n- {path: docs, values: [{name: x, files: [docs]}]}\n- {path: none, values: [{name: x}]}\n")
	want := `f:1: policies: there is no directory none
f:1: policies: there is no directory policies/x
f:3: charts: docs has no Chart.yaml
f:3: charts: there is no values file docs
f:4: charts: there is no chart none`
	if err := wrong.Check(tree); err == nil || err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
}

func TestCheckIDs(t *testing.T) {
	t.Parallel()
	rules, cases := []lint.Rule{{ID: "case-a/one"}, {ID: "case-b/three"}}, []lint.Case{{ID: "case-a"}, {ID: "case-b"}}
	fine := read(t, "rules: {CASE-A: off, case-b/Three: note}\nignore: [{rule: Case-A/one, reason: x}, {path: a, reason: x}]\n")
	if err := fine.CheckIDs(rules, cases); err != nil {
		t.Error(err)
	}
	wrong := read(t, "rules:\n  case-c: off\n  case-a/three: off\n  CASE-B2: off\n  completely-other: note\nignore: [{rule: one, reason: x}]\n")
	want := `f:2: rules: there is no rule or case "case-c"; did you mean case-a?
f:3: rules: there is no rule or case "case-a/three"; did you mean case-b/three?
f:4: rules: there is no rule or case "CASE-B2"; did you mean case-b?
f:5: rules: there is no rule or case "completely-other"; 'kubegap-lint rules' and 'kubegap-lint cases' list them
f:6: ignore[0].rule: there is no rule or case "one"; did you mean case-a/one?`
	if err := wrong.CheckIDs(rules, cases); err == nil || err.Error() != want {
		t.Errorf("%v\nwant\n%s", err, want)
	}
}

func TestUnmatched(t *testing.T) {
	t.Parallel()
	text := "exclude: [a, b]\nenvironments: [{name: x, production: true, paths: [clusters/, none/]}]\nignore: [{path: [x.yaml, y.yaml], reason: x}]\n"
	seen := fsys.Listing{Dirs: []string{".", "clusters"}, Files: []string{"clusters/x.yaml"}, Excluded: []bool{false, true}}
	var got []string
	for _, p := range read(t, text).Unmatched(seen) {
		got = append(got, p.Location.String()+" "+p.Message)
	}
	want := []string{`f:1 exclude: "a" matches nothing`, `f:2 environments[0].paths: "none/" matches nothing`, `f:3 ignore[0].path: "y.yaml" matches nothing`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
	elsewhere, err := config.Read(config.File{Name: "/etc/f", Elsewhere: true}, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if p := elsewhere.Unmatched(seen)[0]; p.Location.File != "" || p.Message != `/etc/f:1: exclude: "a" matches nothing` {
		t.Errorf("a warning about a file elsewhere: %+v", p)
	}
}

func TestEffective(t *testing.T) {
	t.Parallel()
	c := read(t, "# Words.\nexclude: &x [a, b]\nignore:\n  - &i {path: *x, reason: r}\n  - {<<: *i, rule: z}\nenvironments: [{name: e, kubeVersion: \"1.33\", production: true}]\n")
	got, err := c.Effective(config.Override{Key: "kubeVersion", Value: "1.31", Flag: "--kube-version"})
	if err != nil {
		t.Fatal(err)
	}
	want := `kubeVersion: "1.31" # --kube-version
exclude:
  - a # f:2
  - b # f:2
ignore:
  - path:
      - a # f:2
      - b # f:2
    reason: r # f:4
  - rule: z # f:5
    path:
      - a # f:2
      - b # f:2
    reason: r # f:4
environments:
  - name: e # f:6
    production: true # f:6
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
	if _, err := config.Read(config.File{Name: "g"}, got); err != nil {
		t.Errorf("what is printed does not hold: %v", err)
	}
}
