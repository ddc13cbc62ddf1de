package policy

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/render"
)

// platform gives what the user says of all clusters.
func (t terms) platform(p lint.Platform) *ast.Term {
	var fields [][2]*ast.Term
	for _, fact := range [][2]string{{"cloud", p.Cloud}, {"kube_proxy", p.KubeProxy}, {"load_balancer", p.LoadBalancer}} {
		if fact[1] != "" {
			fields = append(fields, t.item(fact[0], t.key(fact[1])))
		}
	}
	return ast.ObjectTerm(fields...)
}

// units gives what is known of the units, and what the user says of where they go.
func (t terms) units(g *graph.Graph) *ast.Term {
	list := make([][2]*ast.Term, 0, len(g.Units))
	seen := make(map[string]bool, len(g.Units))
	for _, unit := range g.Units {
		if name := unit.Target.Name(); !seen[name] {
			seen[name] = true
			fields := [][2]*ast.Term{
				t.item("kind", t.key(string(unit.Target.Kind))),
				t.item("path", ast.StringTerm(unit.Target.Path)),
				t.item("below", ast.StringTerm(unit.Target.Below())),
				t.item("variant", ast.StringTerm(variant(unit))),
				t.item("partial", ast.InternedTerm(unit.Partial)),
			}
			if production := unit.Facts.Production; production != nil {
				fields = append(fields, t.item("production", ast.InternedTerm(*production)))
			}
			if version := unit.Facts.KubeVersion; version != "" {
				fields = append(fields, t.item("kubernetes_version", t.key(version)))
			}
			if unit.Facts.OwnValues {
				fields = append(fields, t.item("own_values", ast.InternedTerm(true)))
			}
			if unit.Deployer.Kind != "" {
				fields = append(fields, t.item("deployed_by", t.deployer(unit.Deployer)))
			}
			list = append(list, t.item(name, ast.ObjectTerm(fields...)))
		}
	}
	return ast.ObjectTerm(list...)
}

// variant tells units of one path apart: by the values of a chart, or by the
// cluster that they are deployed to, from the directory that was linted.
func variant(unit graph.Unit) string {
	if unit.Environment == "" {
		return unit.Target.Variant
	}
	return strings.TrimPrefix(strings.TrimPrefix(unit.Environment, unit.Target.Within), "/")
}

// deployer gives the object of Flux or Argo CD that deploys a unit.
func (t terms) deployer(d render.Deployer) *ast.Term {
	after := make([]*ast.Term, len(d.DependsOn))
	for i, name := range d.DependsOn {
		after[i] = ast.StringTerm(name)
	}
	return ast.ObjectTerm(
		t.item("kind", t.key(d.Kind)),
		t.item("namespace", ast.StringTerm(d.Namespace)),
		t.item("name", ast.StringTerm(d.Name)),
		t.item("depends_on", ast.ArrayTerm(after...)),
	)
}
