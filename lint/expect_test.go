package lint_test

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// calls lists what the sources of a run are asked.
type calls struct {
	mutex    sync.Mutex
	expected []string
	traced   bool
}

// listening is a source that notes whether it is told of questions before they come.
type listening struct {
	source
	name  string
	calls *calls
}

func (l listening) Expect() {
	l.calls.mutex.Lock()
	defer l.calls.mutex.Unlock()
	if l.calls.traced {
		l.calls.expected = append(l.calls.expected, "late: "+l.name)
		return
	}
	l.calls.expected = append(l.calls.expected, l.name)
}

func (l listening) Trace(path manifest.Path) manifest.Trace {
	l.calls.mutex.Lock()
	defer l.calls.mutex.Unlock()
	l.calls.traced = true
	return l.source.Trace(path)
}

// TestRunTellsWhatItLocates sees that a unit whose findings are all hidden is told, before
// its first place is asked for, which of its objects have findings. Of a unit with others,
// the chains lead to more objects.
func TestRunTellsWhatItLocates(t *testing.T) {
	t.Parallel()
	says := func(level lint.Level) []lint.Violation {
		return []lint.Violation{{Rule: "case-a/one", Path: data, Message: "m", Level: level, Related: []lint.Place{{Path: data, Message: "r"}}}}
	}
	// The judge relates each object to itself.
	violations := map[string][]lint.Violation{
		"quiet": says(lint.LevelNote), "other": says(lint.LevelNote), "loud": says(lint.LevelWarning), "beside": says(lint.LevelNote),
	}
	for _, test := range []struct {
		name     string
		pedantic bool
		want     []string
	}{
		{"notes are hidden", false, []string{"other", "other", "quiet", "quiet"}},
		{"notes are shown", true, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var c calls
			object := func(name string) manifest.Object {
				o := configMap(name, source{})
				o.Source = listening{source{name + ".yaml", 1}, name, &c}
				return o
			}
			units := []render.Unit{
				unit(render.KindHelm, "a", "", object("quiet"), object("other"), object("clean")),
				unit(render.KindHelm, "b", "", object("loud"), object("beside")),
			}
			run(t, units, nil, judge{violations: violations}, lint.Options{Pedantic: test.pedantic})
			slices.Sort(c.expected)
			if diff := cmp.Diff(test.want, c.expected); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestRunReportsLateWarnings sees that what comes up as findings are located is among the
// warnings.
func TestRunReportsLateWarnings(t *testing.T) {
	t.Parallel()
	var c calls
	o := configMap("web", source{})
	o.Source = listening{source{"a.yaml", 1}, "web", &c}
	late := func() []render.Problem {
		if !c.traced {
			return nil
		}
		return []render.Problem{{Reason: render.ReasonTooLarge, Message: "too much"}}
	}
	violations := map[string][]lint.Violation{"web": {{Rule: "case-a/one", Path: data, Message: "m", Level: lint.LevelWarning}}}
	r := run(t, []render.Unit{unit(render.KindHelm, "a", "", o)}, nil, judge{violations: violations}, lint.Options{Late: late})
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Message, "too much") {
		t.Errorf("warnings %v", r.Warnings)
	}
}
