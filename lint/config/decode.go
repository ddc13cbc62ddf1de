package config

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// decoder reads a configuration and collects what is wrong with it. Its methods
// name in what the key that they read, for people; "" is the whole file.
type decoder struct {
	config   Config
	document *manifest.Document
	mistakes mistake.List
}

func (d *decoder) mistake(line int, format string, args ...any) {
	message := strings.TrimPrefix(fmt.Sprintf(format, args...), ": ")
	d.mistakes = append(d.mistakes, mistake.Mistake{File: d.config.File.Name, Line: max(line, 1), Message: message})
}

// fields reads the values of keys.
type fields map[string]func(value *yaml.Node)

// mapping reads a mapping that has the required keys, and no others than those
// of fields.
func (d *decoder) mapping(n *yaml.Node, what string, f fields, required ...string) {
	n = resolved(n)
	if n.Kind != yaml.MappingNode {
		d.mistake(n.Line, "%s: want keys with values, not %s", what, described(n))
		return
	}
	found := map[string]bool{}
	for _, e := range entries(n) {
		found[e.key.Value] = true
		read, known := f[e.key.Value]
		if !known {
			d.mistake(e.key.Line, "%s: unknown key %q; %s", what, e.key.Value, suggest(e.key.Value, keysOf(f)))
			continue
		}
		read(e.value)
	}
	for _, key := range required {
		if !found[key] {
			d.mistake(n.Line, "%s: has no %s", what, key)
		}
	}
}

// list calls read for each item of a list.
func (d *decoder) list(n *yaml.Node, what string, read func(i int, item *yaml.Node)) {
	n = resolved(n)
	if n.Kind != yaml.SequenceNode {
		d.mistake(n.Line, "%s: want a list, not %s", what, described(n))
		return
	}
	for i, item := range n.Content {
		read(i, resolved(item))
	}
}

// text reads a text that is not empty; "" stands for one that is wrong.
func (d *decoder) text(n *yaml.Node, what string) string {
	n = resolved(n)
	switch {
	case n.Kind != yaml.ScalarNode || n.ShortTag() == "!!null":
		d.mistake(n.Line, "%s: want text, not %s", what, described(n))
	case n.ShortTag() != "!!str":
		d.mistake(n.Line, "%s: want text, not %s; put it in quotes: %q", what, described(n), n.Value)
	case strings.TrimSpace(n.Value) == "":
		d.mistake(n.Line, "%s: is empty", what)
	default:
		return n.Value
	}
	return ""
}

// truth reads true or false; nil stands for anything else.
func (d *decoder) truth(n *yaml.Node, what string) *bool {
	n = resolved(n)
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!bool" {
		d.mistake(n.Line, "%s: want true or false, not %s", what, described(n))
		return nil
	}
	yes := strings.EqualFold(n.Value, "true")
	return &yes
}

// word reads one of the words; "" stands for anything else.
func (d *decoder) word(n *yaml.Node, what string, words []string) string {
	n = resolved(n)
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" && slices.Contains(words, n.Value) {
		return n.Value
	}
	d.mistake(n.Line, "%s: want %s, not %s", what, oneOf(words), described(n))
	return ""
}

// entry is a key of a mapping with its value.
type entry struct{ key, value *yaml.Node }

// entries gives what a mapping holds, in the order of the file, with what its
// merge keys bring in: what the mapping itself says wins.
// https://yaml.org/type/merge.html
func entries(n *yaml.Node) []entry {
	var own, merged []entry
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.ShortTag() == "!!merge" {
			merged = append(merged, merges(value)...)
			continue
		}
		key = resolved(key)
		seen[key.Value] = true
		own = append(own, entry{key, value})
	}
	for _, e := range merged {
		if !seen[e.key.Value] {
			seen[e.key.Value] = true
			own = append(own, e)
		}
	}
	return own
}

// merges gives the entries that the value of a merge key stands for.
func merges(n *yaml.Node) []entry {
	n = resolved(n)
	if n.Kind != yaml.SequenceNode {
		return entries(n)
	}
	var all []entry
	for _, item := range n.Content {
		all = append(all, entries(resolved(item))...)
	}
	return all
}

// resolved gives the node that an alias stands for.
func resolved(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// described names a value for people.
func described(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.MappingNode:
		return "keys with values"
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.ShortTag() == "!!null":
		return "nothing"
	case n.ShortTag() == "!!int", n.ShortTag() == "!!float":
		return "the number " + n.Value
	case n.ShortTag() == "!!str":
		return fmt.Sprintf("%q", n.Value)
	default:
		return n.Value
	}
}
