package manifest

// Locator finds the parts of a document or an object in the repository.
type Locator interface {
	// Locate gives the place of what path leads to, or that of its nearest
	// ancestor that exists.
	Locate(path Path) Location
}

// Place is a value and where it is written: a part of an object, or of the values
// of a chart. The zero value is no place.
type Place struct {
	In    Locator
	Path  Path
	Value any
}

// Locate implements Locator for what lies below the place.
func (p Place) Locate(path Path) Location {
	return p.In.Locate(append(p.Path[:len(p.Path):len(p.Path)], path...))
}

// Place gives the place of the whole document; none where it could not be read.
func (d *Document) Place() Place {
	if d.Err != nil {
		return Place{}
	}
	return Place{In: d, Value: d.Body}
}

// Place gives the place of the field that path leads to, and whether the object
// has the field.
func (o Object) Place(path Path) (Place, bool) {
	value, ok := Lookup(o.Body, path)
	return Place{In: traced{o.Source}, Path: path, Value: value}, ok
}

// traced is a source as a Locator.
type traced struct{ Source }

// Locate implements Locator.
func (t traced) Locate(path Path) Location { return t.Trace(path).Location }

// Lookup gives what path leads to in a decoded value, which may not go on in
// text, and whether there is anything.
func Lookup(value any, path Path) (any, bool) {
	for _, s := range path {
		var ok bool
		switch v := value.(type) {
		case map[string]any:
			value, ok = v[s.Key()]
			ok = ok && !s.IsIndex()
		case []any:
			if ok = s.IsIndex() && s.Index() < len(v); ok {
				value = v[s.Index()]
			}
		}
		if !ok {
			return nil, false
		}
	}
	return value, true
}
