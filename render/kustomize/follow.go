package kustomize

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// missing is the value of a field that is not there.
type missing struct{}

// unknown is a value that only kustomize knows.
type unknown struct{}

// take goes one step into a value.
func take(value any, step manifest.Step) (any, bool) {
	switch value := value.(type) {
	case map[string]any:
		if !step.IsIndex() {
			field, ok := value[step.Key()]
			return field, ok
		}
	case []any:
		if step.IsIndex() && step.Index() < len(value) {
			return value[step.Index()], true
		}
	}
	return nil, false
}

// pair is a value and what corresponds to it in another object.
type pair struct {
	body, other any
	// field is the key under which they stand, or stand in a sequence.
	field string
	// partial tells that other has a part of the items of a sequence only, as a
	// patch has.
	partial bool
}

// follow goes one step further in both, and gives the step in other. The items of a
// sequence correspond by what tells them apart, not by their index. Where the
// body ends, other goes on by itself.
func (p pair) follow(step manifest.Step) (pair, manifest.Step, bool) {
	next, exists := take(p.body, step)
	if step.IsIndex() {
		items, _ := p.body.([]any)
		others, _ := p.other.([]any)
		if !exists {
			return p, step, false
		}
		i, ok := counterpart(p.field, items, step.Index(), others, p.partial)
		if !ok {
			return p, step, false
		}
		step = manifest.Index(i)
	} else {
		p.field = step.Key()
	}
	p.body = next
	var ok bool
	p.other, ok = take(p.other, step)
	return p, step, ok
}

// follow gives the path in other that corresponds to path in body, and the value
// there; ok tells whether it goes all the way.
func follow(body, other any, path manifest.Path, field string) (there manifest.Path, value any, ok bool) {
	p := pair{body: body, other: other, field: field}
	for _, step := range path {
		if p, step, ok = p.follow(step); !ok {
			return nil, nil, false
		}
		there = append(there, step)
	}
	return there, p.other, true
}

// counterpart finds the item in others that corresponds to item i of a sequence:
// the one with the same identity, counted where several have it. Items that are
// left over on both sides in the same number correspond in order, others to the one
// that is most like them, unless others are partial.
func counterpart(field string, items []any, i int, others []any, partial bool) (int, bool) {
	_, keyed := itemKey(field, items[i])
	if !keyed && len(items) == len(others) && reflect.DeepEqual(items[i], others[i]) {
		return i, true
	}
	ids, otherIDs := identities(field, items), identities(field, others)
	n := 0
	for _, id := range ids[:i] {
		if id == ids[i] {
			n++
		}
	}
	for j, id := range otherIDs {
		if id == ids[i] {
			if n == 0 {
				return j, true
			}
			n--
		}
	}
	if keyed && partial {
		return 0, false
	}
	left, otherLeft := surplus(ids, otherIDs), surplus(otherIDs, ids)
	switch at := slices.Index(left, i); {
	case at < 0 || partial && len(items) != len(others):
		return 0, false
	case len(left) == len(otherLeft):
		return otherLeft[at], true
	}
	return mostAlike(items[i], others, otherLeft)
}

// mostAlike finds the one of some items in others that has most fields in common
// with an item.
func mostAlike(item any, others []any, candidates []int) (best int, ok bool) {
	fields, _ := item.(map[string]any)
	most := 0
	for _, j := range candidates {
		common := 0
		candidate, _ := others[j].(map[string]any)
		for key, value := range fields {
			if other, exists := candidate[key]; exists && reflect.DeepEqual(value, other) {
				common++
			}
		}
		if common > most {
			best, most, ok = j, common, true
		}
	}
	return best, ok
}

// surplus gives the indices of those of ids that others lack.
func surplus(ids, others []string) []int {
	counts := map[string]int{}
	for _, id := range others {
		counts[id]++
	}
	var left []int
	for i, id := range ids {
		if counts[id]--; counts[id] < 0 {
			left = append(left, i)
		}
	}
	return left
}

// identities gives what tells the items of a sequence apart: their keys, or
// where they have none, all that they are.
func identities(field string, items []any) []string {
	ids := make([]string, len(items))
	for i, item := range items {
		var keyed bool
		if ids[i], keyed = itemKey(field, item); !keyed {
			// What was decoded from YAML can be encoded as JSON.
			data, _ := json.Marshal(item)
			ids[i] = string(data)
		}
	}
	return ids
}

// itemKey gives the key by which kustomize tells an item of a sequence from
// others, and whether it has one.
func itemKey(field string, item any) (string, bool) {
	fields, _ := item.(map[string]any)
	for _, key := range itemKeys(field) {
		value := fields[key]
		if value == nil || !isScalar(value) {
			continue
		}
		id := fmt.Sprintf("%s=%v", key, value)
		if protocol, _ := fields["protocol"].(string); protocol != "" && protocol != "TCP" {
			id += "/" + protocol
		}
		return id, true
	}
	return "", false
}

// itemKeys gives the fields that tell the items of a sequence apart, by the key of
// the sequence. See x-kubernetes-patch-merge-key in
// https://github.com/kubernetes/kubernetes/blob/v1.34.0/api/openapi-spec/swagger.json
func itemKeys(field string) []string {
	switch field {
	case "ports":
		return []string{"containerPort", "port"}
	case "volumeMounts":
		return []string{"mountPath"}
	case "volumeDevices":
		return []string{"devicePath"}
	case "hostAliases":
		return []string{"ip"}
	case "topologySpreadConstraints":
		return []string{"topologyKey"}
	case "ownerReferences":
		return []string{"uid"}
	case "conditions":
		return []string{"type"}
	}
	return []string{"name"}
}

// isScalar tells whether a value is neither a mapping nor a sequence.
func isScalar(value any) bool {
	switch value.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// agree tells whether two scalars are the same, and two others of one kind. A
// scalar may have become a string on its way.
func agree(a, b any) bool {
	if isScalar(a) && isScalar(b) {
		return a == b || scalarText(a) == scalarText(b)
	}
	return reflect.TypeOf(a) == reflect.TypeOf(b)
}

func scalarText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case missing, unknown:
		return fmt.Sprintf("%T", value)
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64)
	}
	return fmt.Sprint(value)
}
