package render

import (
	"bytes"
	"cmp"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

// isKustomizationName tells whether kustomize reads a file of this base name as
// the kustomization of its directory.
func isKustomizationName(base string) bool {
	return base == "kustomization.yaml" || base == "kustomization.yml" || base == "Kustomization"
}

// kustomization is what a kustomization file says about other files. Paths
// stand as they are written there, relative to the file's directory.
type kustomization struct {
	component bool
	// paths are the files and directories it reads.
	paths []string
	// plugins are those of them that hold generators, transformers or
	// validators, which may read files in their turn.
	plugins []string
	// charts are the directories and archives its Helm charts may lie in.
	charts []string
}

// parseKustomization reads the text of a kustomization file. It gives nil where
// the file is an object of another group, such as Flux's Kustomization. What is
// not understood, such as another kind, is passed over: kustomize will complain,
// not we.
func parseKustomization(text []byte) *kustomization {
	var doc yaml.Node
	_ = yaml.Unmarshal(text, &doc) // A file with mistakes is a kustomization all the same.
	k := &kustomization{}
	foreign := false
	var charts []*yaml.Node
	chartHome := ""
	eachPair(&doc, func(key string, value *yaml.Node) {
		switch key {
		case "apiVersion":
			foreign = foreign || value.Value != "" && !strings.HasPrefix(value.Value, "kustomize.config.k8s.io/")
		case "kind":
			k.component = value.Value == "Component"
		case "generators", "transformers", "validators":
			k.addPlugins(texts(value))
		case "patches", "patchesJson6902":
			k.addFields(value, "path")
		case "configMapGenerator", "secretGenerator":
			eachItem(value, k.addSettings)
		case "openapi":
			k.addSettings(value)
		case "helmGlobals":
			chartHome = field(value, "chartHome")
		case "helmCharts", "helmChartInflationGenerator":
			charts = append(charts, value)
		case "resources", "bases", "components", "crds", "configurations", "patchesStrategicMerge":
			k.addPaths(texts(value))
		case "replacements":
			k.addFields(value, "path")
		}
	})
	if foreign {
		return nil
	}
	for _, list := range charts {
		eachItem(list, func(chart *yaml.Node) { k.addChart(chart, chartHome) })
	}
	return k
}

// parsePlugins adds what the builtin generators, transformers and validators
// in text read.
func (k *kustomization) parsePlugins(text []byte) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var doc yaml.Node
		if decoder.Decode(&doc) != nil {
			return
		}
		k.addSettings(&doc)
		if field(&doc, "kind") == "HelmChartInflationGenerator" {
			k.addChart(&doc, "")
		}
	}
}

// addSettings adds the files that a generator or a plugin names.
func (k *kustomization) addSettings(node *yaml.Node) {
	eachPair(node, func(key string, value *yaml.Node) {
		switch key {
		case "path", "paths", "envs", "env":
			k.addPaths(texts(value))
		case "replacements":
			k.addFields(value, "path")
		case "files":
			for _, file := range texts(value) {
				if _, after, found := strings.Cut(file, "="); found {
					file = after
				}
				k.addPaths([]string{file})
			}
		}
	})
}

// addChart adds an entry of helmCharts, of its forerunner
// helmChartInflationGenerator, or a generator of that name. Kustomize looks for
// the chart in its home under its name, and under name-version.
func (k *kustomization) addChart(node *yaml.Node, home string) {
	name := cmp.Or(field(node, "name"), field(node, "chartName"))
	home = cmp.Or(field(node, "chartHome"), home, "charts")
	if name == "" {
		return
	}
	k.charts = append(k.charts, path.Join(home, name))
	if version := field(node, "version"); version != "" {
		pulled := path.Join(home, name+"-"+version)
		k.charts = append(k.charts, path.Join(pulled, name), pulled+".tgz")
	}
	eachPair(node, func(key string, value *yaml.Node) {
		switch key {
		case "valuesFile", "additionalValuesFiles", "values":
			k.addPaths(texts(value))
		}
	})
}

func (k *kustomization) addPlugins(entries []string) {
	for _, entry := range entries {
		if strings.Contains(entry, "\n") {
			k.parsePlugins([]byte(entry))
			continue
		}
		k.addPaths([]string{entry})
		k.plugins = append(k.plugins, entry)
	}
}

// addPaths adds what could be a path in the repository; an entry with more
// than one line is a patch written in place.
func (k *kustomization) addPaths(entries []string) {
	for _, entry := range entries {
		if entry != "" && !path.IsAbs(entry) && !strings.Contains(entry, "\n") {
			k.paths = append(k.paths, entry)
		}
	}
}

func (k *kustomization) addFields(list *yaml.Node, key string) {
	eachItem(list, func(item *yaml.Node) { k.addPaths([]string{field(item, key)}) })
}

// findKustomizations reads all kustomization files and follows what they name.
func (s *survey) findKustomizations() {
	type parsed struct {
		node *node
		file *kustomization
	}
	var all []parsed
	s.named(isKustomizationName, func(name string) {
		dir := path.Dir(name)
		if s.inChart(dir, "charts", "templates") {
			return
		}
		text, _ := s.tree.ReadFile(name) // The renderer reports what cannot be read.
		k := parseKustomization(text)
		if k == nil {
			return
		}
		n := s.kustomizations[dir]
		if n == nil {
			n = &node{kind: KindKustomize, path: dir, file: name}
			s.addNode(s.kustomizations, n)
		}
		n.component = n.component || k.component
		file := s.canonical(name)
		s.readBy[file] = append(s.readBy[file], n)
		all = append(all, parsed{n, k})
	})
	for _, p := range all {
		s.follow(p.node, p.file)
	}
}

// follow links a kustomization with the nodes and the files that it reads.
func (s *survey) follow(n *node, k *kustomization) {
	for _, plugin := range k.plugins {
		if file := s.resolve(n, plugin); s.files[file] {
			text, _ := s.tree.ReadFile(file) // The renderer reports what cannot be read.
			k.parsePlugins(text)
		}
	}
	for _, name := range k.paths {
		name = s.resolve(n, name)
		if used := s.kustomizations[name]; used != nil {
			n.use(used)
		} else {
			s.readBy[name] = append(s.readBy[name], n)
		}
	}
	for _, name := range k.charts {
		name = s.resolve(n, name)
		if used := s.charts[name]; used != nil {
			n.use(used)
		} else {
			s.wanted[name] = append(s.wanted[name], n)
		}
	}
}

func (n *node) use(used *node) {
	if used == n {
		return
	}
	n.uses = append(n.uses, used)
	used.usedBy = append(used.usedBy, n)
}
