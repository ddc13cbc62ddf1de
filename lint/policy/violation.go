package policy

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// decode reads the violations of a rule, as lib/result builds them;
// policies/schemas/violation.json describes one. objects is the number of
// objects in the input.
func decode(value ast.Value, rule lint.Rule, objects int) ([]lint.Violation, error) {
	set, ok := value.(ast.Set)
	if !ok {
		return nil, fmt.Errorf("violations is no set")
	}
	result := make([]lint.Violation, 0, set.Len())
	for _, term := range set.Slice() {
		item, err := ast.JSON(term.Value)
		if err != nil {
			return nil, fmt.Errorf("read violation %s: %w", term, err)
		}
		fields, ok := item.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("violation %s is no object", shown(item))
		}
		violation, err := decodeViolation(fields, rule, objects)
		if err != nil {
			return nil, fmt.Errorf("violation %s: %w", shown(item), err)
		}
		result = append(result, violation)
	}
	return result, nil
}

// shown writes a value as JSON, cut where it is long.
func shown(value any) string {
	const longest = 200
	text, err := json.Marshal(value)
	if err != nil {
		return "that cannot be written as JSON"
	}
	if runes := []rune(string(text)); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return string(text)
}

func decodeViolation(fields map[string]any, rule lint.Rule, objects int) (lint.Violation, error) {
	place, err := decodePlace(fields, objects)
	if err != nil {
		return lint.Violation{}, err
	}
	v := lint.Violation{Rule: rule.ID, Object: place.Object, Path: place.Path, Message: place.Message, Level: rule.Level}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		switch key {
		case "object", "path", "message":
		case "level":
			name, _ := fields[key].(string)
			if err := v.Level.UnmarshalText([]byte(name)); err != nil {
				return lint.Violation{}, err
			}
		case "related":
			if v.Related, err = decodePlaces(fields[key], "related", objects); err != nil {
				return lint.Violation{}, err
			}
		case "peers":
			if v.Peers, err = decodePlaces(fields[key], "peers", objects); err != nil {
				return lint.Violation{}, err
			}
		case "fix":
			if v.Fix, err = decodeFix(fields[key], objects); err != nil {
				return lint.Violation{}, fmt.Errorf("fix: %w", err)
			}
		default:
			return lint.Violation{}, fmt.Errorf("unknown field %q", key)
		}
	}
	return v, nil
}

// decodePlaces reads the places in a field of that name.
func decodePlaces(value any, field string, objects int) ([]lint.Place, error) {
	list, ok := value.([]any)
	if !ok {
		return nil, fmt.Errorf("%s is no array", field)
	}
	var places []lint.Place
	for _, item := range list {
		fields, ok := item.(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%s: place %s is no object", field, shown(item))
		}
		place, err := decodePlace(fields, objects)
		if err != nil {
			return nil, fmt.Errorf("%s: place %s: %w", field, shown(item), err)
		}
		places = append(places, place)
	}
	return places, nil
}

func decodePlace(fields map[string]any, objects int) (lint.Place, error) {
	index, err := decodeObject(fields, objects)
	if err != nil {
		return lint.Place{}, err
	}
	path, err := decodePath(fields)
	if err != nil {
		return lint.Place{}, err
	}
	message, ok := fields["message"].(string)
	if !ok || strings.TrimSpace(message) == "" {
		return lint.Place{}, fmt.Errorf("message is no text")
	}
	return lint.Place{Object: index, Path: path, Message: message}, nil
}

func decodeObject(fields map[string]any, objects int) (int, error) {
	number, ok := fields["object"].(json.Number)
	if !ok {
		return 0, fmt.Errorf("object is no index")
	}
	index, err := number.Int64()
	if err != nil || index < 0 || index >= int64(objects) {
		return 0, fmt.Errorf("there is no object %s", number)
	}
	return int(index), nil
}

func decodePath(fields map[string]any) (manifest.Path, error) {
	steps, ok := fields["path"].([]any)
	if !ok {
		return nil, fmt.Errorf("path is no array")
	}
	return manifest.PathOf(steps...)
}
