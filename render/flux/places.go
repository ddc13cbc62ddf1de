package flux

import (
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// valuePlaces gives the places of values in the form in which Helm's renderer takes
// them. A file that cannot be read has none: the renderer reports what is wrong.
func (d *deployment) valuePlaces(layers []layer) []manifest.Place {
	var places []manifest.Place
	for _, l := range layers {
		if l.file == "" {
			if place, ok := l.object.Place(l.path); ok {
				places = append(places, place)
			}
			continue
		}
		data, err := d.c.tree.ReadFile(l.file)
		if err != nil {
			continue
		}
		if docs := manifest.Parse(l.file, data); len(docs) > 0 {
			places = append(places, docs[0].Place())
		}
	}
	return places
}
