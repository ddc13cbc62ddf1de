package policy_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/graph"
	"github.com/kubegap/kubegap-lint/lint/policy"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
	"github.com/kubegap/kubegap-lint/render/plain"
)

func build(text string) *graph.Graph {
	return graph.Build([]render.Unit{plain.FromBytes("a.yaml", []byte(text))}, nil)
}

func question(library *policy.Library) lint.Question {
	var q lint.Question
	for _, rule := range library.Rules() {
		q.Rules = append(q.Rules, rule.ID)
	}
	return q
}

func path(keys ...any) manifest.Path {
	p, err := manifest.PathOf(keys...)
	if err != nil {
		panic(err)
	}
	return p
}

var comparePaths = cmp.Comparer(func(a, b manifest.Path) bool { return a.String() == b.String() })

const pods = `
{apiVersion: v1, kind: Pod, metadata: {name: debug}}
---
{apiVersion: v1, kind: Pod, metadata: {name: lone}}
---
{apiVersion: v1, kind: Pod, metadata: {name: web, labels: {app: web}}}
---
{apiVersion: v1, kind: Service, metadata: {name: web, labels: {part-of: "1"}}, spec: {selector: {app: web}}}
`

func TestJudge(t *testing.T) {
	t.Parallel()
	library := load(t)
	got, err := library.Judge(t.Context(), build(pods), question(library))
	if err != nil {
		t.Fatal(err)
	}
	want := []lint.Violation{
		{Rule: ruleID, Object: 1, Path: path("kind"), Message: "has no owner", Level: lint.LevelNote},
		{Rule: ruleID, Object: 2, Path: path("kind"), Message: "Pod web has no owner", Level: lint.LevelWarning,
			Related: []lint.Place{{Object: 3, Path: path("spec", "selector"), Message: "selects the pod"}}},
	}
	sorted := cmpopts.SortSlices(func(a, b lint.Violation) bool { return a.Object < b.Object })
	if diff := cmp.Diff(want, got.Violations, sorted, comparePaths); diff != "" {
		t.Errorf("violations (-want +got):\n%s", diff)
	}
}

func TestJudgeEvaluatesOnlyWhatIsAsked(t *testing.T) {
	t.Parallel()
	got, err := load(t).Judge(t.Context(), build(pods), lint.Question{Rules: []string{"example-2020-bare-pods/unlabelled-service"}})
	if err != nil || len(got.Violations) != 0 {
		t.Errorf("violations are %v, error is %v", got, err)
	}
}

func TestJudgeWithoutMatchingKinds(t *testing.T) {
	t.Parallel()
	library, err := policy.Load(edited(t, ruleFile, "violations contains", "violations contains )"))
	if err != nil {
		t.Fatal(err)
	}
	// The policy does not even parse, which nobody notices.
	got, err := library.Judge(t.Context(), build("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}"), question(library))
	if err != nil || len(got.Violations) != 0 {
		t.Errorf("violations are %v, error is %v", got, err)
	}
}

// A value of the wrong type in one manifest must not cost what the rule finds
// in others, nor what other rules find, and it is told.
func TestJudgeDoubts(t *testing.T) {
	t.Parallel()
	library := load(t)
	manifests := strings.ReplaceAll(pods, `part-of: "1"`, "part-of: one") +
		"\n---\n{apiVersion: v1, kind: Service, metadata: {name: zero, labels: {part-of: \"0\"}}}\n"
	got, err := library.Judge(t.Context(), build(manifests), question(library))
	if err != nil {
		t.Fatal(err)
	}
	const doubtful = "example-2020-bare-pods/unlabelled-service"
	place := "cases/" + doubtful + "/policy.rego:"
	if len(got.Doubts) != 1 || got.Doubts[0].Rule != doubtful || !strings.Contains(got.Doubts[0].Message, "to_number") || !strings.HasPrefix(got.Doubts[0].Place, place) {
		t.Errorf("doubts are %v, want one with the rule, its line and the function", got.Doubts)
	}
	byRule := map[string]int{}
	for _, v := range got.Violations {
		byRule[v.Rule]++
	}
	if want := map[string]int{ruleID: 2, doubtful: 1}; !maps.Equal(byRule, want) {
		t.Errorf("violations by rule are %v, want %v", byRule, want)
	}
}

