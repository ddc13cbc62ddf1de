package flux

import (
	"encoding/base64"
	"maps"
	"slices"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// datum is a value in a ConfigMap or a Secret.
type datum struct {
	key, text string
	// known is not set where the value is encrypted, or is no string.
	known bool
	path  manifest.Path
}

// data gives the values of a ConfigMap or a Secret by their keys, as a controller
// reads them from the cluster.
func data(o manifest.Object) map[string]datum {
	values := map[string]datum{}
	fill(values, o, "data", o.Kind() == "Secret")
	if o.Kind() == "Secret" {
		fill(values, o, "stringData", false)
	}
	return values
}

func fill(values map[string]datum, o manifest.Object, field string, base64ed bool) {
	for key, value := range read(o).get(field).mapping() {
		text, isText := value.(string)
		if isText && base64ed {
			decoded, err := base64.StdEncoding.DecodeString(text)
			if isText = err == nil; isText {
				text = string(decoded)
			}
		}
		values[key] = datum{
			key: key, text: text, known: isText && !encrypted(text),
			path: manifest.Path{manifest.Key(field), manifest.Key(key)},
		}
	}
}

// sortedData gives the values sorted by key.
func sortedData(values map[string]datum) []datum {
	list := make([]datum, 0, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		list = append(list, values[key])
	}
	return list
}
