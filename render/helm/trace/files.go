package trace

import "sync"

// Files are templates that were read, for the renderings of a chart with several
// values. The zero value holds none. It is safe for concurrent use, as are the files
// in it: nothing changes one that was read.
type Files struct {
	mutex sync.Mutex
	known map[template]*file
}

// template is a text and the path under which Helm knows it.
type template struct{ name, text string }

// read gives the file of a template, or nil where it cannot be parsed.
func (x *Files) read(name, text string) *file {
	if x == nil {
		return readFile(name, text)
	}
	x.mutex.Lock()
	f, found := x.known[template{name, text}]
	x.mutex.Unlock()
	if found {
		return f
	}
	f = readFile(name, text)
	x.mutex.Lock()
	defer x.mutex.Unlock()
	if x.known == nil {
		x.known = map[template]*file{}
	}
	x.known[template{name, text}] = f
	return f
}

func readFile(name, text string) *file {
	f := newFile(name, text)
	if !attach(f.name, f.text, f.actions) {
		return nil
	}
	return f
}
