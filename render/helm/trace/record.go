// Package trace tells which line of a template printed a line of what a Helm
// chart renders to, by rendering the chart once more with hooks in its
// templates.
//
// A hook before each action records what an expression sees there, and a hook
// at the end of each printed line leaves a mark in the output, in the form of a
// YAML comment. When the marks are taken out and the rest is the same as what
// the chart prints by itself, each line is known to come from the line of the
// template whose mark follows it.
package trace

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
)

// Recorder holds the hooks of the templates of a chart, and what they tell
// while the chart is rendered. It serves one rendering, and is not safe for
// concurrent use.
type Recorder struct {
	// Unasked is set where the engine has a lookup of its own, as in Helm's lint
	// mode. Hooks only leave marks then.
	Unasked bool
	// MaxEvents is how many events are recorded; one more ends the rendering with
	// ErrTooMany. 0 stands for any number.
	MaxEvents int
	// Files holds the templates that other recorders have read; nil reads all anew.
	Files *Files

	sites  []*site
	events []*Event
	// skipped are the files without hooks that are being printed, the outermost first,
	// and begun tells which of them have been printed where no other was.
	skipped []*body
	begun   map[*body]bool
	missed  bool
	// linked counts the events that have a frame, last is the number of the one
	// before that which is being linked, and top the frame of that.
	linked, last int
	top          *frame
}

// Instrument gives the templates, by Helm's paths, with hooks. Those that cannot
// be parsed stay as they are. It is called once. plain tells to leave the named
// templates without marks, for charts whose functions cannot do with them. Of a file
// for which asked is false, only the named templates get hooks, unless the recorder is
// Unasked and could not tell that the file is included elsewhere; see Missed.
func (r *Recorder) Instrument(templates map[string]string, plain bool, asked func(name string) bool) map[string]string {
	isBare := func(name string) bool { return !r.Unasked && !asked(name) }
	var files []*file
	out := maps.Clone(templates)
	for _, name := range slices.Sorted(maps.Keys(templates)) {
		if isBare(name) && !mayName(templates[name]) {
			out[name] = r.skip(&body{file: &file{name: name, text: templates[name]}, name: name, whole: true, bare: true}, templates[name])
			continue
		}
		if f := r.Files.read(name, templates[name]); f != nil {
			files = append(files, f)
		}
	}
	unmarked := values(files)
	for _, f := range files {
		named := f.bodies(unmarked)
		if plain {
			for _, b := range named {
				b.marked = false
			}
		}
		e := &editor{recorder: r, file: f, named: named}
		e.body = &body{file: f, name: f.name, whole: true, marked: true, bare: isBare(f.name)}
		out[f.name] = e.edit()
		if e.body.bare {
			out[f.name] = r.skip(e.body, out[f.name])
		}
	}
	return out
}

// mayName tells whether a text may define a named template, or tell how the output
// of one is read.
func mayName(text string) bool {
	return slices.ContainsFunc([]string{"define", "block", "romJson"}, func(word string) bool { return strings.Contains(text, word) })
}

// skip gives the text of a bare file with a hook at the start and one at the end. By
// these, what the file calls is not taken for a part of the file before it.
func (r *Recorder) skip(b *body, text string) string {
	start := &site{kind: siteEnter, body: b, line: 1}
	end := &site{kind: siteLeave, body: b, line: 1}
	return "{{" + hookFunc + start.hook("", r.add(start)) + text + end.hook("", r.add(end))
}

// Missed tells, when the rendering is over, that a file for which hooks were not asked
// is included by one for which they were, so that they are missed there.
func (r *Recorder) Missed() bool { return r.missed }

// pass notes that the start or the end of a file without hooks was reached. Each is
// printed once by itself; what is included is printed more often.
func (r *Recorder) pass(s *site) {
	if s.kind == siteLeave {
		r.skipped = r.skipped[:max(0, len(r.skipped)-1)]
		return
	}
	if len(r.skipped) == 0 {
		r.missed = r.missed || r.begun[s.body]
		if r.begun == nil {
			r.begun = map[*body]bool{}
		}
		r.begun[s.body] = true
	}
	r.skipped = append(r.skipped, s.body)
}

// add gives a site its number.
func (r *Recorder) add(s *site) int {
	r.sites = append(r.sites, s)
	return len(r.sites) - 1
}

// ErrTooMany ends a rendering of which there is too much to record.
var ErrTooMany = errors.New("the templates do too much to be traced")

// GetClientFor implements Helm's engine.ClientProvider: lookup finds the answers
// to hooks, and nothing else, as in a rendering without a cluster.
func (r *Recorder) GetClientFor(apiVersion, _ string) (dynamic.NamespaceableResourceInterface, bool, error) {
	if apiVersion == hookVersion {
		return hooks{recorder: r}, false, nil
	}
	return nothing{}, false, nil
}

// nothing is a cluster without objects. Helm only calls Get and List.
type nothing struct {
	dynamic.NamespaceableResourceInterface
}

func (nothing) Get(_ context.Context, name string, _ metav1.GetOptions, _ ...string) (*unstructured.Unstructured, error) {
	return nil, apierrors.NewNotFound(schema.GroupResource{}, name)
}

func (nothing) List(context.Context, metav1.ListOptions) (*unstructured.UnstructuredList, error) {
	return nil, apierrors.NewNotFound(schema.GroupResource{}, "")
}

// hooks answers the lookups of hooks.
type hooks struct {
	nothing
	recorder *Recorder
}

// Get gives the object with the function that hooks call.
func (h hooks) Get(context.Context, string, metav1.GetOptions, ...string) (*unstructured.Unstructured, error) {
	return &unstructured.Unstructured{Object: map[string]any{hookField: h.recorder.reached}}, nil
}

// reached notes that the site with the number was reached, and what an expression
// sees there. It gives what the hook prints.
func (r *Recorder) reached(number int, seen ...any) (string, error) {
	if number < 0 || number >= len(r.sites) {
		return "", nil
	}
	if r.MaxEvents > 0 && len(r.events) >= r.MaxEvents {
		return "", ErrTooMany
	}
	s, event := r.sites[number], len(r.events)
	r.record(s, seen)
	if s.body.bare {
		r.pass(s)
	}
	if s.kind != siteMark {
		return "", nil
	}
	return s.mark(number, strconv.Itoa(event)), nil
}
