package fsys

import (
	"io/fs"
	"path"
	"sync/atomic"
)

// lost are the files that a tree once had.
type lost struct {
	// texts are what they held, nil where that is not known.
	texts map[string][]byte
	// around are their names and those of the directories that held them.
	around map[string]bool
}

// Lose tells the tree of files that it once had and has no more, with their texts;
// nil stands for one that is not known. What looks for them is found out by Seeking.
// It is called while nothing else uses the tree.
func (t *Tree) Lose(texts map[string][]byte) {
	t.lost = lost{texts, map[string]bool{}}
	for name := range texts {
		for ; name != "." && name != "/" && !t.lost.around[name]; name = path.Dir(name) {
			t.lost.around[name] = true
		}
	}
}

// Search tells of what is done with a view of a tree whether it might have come out
// otherwise while the files that the tree has lost were there. The zero value is
// ready for use; it is safe for concurrent use.
type Search struct{ missed atomic.Bool }

// Missed tells whether a look-up might have found something that is lost.
func (s *Search) Missed() bool { return s.missed.Load() }

// Seeking gives a view of the tree that tells a search of each name that is looked up
// and does not stand for what is looked for. What a directory no more lists is not
// told: who lists one knows which.
func (t *Tree) Seeking(s *Search) *Tree {
	view := *t
	view.search = s
	return &view
}

// Seek is for look-ups by other means than a name: match tells of a file that is
// lost, and of its text, nil if unknown, whether it might have been found.
func (t *Tree) Seek(match func(name string, text []byte) bool) {
	if t.search == nil || t.search.Missed() {
		return
	}
	for name, text := range t.lost.texts {
		if match(name, text) {
			t.search.missed.Store(true)
			return
		}
	}
}

// seek notes a look-up of a name that did not find what it was for.
func (t *Tree) seek(name string) {
	if t.search == nil || len(t.lost.texts) == 0 || t.search.Missed() {
		return
	}
	if name = clean(name); t.lost.concerns(name) || t.concernsBehindLinks(name) {
		t.search.missed.Store(true)
	}
}

// concerns tells whether a name was there, in part at least.
func (l lost) concerns(name string) bool {
	if name == "." || l.around[name] {
		return true
	}
	for ; name != "." && name != "/" && name != ".."; name = path.Dir(name) {
		if _, was := l.texts[name]; was {
			return true
		}
	}
	return false
}

// concernsBehindLinks is concerns for the way that links lead. A link that leads
// nowhere may have led to anything.
func (t *Tree) concernsBehindLinks(name string) bool {
	for at := name; at != "." && at != "/" && at != ".."; at = path.Dir(at) {
		info, err := t.root.Lstat(at)
		if err != nil {
			continue
		}
		real, err := t.resolve(at)
		if err != nil {
			return info.Mode()&fs.ModeSymlink != 0
		}
		return real != at && t.lost.concerns(path.Join(real, name[len(at):]))
	}
	return false
}
