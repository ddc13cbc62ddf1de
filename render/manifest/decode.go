package manifest

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxAliased bounds the nodes that the aliases of a document expand to, all
// together. It is about what kubectl's YAML library allows, too.
const maxAliased = 400_000

// maxDepth bounds the mappings and sequences within each other. Kubernetes
// objects are far from it; 10,000 levels are what kubectl's YAML library allows.
const maxDepth = 1000

// tooDeep is what a document with more levels than maxDepth is told.
const tooDeep = "is nested more than 1000 levels deep"

// decoder turns nodes into the values that the API server would see.
type decoder struct {
	// json is set for a JSON document, whose numbers follow other rules.
	json       bool
	duplicates []duplicate
	// anchors holds the values of anchors that were decoded for an alias; nil
	// marks one that is being decoded.
	anchors map[*yaml.Node]*anchored
	// count is the number of values so far, with aliases expanded, and aliased
	// the number of those that came from aliases.
	count, aliased int
	// depth is the number of collections around the current value.
	depth int
}

type anchored struct {
	value any
	count int
}

// duplicate is a key that its mapping already had.
type duplicate struct {
	key           string
	first, second *yaml.Node
}

// valueError says which node has no value, and why.
type valueError struct {
	node    *yaml.Node
	message string
}

func (d *decoder) value(n *yaml.Node) (any, *valueError) {
	d.count++
	switch n.Kind {
	case yaml.ScalarNode:
		return d.scalar(n)
	case yaml.AliasNode:
		return d.alias(n)
	}
	if n.Tag == "!!null" {
		return nil, nil
	}
	if d.depth++; d.depth > maxDepth {
		return nil, &valueError{n, tooDeep}
	}
	defer func() { d.depth-- }()
	if n.Kind == yaml.MappingNode {
		m := make(map[string]any, len(n.Content)/2)
		return m, d.mapping(n, m)
	}
	items := make([]any, len(n.Content))
	for i, item := range n.Content {
		v, err := d.value(item)
		if err != nil {
			return nil, err
		}
		items[i] = v
	}
	return items, nil
}

func (d *decoder) scalar(n *yaml.Node) (any, *valueError) {
	if d.json && n.Style == 0 {
		return jsonValue(n)
	}
	v, err := scalarValue(n)
	if err != nil {
		return nil, &valueError{n, err.Error()}
	}
	return v, nil
}

// jsonValue reads a number, true, false or null as the API server does: what
// fits in an int64 and has no fraction is one.
func jsonValue(n *yaml.Node) (any, *valueError) {
	switch n.Value {
	case "null":
		return nil, nil
	case "true", "false":
		return n.Value == "true", nil
	}
	if !strings.Contains(n.Value, ".") {
		if i, err := strconv.ParseInt(n.Value, 10, 64); err == nil {
			return i, nil
		}
	}
	f, err := strconv.ParseFloat(n.Value, 64)
	if err != nil {
		return nil, &valueError{n, "number " + n.Value + " is out of range"}
	}
	return f, nil
}

// alias gives all aliases of an anchor the same value.
func (d *decoder) alias(n *yaml.Node) (any, *valueError) {
	a, seen := d.anchors[n.Alias]
	if seen && a == nil {
		return nil, &valueError{n, fmt.Sprintf("anchor %q contains itself", n.Value)}
	}
	if !seen {
		if d.anchors == nil {
			d.anchors = map[*yaml.Node]*anchored{}
		}
		d.anchors[n.Alias] = nil
		before := d.count
		v, err := d.value(n.Alias)
		if err != nil {
			return nil, err
		}
		a = &anchored{v, d.count - before}
		d.count = before
		d.anchors[n.Alias] = a
	}
	return a.value, d.expand(n, a.count)
}

// expand accounts for count values that the alias n stands for.
func (d *decoder) expand(n *yaml.Node, count int) *valueError {
	d.count += count
	d.aliased += count
	if d.aliased > maxAliased {
		return &valueError{n, "aliases make the document too large"}
	}
	return nil
}

// mapping adds the entries of n to m. As with kubectl, a later entry replaces
// an earlier one of the same key, whether it is merged or not.
func (d *decoder) mapping(n *yaml.Node, m map[string]any) *valueError {
	// own holds the keys so far that are not merged, once that matters.
	var own map[string]*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if isMerge(key) {
			if own == nil {
				own = ownKeys(n.Content[:i])
			}
			if wrong := d.merge(value, m); wrong != nil {
				return wrong
			}
			continue
		}
		k, err := keyText(key)
		if err != nil {
			return &valueError{key, err.Error()}
		}
		if _, taken := m[k]; taken && own == nil {
			own = ownKeys(n.Content[:i])
		}
		if first := own[k]; first != nil {
			d.duplicates = append(d.duplicates, duplicate{k, first, key})
		} else if own != nil {
			own[k] = key
		}
		v, wrong := d.value(value)
		if wrong != nil {
			return wrong
		}
		m[k] = v
	}
	return nil
}

// ownKeys collects the first of equal keys among entries that were decoded,
// without those that are merged.
func ownKeys(entries []*yaml.Node) map[string]*yaml.Node {
	keys := map[string]*yaml.Node{}
	for i := 0; i+1 < len(entries); i += 2 {
		if k, _ := keyText(entries[i]); !isMerge(entries[i]) && keys[k] == nil {
			keys[k] = entries[i]
		}
	}
	return keys
}

// merge adds the entries of the mapping, alias or sequence of both that a merge
// key << names. In a sequence the first mapping that has a key wins.
func (d *decoder) merge(n *yaml.Node, m map[string]any) *valueError {
	for _, part := range mergeParts(n) {
		target := part
		if part.Kind == yaml.AliasNode {
			target = part.Alias
		}
		if target.Kind != yaml.MappingNode {
			return &valueError{part, "a merge key needs a mapping, or a sequence of mappings"}
		}
		v, err := d.value(part)
		if err != nil {
			return err
		}
		entries, _ := v.(map[string]any)
		maps.Copy(m, entries)
	}
	return nil
}

// mergeParts gives what a merge key names in the order in which it applies.
func mergeParts(n *yaml.Node) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		return []*yaml.Node{n}
	}
	parts := make([]*yaml.Node, len(n.Content))
	for i, part := range n.Content {
		parts[len(parts)-1-i] = part
	}
	return parts
}

// isMerge tells whether a key is the merge key.
func isMerge(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "<<" && (n.Style == 0 || n.ShortTag() == "!!merge")
}
