package config

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Facts are what a look at a repository tells that its configuration may say.
// Names are relative to the directory of the file.
type Facts struct {
	// Exclude are directories that look as if they hold what others wrote, or what
	// only tests use.
	Exclude []string
	// Charts are charts that nothing deploys, with values files beside those that
	// Helm takes by itself.
	Charts []Chart
	// Clusters are the clusters that Flux and Argo CD deploy to, and Overlays the
	// overlays that neither deploys.
	Clusters, Overlays []string
	// Clouds are the providers that objects speak of.
	Clouds []string
}

// maxExamples is how many charts, or environments, a start lists.
const maxExamples = 5

// Start writes a configuration file to start with. All of it is commented out:
// words for people behind # and one space, keys behind # alone.
func Start(f Facts) []byte {
	w := starter{}
	w.out.WriteString("# yaml-language-server: $schema=" + SchemaURL + "\n")
	w.words("Configuration of kubegap-lint. Paths are relative to this file. 'kubegap-lint", "config' prints what holds, 'kubegap-lint --help' the flags.")
	w.section("The version of Kubernetes that charts see and rules judge by.")
	w.keys(`kubeVersion: "1.34"`)
	w.exclude(f.Exclude)
	w.section("The findings that are known and do not count. 'kubegap-lint --write-baseline FILE'", "writes them.")
	w.keys("baseline: .kubegap-baseline.json")
	w.section("Rules and cases: off, or a level for all their findings.")
	w.keys("rules:", "  IL-0178/lb-backend-without-drain-delay: note")
	w.charts(f.Charts)
	w.environments(f)
	w.platform(f.Clouds)
	w.section("What the clusters have from elsewhere: manifests, which are never reported.")
	w.keys("outside:", "  - {apiVersion: v1, kind: Namespace, metadata: {name: shop, labels: {team: shop}}}")
	w.section("Findings that you accept, by rule, object and path, with a reason.")
	w.keys("ignore:", "  - rule: IL-0178/lb-backend-without-drain-delay", "    object: Deployment/shop/*",
		"    reason: The proxy in the pod drains by itself.", "    until: 2030-12-31")
	return []byte(w.out.String())
}

// starter writes the lines of a start.
type starter struct{ out strings.Builder }

func (w *starter) words(lines ...string) {
	for _, line := range lines {
		w.out.WriteString("# " + line + "\n")
	}
}

func (w *starter) section(lines ...string) {
	w.out.WriteString("\n")
	w.words(lines...)
}

func (w *starter) keys(lines ...string) {
	for _, line := range lines {
		w.out.WriteString("#" + line + "\n")
	}
}

func (w *starter) exclude(dirs []string) {
	w.section("Files and directories to leave out, as in a .gitignore file.")
	if len(dirs) == 0 {
		dirs = []string{"third_party"}
	}
	w.keys("exclude:")
	for _, dir := range dirs {
		w.keys("  - " + scalar("/"+dir+"/"))
	}
}

func (w *starter) charts(charts []Chart) {
	if len(charts) == 0 {
		return
	}
	w.section("Charts with the value sets that they are deployed with, in the place of their", "defaults.")
	w.keys("charts:")
	for _, chart := range charts[:min(len(charts), maxExamples)] {
		w.keys("  - path: "+scalar(chart.Name), "    values:")
		for _, set := range chart.Values {
			w.keys("      - name: "+scalar(set.Name), "        files: ["+scalar(set.Files[0].Name)+"]")
		}
	}
	w.more(len(charts) - maxExamples)
}

// environments lists the clusters and overlays. Their names tell what is for
// trial, as far as a name can.
func (w *starter) environments(f Facts) {
	w.section("Environments: whether anyone depends on them, and their version of Kubernetes.")
	w.keys("environments:")
	names := slices.Concat(f.Clusters, f.Overlays)
	if len(names) == 0 {
		w.keys("  - {name: staging, paths: [/staging/], production: false}")
		return
	}
	for _, name := range names[:min(len(names), maxExamples)] {
		production := "true"
		if forTrial(name) {
			production = "false"
		}
		w.keys("  - name: " + scalar(name))
		if slices.Contains(f.Overlays, name) {
			w.keys("    paths: [" + scalar("/"+name+"/") + "]")
		}
		w.keys("    production: " + production)
	}
	w.more(len(names) - maxExamples)
}

// forTrial tells whether a name has a word for what nobody depends on.
func forTrial(name string) bool {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(trialWords(), word) })
}

// trialWords are the words by which the policies know what nobody depends on, and
// those for places that customers do not see. The policies leave these open, since a
// team may depend on them; a start asks.
func trialWords() []string {
	return []string{
		"ci", "demo", "demos", "dev", "development", "e2e", "example", "examples", "preview", "previews", "qa", "sample", "samples",
		"sandbox", "sandboxes", "snippets", "stage", "staging", "test", "testdata", "testing", "tests", "tutorial", "tutorials",
	}
}

func (w *starter) platform(clouds []string) {
	w.section("What the clusters run on, where the objects do not tell. The words are in the", "schema.")
	cloud := "aws"
	if len(clouds) > 0 {
		w.words("The objects speak of " + strings.Join(clouds, ", ") + ".")
		cloud = clouds[0]
	}
	w.keys("platform:", "  cloud: "+cloud, "  kubeProxy: iptables")
}

func (w *starter) more(n int) {
	if n > 0 {
		w.words(fmt.Sprintf("... and %d more.", n))
	}
}

// scalar writes a text as YAML.
func scalar(text string) string {
	node := yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	if strings.ContainsAny(text, ",[]{}\n\t#") {
		node.Style = yaml.DoubleQuotedStyle
	}
	data, err := yaml.Marshal(&node)
	if err != nil {
		return fmt.Sprintf("%q", text)
	}
	return strings.TrimSuffix(string(data), "\n")
}

// SetName gives the name of the value set in a file beside a Chart.yaml, "" for a
// file that is no such thing: production for values-production.yaml.
func SetName(file string) string {
	base := path.Base(file)
	stem, ok := strings.CutSuffix(base, ".yaml")
	if !ok {
		stem, ok = strings.CutSuffix(base, ".yml")
	}
	if !ok {
		return ""
	}
	for _, mark := range []string{"-", "_", "."} {
		if name, ok := strings.CutPrefix(stem, "values"+mark); ok {
			return name
		}
		if name, ok := strings.CutSuffix(stem, mark+"values"); ok {
			return name
		}
	}
	return ""
}
