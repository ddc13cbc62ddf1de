package kustomize_test

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// TestTraces traces fields of the repositories in testdata/trace. Each archive
// starts with the directory to render. A comment behind a line tells which fields
// it is the place of, and for which ones it is a hop:
//
//	replicas: 2 # at Deployment/web .spec.replicas ; via Deployment/web .spec.replicas
//
// at stands for an exact place, near for one that is nearby, and the object is
// named by its kind and its name in the end, where * may stand for a hash. The
// hops of a field must be those that the comments tell of and no others.
func TestTraces(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("testdata/trace/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			target, _, _ := strings.Cut(string(archive.Comment), "\n")
			u := renderText(t, string(txtar.Format(archive)), target)
			if len(u.Failures)+len(u.Skipped) > 0 {
				t.Fatal(problems(u.Failures), problems(u.Skipped))
			}
			checkTraces(t, u, wantedTraces(t, archive))
		})
	}
}

// wantedTrace is what the comments of an archive tell about a field.
type wantedTrace struct {
	At   []string // file:line precision
	Hops []string // file:line, sorted
}

// wantedTraces reads the comments of an archive, by "object path".
func wantedTraces(t *testing.T, archive *txtar.Archive) map[string]wantedTrace {
	t.Helper()
	wanted := map[string]wantedTrace{}
	for _, f := range archive.Files {
		for i, line := range strings.Split(string(f.Data), "\n") {
			_, comment, _ := strings.Cut(line, "# ")
			for _, clause := range strings.Split(comment, " ; ") {
				words := strings.Fields(clause)
				if len(words) != 3 || !slices.Contains([]string{"at", "near", "via"}, words[0]) {
					continue
				}
				key := words[1] + " " + words[2]
				at, w := fmt.Sprintf("%s:%d", f.Name, i+1), wanted[key]
				switch words[0] {
				case "at":
					w.At = append(w.At, at+" exact")
				case "near":
					w.At = append(w.At, at+" nearby")
				default:
					w.Hops = append(w.Hops, at)
				}
				wanted[key] = w
			}
		}
	}
	if len(wanted) == 0 {
		t.Fatal("nothing is wanted")
	}
	return wanted
}

func checkTraces(t *testing.T, u render.Unit, wanted map[string]wantedTrace) {
	t.Helper()
	for key, want := range wanted {
		name, text, _ := strings.Cut(key, " ")
		o := objectLike(t, u, name)
		p := parsePath(t, text)
		trace := o.Source.Trace(p)
		got := wantedTrace{At: []string{fmt.Sprintf("%s:%d %s", trace.File, trace.Line, trace.Precision)}}
		for _, hop := range trace.Via {
			got.Hops = append(got.Hops, fmt.Sprintf("%s:%d", hop.Location.File, hop.Location.Line))
		}
		slices.Sort(got.Hops)
		slices.Sort(want.Hops)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s%v", key, diff, trace.Via)
		}
	}
}

// objectLike finds the only object whose kind and name fit a pattern.
func objectLike(t *testing.T, u render.Unit, pattern string) manifest.Object {
	t.Helper()
	var found []manifest.Object
	for _, o := range u.Objects {
		if ok, _ := path.Match(pattern, o.Kind()+"/"+o.Name()); ok {
			found = append(found, o)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d objects are called %s among %v", len(found), pattern, names(u))
	}
	return found[0]
}

// parsePath reads the text form of a path.
func parsePath(t *testing.T, text string) manifest.Path {
	t.Helper()
	var steps []any
	for text != "" && text != "." {
		if quoted, ok := strings.CutPrefix(text, `["`); ok {
			key, rest, _ := strings.Cut(quoted, `"]`)
			steps, text = append(steps, key), rest
			continue
		}
		if index, ok := strings.CutPrefix(text, "["); ok {
			number, rest, _ := strings.Cut(index, "]")
			n, err := strconv.Atoi(number)
			if err != nil {
				t.Fatal(err)
			}
			steps, text = append(steps, n), rest
			continue
		}
		text = strings.TrimPrefix(text, ".")
		end := strings.IndexAny(text, ".[")
		if end < 0 {
			end = len(text)
		}
		steps, text = append(steps, text[:end]), text[end:]
	}
	p, err := manifest.PathOf(steps...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
