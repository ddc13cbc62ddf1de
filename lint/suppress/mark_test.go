package suppress

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// TestMeaningOfComments tells what is meant to suppress from what only speaks of it.
func TestMeaningOfComments(t *testing.T) {
	t.Parallel()
	x := ids{lint.NewIDs(rules, []lint.Case{{ID: "IL-1"}, {ID: "IL-2"}})}
	for want, texts := range map[saying][]string{
		suppression: {"kubegap:ignore IL-1 -- r", "kubegap:ignore", "kubegap:ignore\tIL-9"},
		nearly: {
			"kubegap: ignore IL-1 -- r", "kubegap: ignore", "kubegap : ignore all", "kubegap-ignore", "kubegap:ignor", "kubegap:ingore IL-1 -- r",
			"Kubegap:Ignore", "KUBEGAP:IGNORE IL-1 -- r", "kubegap:ignore-line", "kubegap:ignore-next-line IL-1", "kubegap-ignore-file", "kubegap:ignore: IL-1 -- r",
			"kubegap:ignore=IL-1", "kubegap:ignored", "kubegap.dev/ignore: IL-1 -- r", "kubegap.dev/ignore IL-1", "kubegap-lint:ignore IL-1", "kubegap-lint ignore IL-1 -- r",
			"kubegap ignore il-1/one because", "kubegap:disable", "kubegap-lint: disable IL-1", "kubegap:skip=IL-1", "kube-gap:ignore IL-1", "kubgap:ignore IL-1", "kubegab:ignore",
			"kubegap_ignore IL-1", "kubegap ignroe IL-9/x -- r",
		},
		nothing: {
			"", "kubegap", "kubegap-lint", "kubegap: see the README", "kubegap ignores what is here", "kubegap-lint ignores IL-1", "kubegap ignores this -- really",
			"kubegap: ignores vendored charts", "kubegap-lint checks this file", "kubegap-ignored.yaml holds more", "kubegap-lint: skip rules in .kubegap.yaml",
			"see kubegap:ignore", "tfsec:ignore:AWS001", "trivy:ignore:KSV014", "kubelint:ignore x", "ignore IL-1 -- r", "kubegap-lint --only IL-1", "kubegap:explain IL-1",
			"kubegap.dev documents this", "https://kubegap.dev/ignore",
		},
	} {
		for _, text := range texts {
			if got, _ := x.say(text); got != want {
				t.Errorf("%q says %d, want %d", text, got, want)
			}
			if want == nearly && !HoldsMark([]byte("a: 1 # "+text+"\n")) {
				t.Errorf("a file with %q is not read", text)
			}
		}
	}
}

// TestPartsOfComments reads several in one line, each with its column.
func TestPartsOfComments(t *testing.T) {
	t.Parallel()
	files := repository{
		"a.yaml": "é: 1 # renovate: x # kubegap:ignore IL-9 -- r # s # kubegap-ignore IL-1 -- r # kubegap:ignore\n",
		"b.yaml": "  ## Kubegap:Ignore IL-1 -- r\n# old: 1 # kubegap:ignore IL-9 -- r\na: |\n  # kubegap-ignore IL-1\n",
	}
	_, warnings := Suppressor{files.options()}.Suppress(candidates(files.unit()))
	want := []string{
		`a.yaml:1:20: the suppression names "IL-9", which is no rule or case; did you mean IL-1? [invalid-suppression]`,
		`a.yaml:1:51: the suppression is not understood; write kubegap:ignore RULE -- REASON [invalid-suppression]`,
		`a.yaml:1:78: the suppression names no rule [invalid-suppression]`,
		`b.yaml:1:3: the suppression is not understood; write kubegap:ignore RULE -- REASON [invalid-suppression]`,
	}
	if diff := cmp.Diff(want, problems(warnings)); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

// TestMisnamedAnnotations finds keys that are meant for the annotation, once for a
// place.
func TestMisnamedAnnotations(t *testing.T) {
	t.Parallel()
	object := func(file, text string) manifest.Object {
		objects, issues := manifest.Parse(file, []byte("apiVersion: v1\nkind: Pod\n"+text))[0].Objects()
		if len(issues) > 0 {
			t.Fatal(issues)
		}
		return objects[0]
	}
	u := render.Unit{Objects: []manifest.Object{
		object("a.yaml", "metadata:\n  annotations:\n    kubegap.dev/ignored: x\n    kubegap.dev/ignore-rule: x\n    kubegap.io/ignore: x\n    Kubegap.dev/Ignore: x\n    kubegap-ignore: x\n    kubgap.dev/ignore: x\n"),
		object("b.yaml", "metadata:\n  labels:\n    kubegap.dev/ignore: x\nspec:\n  template:\n    metadata:\n      annotations:\n        kubegap.dev/reason: x\n"),
		object("c.yaml", "metadata:\n  annotations:\n    kubegap.dev/ignore: IL-1 -- r\n    kubegap.io/owner: x\n    ignore.example.com/x: x\n    ignore-check.kube-linter.io/x: x\n    example.com/gap: x\n"),
	}}
	u.Objects = append(u.Objects, u.Objects[1])
	_, warnings := Suppressor{Options{Marked: func(string) bool { return false }, Confined: true}}.Suppress(candidates(u))
	want := []string{
		`a.yaml:5:5: the suppression kubegap.dev/ignored is not understood; write the annotation kubegap.dev/ignore: "RULE -- REASON" [invalid-suppression]`,
		`a.yaml:6:5: the suppression kubegap.dev/ignore-rule is not understood; write the annotation kubegap.dev/ignore: "RULE -- REASON" [invalid-suppression]`,
		`a.yaml:7:5: the suppression kubegap.io/ignore is not understood; write the annotation kubegap.dev/ignore: "RULE -- REASON" [invalid-suppression]`,
		`a.yaml:8:5: the suppression Kubegap.dev/Ignore is not understood; write the annotation kubegap.dev/ignore: "RULE -- REASON" [invalid-suppression]`,
		`a.yaml:9:5: the suppression kubegap-ignore is not understood; write the annotation kubegap.dev/ignore: "RULE -- REASON" [invalid-suppression]`,
		`a.yaml:10:5: the suppression kubgap.dev/ignore is not understood; write the annotation kubegap.dev/ignore: "RULE -- REASON" [invalid-suppression]`,
		`b.yaml:5:5: the suppression kubegap.dev/ignore is not understood; write the annotation kubegap.dev/ignore: "RULE -- REASON" [invalid-suppression]`,
		`b.yaml:10:9: the suppression kubegap.dev/reason is not understood; write the annotation kubegap.dev/ignore: "RULE -- REASON" [invalid-suppression]`,
	}
	got := problems(warnings)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}
