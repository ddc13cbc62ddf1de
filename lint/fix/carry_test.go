package fix

import (
	"strings"
	"testing"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

func TestCarries(t *testing.T) {
	t.Parallel()
	const release = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: web}
spec:
  values:
    grace: 30
    other: 30
    spread: []
  text: |
    # a comment
    grace: 30
    list: [1, 2]
  words: |
    some words
`
	object := func(text string) manifest.Object {
		objects, problems := manifest.Parse("a.yaml", []byte(text))[0].Objects()
		if len(objects) != 1 || len(problems) > 0 {
			t.Fatalf("%d objects in:\n%s", len(objects), text)
		}
		return objects[0]
	}
	for _, tc := range []struct {
		name     string
		old, new string
		// lines are those that are edited.
		lines []int
		kind  render.Kind
		want  bool
	}{
		{"a value in an edited line", "grace: 30\n    other", "grace: 90\n    other", []int{6}, render.KindPlain, true},
		{"two values in edited lines", "grace: 30\n    other: 30", "grace: 90\n    other: 90", []int{7, 6}, render.KindPlain, true},
		{"a value in another line", "other: 30", "other: 90", []int{6}, render.KindPlain, false},
		{"one more value than is edited", "grace: 30\n    other: 30", "grace: 90\n    other: 90", []int{6}, render.KindPlain, false},
		{"a list that was empty", "[]", "[{a: 1}]", []int{8}, render.KindPlain, true},
		{"a value in a text", "grace: 30\n    list", "grace: 90\n    list", []int{11}, render.KindPlain, true},
		{"a value in another line of a text", "[1, 2]", "[1, 3]", []int{11}, render.KindPlain, false},
		{"an item more", "[1, 2]", "[1, 2, 3]", []int{12}, render.KindPlain, false},
		{"a field more", "other: 30", "other: 30\n    more: 30", []int{7}, render.KindPlain, false},
		{"a field less", "    other: 30\n", "", []int{7}, render.KindPlain, false},
		{"a mapping for a value", "other: 30", "other: {a: 30}", []int{7}, render.KindPlain, false},
		{"other words", "some words", "other words", []int{14}, render.KindPlain, false},
		{"what a chart prints", "other: 30", "other: 90", []int{7}, render.KindHelm, false},
		{"an object of another kind", "kind: HelmRelease", "kind: Release", []int{2}, render.KindPlain, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			before, after := object(release), object(strings.Replace(release, tc.old, tc.new, 1))
			c := &comparison{edited: map[string][]manifest.Location{}}
			for _, line := range tc.lines {
				c.edited["a.yaml"] = append(c.edited["a.yaml"], manifest.Location{File: "a.yaml", Line: line, EndLine: line})
			}
			key := objectKey{unit: unitKey(render.Unit{Target: render.Target{Kind: tc.kind, Path: "a.yaml"}}), apiVersion: after.APIVersion(), kind: after.Kind()}
			if got := c.carries(key, before.Source, before.Body, after.Body); got != tc.want {
				t.Errorf("carries = %v", got)
			}
		})
	}
}
