package kustomize_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// TestCorpusTraces traces each value of the objects of real kustomizations. Nearly
// all places must be exact, and the line of an exact one must show why.
func TestCorpusTraces(t *testing.T) {
	byRepo := map[string][]reference{}
	for _, ref := range references(t) {
		byRepo[ref.repo] = append(byRepo[ref.repo], ref)
	}
	var total [3]int
	for _, repo := range slices.Sorted(maps.Keys(byRepo)) {
		dir, err := filepath.Abs(filepath.Join(shared, "corpus", repo))
		if err != nil {
			t.Fatal(err)
		}
		r := openDir(t, dir)
		c := traceCounts{dir: dir, files: map[string][]string{}}
		for _, ref := range byRepo[repo] {
			if ref.status == "ok" {
				c.unit(t, r.Render(t.Context(), render.Target{Kind: render.KindKustomize, Path: ref.path}))
			}
		}
		t.Logf("%s: %v", repo, c.precisions)
		for precision, n := range c.precisions {
			total[precision] += n
		}
	}
	all := total[0] + total[1] + total[2]
	t.Logf("file %d, nearby %d, exact %d", total[0], total[1], total[2])
	if total[manifest.PrecisionExact]*100 < all*97 {
		t.Errorf("%d of %d places are exact", total[manifest.PrecisionExact], all)
	}
}

// traceCounts are the numbers of places in one repository, by precision.
type traceCounts struct {
	dir        string
	files      map[string][]string
	precisions [3]int
}

func (c *traceCounts) unit(t *testing.T, u render.Unit) {
	t.Helper()
	for i, o := range u.Objects {
		eachLeaf(o.Body, nil, func(path manifest.Path, value any) {
			at := o.Source.Trace(path).Location
			c.precisions[at.Precision]++
			line, ok := c.line(t, at)
			if ok && at.Precision == manifest.PrecisionExact && !shows(line, path, value) {
				t.Errorf("%s: %s %s is %q, but %s says %q", u.Target.Path, names(u)[i], path, fmt.Sprint(value), at, line)
			}
		})
	}
}

func (c *traceCounts) line(t *testing.T, at manifest.Location) (string, bool) {
	t.Helper()
	lines, known := c.files[at.File]
	if !known {
		data, err := os.ReadFile(filepath.Join(c.dir, at.File))
		if err != nil {
			t.Error(err)
		}
		lines = strings.Split(string(data), "\n")
		c.files[at.File] = lines
	}
	if at.Line < 1 || at.Line > len(lines) {
		t.Errorf("%s is no line", at)
		return "", false
	}
	return lines[at.Line-1], true
}

// shows tells whether a line shows the last key of a path or the value: as it is,
// as an alias or a variable, or as the start of a text that goes on below. Of an
// image it may show a part.
func shows(line string, path manifest.Path, value any) bool {
	line = strings.ToLower(line)
	last := path[len(path)-1]
	if !last.IsIndex() && strings.Contains(line, strings.ToLower(last.Key())) {
		return true
	}
	text := strings.ToLower(fmt.Sprint(value))
	parts := []string{text, "- *", "$(", "|", ">"}
	switch value.(type) {
	case map[string]any:
		parts = []string{"{}"}
	case []any:
		parts = []string{"[]"}
	}
	if last == manifest.Key("image") || last == manifest.Key("reference") {
		parts = append(parts, "newtag:", "newname:", "digest:")
	}
	start := strings.Trim(line, "- '\"")
	return start != "" && strings.HasPrefix(text, start) ||
		slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(line, part) })
}
