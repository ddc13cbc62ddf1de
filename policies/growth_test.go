package policies_test

import (
	"io/fs"
	"os"
	"path"
	"runtime"
	"strconv"
	"testing"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/policies"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/folder"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// TestRulesGrowLinearly judges many copies of each rule's bad fixture in one
// cluster, and four times as many, and compares what is allocated: time follows
// it, and it does not depend on the machine. What is quadratic approaches sixteen.
func TestRulesGrowLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	library, err := policy.Open(policies.FS())
	if err != nil {
		t.Fatal(err)
	}
	fixtures, err := fs.Glob(os.DirFS("."), "cases/*/*/bad.yaml")
	if err != nil || len(fixtures) == 0 {
		t.Fatalf("%d fixtures, error is %v", len(fixtures), err)
	}
	for _, name := range fixtures {
		rule := path.Dir(name)[len("cases/"):]
		t.Run(rule, func(t *testing.T) {
			units, _, done, err := folder.Render(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			defer done()
			const few = 40
			judged(t, library, rule, copies(units, 1)) // what is compiled once is none of it
			small, large := judged(t, library, rule, copies(units, few)), judged(t, library, rule, copies(units, 4*few))
			if ratio := float64(large) / float64(small); ratio > 6.5 && large > 20_000_000 {
				t.Errorf("four times the objects allocate %.1f times the memory (%d and %d bytes)", ratio, small, large)
			}
		})
	}
}

// judged gives the bytes that judging units by a rule allocates.
func judged(t *testing.T, library *policy.Library, rule string, units []render.Unit) uint64 {
	t.Helper()
	g := graph.Build(units, nil)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := library.Judge(t.Context(), g, lint.Question{Rules: []string{rule}}); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// copies gives units n times over. Each copy has names and namespaces of its own,
// to which its references lead.
func copies(units []render.Unit, n int) []render.Unit {
	names := map[string]bool{}
	for _, unit := range units {
		for _, o := range unit.Objects {
			names[o.Name()], names[o.Namespace()] = true, true
		}
	}
	delete(names, "")
	delete(names, "kube-system") // rules know it by its name
	var all []render.Unit
	for i := range n {
		suffix := "-" + strconv.Itoa(i)
		for _, unit := range units {
			unit.Target.Path += suffix
			objects := unit.Objects
			unit.Objects = make([]manifest.Object, len(objects))
			for k, o := range objects {
				o.Body = renamed(o.Body, names, suffix).(map[string]any)
				unit.Objects[k] = o
			}
			all = append(all, unit)
		}
	}
	return all
}

// renamed gives a copy of a value in which each string among names ends with the
// suffix.
func renamed(v any, names map[string]bool, suffix string) any {
	switch v := v.(type) {
	case string:
		if names[v] {
			return v + suffix
		}
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = renamed(v[i], names, suffix)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(v))
		for key, item := range v {
			m[key] = renamed(item, names, suffix)
		}
		return m
	}
	return v
}
