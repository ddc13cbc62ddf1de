package config

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/render/fsys"
)

// file reads the whole file. A key of it without a value is as if it were not
// there: so it is where all below it is commented out.
func (d *decoder) file(root *yaml.Node) {
	c := &d.config
	keys := fields{
		"kubeVersion":  func(n *yaml.Node) { c.KubeVersion = d.kubeVersion(n, "kubeVersion") },
		"policies":     func(n *yaml.Node) { c.Policies = d.paths(n, "policies") },
		"exclude":      func(n *yaml.Node) { c.Exclude = d.patterns(n, "exclude") },
		"baseline":     func(n *yaml.Node) { c.Baseline = d.path(n, "baseline") },
		"rules":        d.rules,
		"charts":       d.charts,
		"environments": d.environments,
		"platform":     d.platform,
		"outside":      d.outside,
		"ignore":       d.ignores,
	}
	for key, read := range keys {
		keys[key] = func(n *yaml.Node) {
			if n := resolved(n); n.ShortTag() != "!!null" {
				read(n)
			}
		}
	}
	d.mapping(root, "", keys)
}

// kubeVersions are the versions that Helm and the policies understand.
var kubeVersions = regexp.MustCompile(`^v?1\.[0-9]+(\.[0-9]+)?([-+][0-9A-Za-z.+-]+)?$`)

func (d *decoder) kubeVersion(n *yaml.Node, what string) string {
	version := d.text(n, what)
	if version != "" && !kubeVersions.MatchString(version) {
		d.mistake(resolved(n).Line, "%s: %q is no version of Kubernetes such as 1.34", what, version)
		return ""
	}
	return version
}

func (d *decoder) paths(n *yaml.Node, what string) []Path {
	var list []Path
	d.list(n, what, func(_ int, item *yaml.Node) { list = append(list, d.path(item, what)) })
	return list
}

// path reads the name of a file or directory.
func (d *decoder) path(n *yaml.Node, what string) Path {
	text := d.text(n, what)
	if text == "" {
		return Path{Place: Place{n.Line}}
	}
	name := path.Join(d.config.File.dir(), text)
	if path.IsAbs(text) || name == ".." || strings.HasPrefix(name, "../") {
		d.mistake(n.Line, "%s: %s leads out of the repository", what, text)
		name = ""
	}
	return Path{Place{n.Line}, name}
}

// patterns reads a list of patterns, or one.
func (d *decoder) patterns(n *yaml.Node, what string) Patterns {
	var p Patterns
	read := func(_ int, item *yaml.Node) {
		text := d.text(item, what)
		if text == "" {
			return
		}
		if err := fsys.CheckPattern(text); err != nil {
			d.mistake(item.Line, "%s: %q %s", what, text, err)
		}
		p.Places, p.Texts = append(p.Places, Place{item.Line}), append(p.Texts, text)
	}
	d.list(n, what, read)
	p.Patterns = fsys.NewPatterns(d.config.File.dir(), p.Texts...)
	return p
}

func (d *decoder) rules(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		d.mistake(n.Line, "rules: want ids of rules and cases with off, error, warning or note, not %s", described(n))
		return
	}
	for _, e := range entries(n) {
		rule := Rule{Place: Place{e.key.Line}, ID: e.key.Value}
		same := func(r Rule) bool { return r.ID != rule.ID && strings.EqualFold(r.ID, rule.ID) }
		if i := slices.IndexFunc(d.config.Rules, same); i >= 0 {
			d.mistake(rule.Line, "rules: %s is listed in line %d, too", rule.ID, d.config.Rules[i].Line)
		}
		switch word := d.word(e.value, "rules: "+rule.ID, settings()); word {
		case "":
		case "off":
			rule.Off = true
		default:
			_ = rule.Level.UnmarshalText([]byte(word)) // it is one of the words
		}
		d.config.Rules = append(d.config.Rules, rule)
	}
}

func (d *decoder) charts(n *yaml.Node) {
	d.list(n, "charts", func(i int, item *yaml.Node) {
		chart := Chart{Path: Path{Place: Place{item.Line}}}
		what := fmt.Sprintf("charts[%d]", i)
		d.mapping(item, what, fields{
			"path":   func(n *yaml.Node) { chart.Path = d.path(resolved(n), what+".path") },
			"values": func(n *yaml.Node) { chart.Values = d.valueSets(n, what+".values") },
		}, "path", "values")
		same := func(c Chart) bool { return c.Name == chart.Name && c.Name != "" }
		if i := slices.IndexFunc(d.config.Charts, same); i >= 0 {
			d.mistake(chart.Line, "%s: is listed in line %d, too", what, d.config.Charts[i].Line)
		}
		d.config.Charts = append(d.config.Charts, chart)
	})
}

func (d *decoder) valueSets(n *yaml.Node, what string) []ValueSet {
	var sets []ValueSet
	d.list(n, what, func(i int, item *yaml.Node) {
		set := ValueSet{Place: Place{item.Line}}
		what := fmt.Sprintf("%s[%d]", what, i)
		d.mapping(item, what, fields{
			"name":  func(n *yaml.Node) { set.Name = d.text(n, what+".name") },
			"files": func(n *yaml.Node) { set.Files = d.paths(n, what+".files") },
		}, "name")
		if slices.ContainsFunc(sets, func(s ValueSet) bool { return s.Name == set.Name && set.Name != "" }) {
			d.mistake(set.Line, "%s: the chart has a set %s already", what, set.Name)
		}
		sets = append(sets, set)
	})
	if n = resolved(n); n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
		d.mistake(n.Line, "%s: is empty, so that the chart would not be rendered", what)
	}
	return sets
}

func (d *decoder) platform(n *yaml.Node) {
	p := &d.config.Platform
	var balancer *yaml.Node
	d.mapping(n, "platform", fields{
		"cloud": func(n *yaml.Node) { p.Cloud = d.word(n, "platform.cloud", Clouds()) },
		"loadBalancer": func(n *yaml.Node) {
			balancer = resolved(n)
			p.LoadBalancer = d.word(n, "platform.loadBalancer", LoadBalancers())
		},
		"kubeProxy": func(n *yaml.Node) {
			p.KubeProxy = d.word(n, "platform.kubeProxy", KubeProxyModes())
			d.kubeProxy(p.KubeProxy)
		},
	})
	if p.Cloud != "" && p.Cloud != "aws" && slices.Contains(awsLoadBalancers(), p.LoadBalancer) {
		d.mistake(balancer.Line, "platform.loadBalancer: %s is for AWS, but the cloud is %s", p.LoadBalancer, p.Cloud)
	}
}
