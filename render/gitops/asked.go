package gitops

// asked is what a controller has asked of an environment. Nil notes nothing. What
// is no more in a file that is still there cannot be noted.
type asked struct {
	objects map[key]bool
	// kinds are those of which all objects matter: they were asked for, or one that
	// is not there was, which may be one of them under another name.
	kinds map[groupKind]bool
}

// asking gives the environment as one controller sees it, and what it asks for.
func (e *Environment) asking() (*Environment, *asked) {
	view := *e
	view.asked = &asked{map[key]bool{}, map[groupKind]bool{}}
	return &view, view.asked
}

func (a *asked) note(k key) {
	if a != nil {
		a.objects[k] = true
	}
}

func (a *asked) noteKind(k groupKind) {
	if a != nil {
		a.kinds[k] = true
	}
}

// addFiles adds the files that shaped what was asked for.
func (e *Environment) addFiles(a *asked, files map[string]bool) {
	add := func(k key) {
		if o, found := e.objects[k]; found {
			o.by.addTo(files, o.Object)
		}
	}
	for k := range a.objects {
		add(k)
	}
	for kind := range a.kinds {
		for _, o := range e.kinds[kind] {
			add(keyOf(o))
		}
	}
}
