package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

func (d *decoder) environments(n *yaml.Node) {
	d.list(n, "environments", func(i int, item *yaml.Node) {
		e := Environment{Place: Place{item.Line}}
		what := fmt.Sprintf("environments[%d]", i)
		before := len(d.mistakes)
		d.mapping(item, what, fields{
			"name":        func(n *yaml.Node) { e.Name = d.text(n, what+".name") },
			"paths":       func(n *yaml.Node) { e.Paths = d.patterns(n, what+".paths") },
			"production":  func(n *yaml.Node) { e.Production = d.truth(n, what+".production") },
			"kubeVersion": func(n *yaml.Node) { e.KubeVersion = d.kubeVersion(n, what+".kubeVersion") },
		}, "name")
		if len(d.mistakes) == before && e.Production == nil && e.KubeVersion == "" {
			d.mistake(e.Line, "%s: says nothing; give production or kubeVersion", what)
		}
		if slices.ContainsFunc(d.config.Environments, func(o Environment) bool { return o.Name == e.Name && e.Name != "" }) {
			d.mistake(e.Line, "%s: there is an environment %s already", what, e.Name)
		}
		d.config.Environments = append(d.config.Environments, e)
	})
}

// outside reads manifests. Their bodies are decoded as those of all manifests
// are, and lines in them are lines of the configuration.
func (d *decoder) outside(n *yaml.Node) {
	all, _ := d.document.Lookup(manifest.Path{manifest.Key("outside")})
	bodies, _ := all.([]any)
	d.list(n, "outside", func(i int, item *yaml.Node) {
		what := fmt.Sprintf("outside[%d]", i)
		body, _ := bodies[i].(map[string]any)
		o := manifest.Object{Body: body, Source: d.document.Source(manifest.Path{manifest.Key("outside"), manifest.Index(i)})}
		switch {
		case body == nil:
			d.mistake(item.Line, "%s: want a manifest, not %s", what, described(item))
		case !manifest.IsObject(body):
			d.mistake(item.Line, "%s: a manifest has an apiVersion and a kind", what)
		case strings.HasSuffix(o.Kind(), "List") && body["items"] != nil:
			d.mistake(item.Line, "%s: is a %s; list its items one by one", what, o.Kind())
		case o.Name() == "":
			d.mistake(item.Line, "%s: the %s has no metadata.name", what, o.Kind())
		}
		d.config.Outside = append(d.config.Outside, o)
	})
}

// kubeProxy adds the object that stands for the mode of kube-proxy, in the place
// of one that the repository does not hold.
func (d *decoder) kubeProxy(mode string) {
	if mode == "" || mode == "none" {
		return
	}
	d.config.Outside = append(d.config.Outside, manifest.Object{
		Body: map[string]any{
			"apiVersion": "kubeproxy.config.k8s.io/v1alpha1", "kind": "KubeProxyConfiguration",
			"metadata": map[string]any{"name": "platform"}, "mode": mode,
		},
		Source: d.document.Source(manifest.Path{manifest.Key("platform"), manifest.Key("kubeProxy")}),
	})
}

func (d *decoder) ignores(n *yaml.Node) {
	d.list(n, "ignore", func(i int, item *yaml.Node) {
		ignore := Ignore{Place: Place{item.Line}}
		what := fmt.Sprintf("ignore[%d]", i)
		narrow := false
		narrowing := func(read func(n *yaml.Node)) func(*yaml.Node) {
			return func(n *yaml.Node) {
				narrow = true
				read(n)
			}
		}
		d.mapping(item, what, fields{
			"rule":   narrowing(func(n *yaml.Node) { ignore.Rule = d.text(n, what+".rule") }),
			"object": narrowing(func(n *yaml.Node) { ignore.Object = d.object(n, what+".object") }),
			"path":   narrowing(func(n *yaml.Node) { ignore.Path = d.files(n, what+".path") }),
			"reason": func(n *yaml.Node) { ignore.Reason = d.text(n, what+".reason") },
			"until":  func(n *yaml.Node) { ignore.Until = d.day(n, what+".until") },
		}, "reason")
		if item.Kind == yaml.MappingNode && !narrow {
			d.mistake(item.Line, "%s: would suppress everything; give a rule, an object or a path", what)
		}
		d.config.Ignore = append(d.config.Ignore, ignore)
	})
}

// object reads the pattern of an object's name.
func (d *decoder) object(n *yaml.Node, what string) string {
	text := d.text(n, what)
	parts := strings.Split(text, "/")
	if text != "" && (len(parts) < 2 || len(parts) > 3 || slices.Contains(parts, "")) {
		d.mistake(resolved(n).Line, "%s: want Kind/namespace/name, or Kind/name for an object without a namespace, not %q", what, text)
	}
	return text
}

// day reads a day, the zero time for anything else.
func (d *decoder) day(n *yaml.Node, what string) time.Time {
	n = resolved(n)
	day, err := time.Parse(time.DateOnly, n.Value)
	if tag := n.ShortTag(); err != nil || tag != "!!str" && tag != "!!timestamp" {
		d.mistake(n.Line, "%s: want a day such as 2027-01-31, not %s", what, described(n))
		return time.Time{}
	}
	return day
}

// files reads one pattern or a list of them.
func (d *decoder) files(n *yaml.Node, what string) Patterns {
	n = resolved(n)
	if n.Kind == yaml.ScalarNode {
		n = &yaml.Node{Kind: yaml.SequenceNode, Line: n.Line, Content: []*yaml.Node{n}}
	}
	if n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
		d.mistake(n.Line, "%s: is empty", what)
	}
	return d.patterns(n, what)
}