func TestJudgeStops(t *testing.T) {
	t.Parallel()
	library := load(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := library.Judge(ctx, build(pods), question(library)); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want that of the context", err)
	}
}

func TestJudgeRejectsMalformedViolations(t *testing.T) {
	t.Parallel()
	const whole = `{"object": pod.index, "path": ["kind"], "message": "has no owner", "level": "note"}`
	for _, test := range []struct{ name, violation, want string }{
		{"no object", `"x"`, "is no object"},
		{"object out of range", `{"object": pod.index + 100, "path": [], "message": "m"}`, "there is no object"},
		{"object that is no number", `{"object": "1", "path": [], "message": "m"}`, "object is no index"},
		{"no path", `{"object": pod.index, "message": "m"}`, "path is no array"},
		{"fractional path", `{"object": pod.index, "path": [0.5], "message": "m"}`, "neither a key nor an index"},
		{"no message", `{"object": pod.index, "path": []}`, "message is no text"},
		{"unknown level", `{"object": pod.index, "path": [], "message": "m", "level": "fatal"}`, "unknown level"},
		{"unknown field", `{"object": pod.index, "path": [], "message": "m", "line": 1}`, `unknown field "line"`},
		{"blank message", `{"object": pod.index, "path": [], "message": " "}`, "message is no text"},
		{"related that is no array", `{"object": pod.index, "path": [], "message": "m", "related": {}}`, `"related":{}}: related is no array`},
		{"related that is no place", `{"object": pod.index, "path": [], "message": "m", "related": [1]}`, "related: place 1 is no object"},
		{"peers that are no array", `{"object": pod.index, "path": [], "message": "m", "peers": 3}`, `"peers":3}: peers is no array`},
		{"peers that are no places", `{"object": pod.index, "path": [], "message": "m", "peers": [pod.index]}`, "peers: place 1 is no object"},
		{"peer out of range", `{"object": pod.index, "path": [], "message": "m", "peers": [{"object": 100, "path": [], "message": "m"}]}`, "there is no object 100"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			library, err := policy.Load(edited(t, ruleFile, whole, test.violation))
			if err != nil {
				t.Fatal(err)
			}
			got, err := library.Judge(t.Context(), build(pods), question(library))
			if err != nil {
				t.Fatal(err)
			}
			if !failed(got, ruleFile+":22", test.want) {
				t.Errorf("failed rules are %v, want one with %q", got.Failed, test.want)
			}
		})
	}
}

// failed tells whether the one rule that failed is that of ruleFile, at a place and
// with a part of a message.
func failed(v lint.Verdict, place, part string) bool {
	return len(v.Failed) == 1 && v.Failed[0].Rule == ruleID && v.Failed[0].Place == place && strings.Contains(v.Failed[0].Message, part)
}

// What would never end is stopped, and so are functions that take long.
func TestJudgeLimit(t *testing.T) {
	t.Parallel()
	for _, endless := range []string{
		"some a in numbers.range(1, 3000)\n\tsome b in numbers.range(1, 3000)\n\tsome c in numbers.range(1, 3000)\n\ta + b + c == 0",
		"count(numbers.range(1, 1000000000)) == 0",
	} {
		library, err := policy.Load(edited(t, ruleFile, "not names.debug(pod)", endless))
		if err != nil {
			t.Fatal(err)
		}
		q := question(library)
		q.Limit = 200 * time.Millisecond
		got, err := library.Judge(t.Context(), build(pods), q)
		if err != nil {
			t.Fatal(err)
		}
		if !failed(got, ruleFile+":22", "it took longer than 200ms, and was stopped") {
			t.Errorf("failed rules are %v, want that which took too long", got.Failed)
		}
	}
}
