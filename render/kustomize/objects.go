package kustomize

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"sigs.k8s.io/kustomize/api/resource"

	"github.com/kubegap/kubegap-lint/render/kustomize/schema"
)

// body decodes a rendered object to what `kustomize build` prints.
func body(object *resource.Resource) (map[string]any, error) {
	decoded, err := object.Map()
	if err != nil {
		return nil, err
	}
	value, err := plain(decoded)
	if err != nil {
		return nil, err
	}
	return value.(map[string]any), nil
}

// plain turns a decoded YAML value into the types of manifest.Object.Body, the
// way kustomize turns it into JSON. It reuses mappings and sequences.
func plain(value any) (any, error) {
	switch value := value.(type) {
	case nil, bool, string, int64:
		return value, nil
	case int:
		return int64(value), nil
	case uint64:
		return float64(value), nil
	case float64:
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return nil, fmt.Errorf("%v is no number that JSON knows", value)
		}
		if value == math.Trunc(value) && math.Abs(value) < 1<<63 {
			return int64(value), nil
		}
		return value, nil
	case time.Time:
		text, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		return string(text[1 : len(text)-1]), nil
	case []any:
		for i := range value {
			item, err := plain(value[i])
			if err != nil {
				return nil, err
			}
			value[i] = item
		}
		return value, nil
	case map[string]any:
		for key := range value {
			field, err := plain(value[key])
			if err != nil {
				return nil, err
			}
			value[key] = field
		}
		return value, nil
	}
	return nil, fmt.Errorf("a mapping has a key that is no string")
}

// decodeObjects reads objects as kustomize does.
func (r *Renderer) decodeObjects(text []byte) (objects []*resource.Resource, err error) {
	schema.Use(func() { objects, err = r.factory.SliceFromBytes(text) })
	return objects, err
}
