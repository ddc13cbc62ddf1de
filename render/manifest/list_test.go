package manifest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestObjects(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"object":             {"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a, namespace: b}\n", []string{"2 apps/v1 Deployment b/a"}},
		"no kind":            {"apiVersion: v1\nmetadata: {name: a}\n", nil},
		"empty kind":         {"apiVersion: v1\nkind: ''\n", nil},
		"kind is no string":  {"apiVersion: v1\nkind: 5\n", nil},
		"version is a float": {"apiVersion: 1.1\nkind: A\n", nil},
		"sequence":           {"- apiVersion: v1\n  kind: Pod\n", nil},
		"list": {"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: a}\n- kind: Service\n  apiVersion: v1\n",
			[]string{"5 v1 Pod /a", "7 v1 Service /"}},
		"nested list":         {"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: PodList\n  items:\n  - metadata: {name: a}\n", []string{"7 v1 Pod /a"}},
		"empty list":          {"apiVersion: v1\nkind: List\nitems: []\n", nil},
		"list without items":  {"apiVersion: v1\nkind: List\n", []string{"2 v1 List /"}},
		"typed list":          {"apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: a}\n- kind: Other\n  apiVersion: x/v1\n", []string{"4 v1 ConfigMap /a", "5 x/v1 Other /"}},
		"item without a kind": {"apiVersion: v1\nkind: List\nitems:\n- metadata: {name: a}\n- apiVersion: v1\n  kind: Pod\n- x\n", []string{"6 v1 Pod /", "4: item 0 of the list has no apiVersion and kind", "7: item 2 of the list has no apiVersion and kind"}},
		"null list":           {"apiVersion: v1\nkind: List\nitems:\n", nil},
		"empty typed list":    {"apiVersion: v1\nkind: PodList\nitems: []\n", nil},
		"text for items":      {"apiVersion: v1\nkind: List\nitems: foo\n", []string{"3: the items of a List must be a sequence"}},
		"mapping for items":   {"apiVersion: v1\nkind: PodList\nitems: {a: b}\n", []string{"3: the items of a PodList must be a sequence"}},
		"nested bad list":     {"apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items: 1\n", []string{"6: the items of a List must be a sequence"}},
		"custom list":         {"apiVersion: x/v1\nkind: AccessList\nitems: [10.0.0.0/8]\n", []string{"2 x/v1 AccessList /"}},
		"custom items":        {"apiVersion: x/v1\nkind: Menu\nitems: [{kind: A, apiVersion: b}]\n", []string{"2 x/v1 Menu /"}},
		"shared by alias":     {"apiVersion: v1\nkind: List\nitems:\n- &a {apiVersion: v1, kind: Pod}\n- *a\n", []string{"4 v1 Pod /", "4 v1 Pod /"}},
		"sops":                {"apiVersion: v1\nkind: Secret\nstringData: {a: 'ENC[AES256_GCM,data:x]'}\nsops: {mac: 'ENC[x]'}\n", []string{"2 v1 Secret /"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, d := range Parse("f.yaml", []byte(test.text)) {
				objects, issues := d.Objects()
				for _, o := range objects {
					got = append(got, fmt.Sprintf("%d %s %s %s/%s", o.Source.Trace(nil).Line, o.APIVersion(), o.Kind(), o.Namespace(), o.Name()))
				}
				for _, i := range issues {
					got = append(got, fmt.Sprintf("%d: %s", i.Location.Line, i.Message))
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestItemLocate makes sure that an absent field of an item is located within
// the item.
func TestItemLocate(t *testing.T) {
	t.Parallel()
	text := "apiVersion: v1\nkind: List\nitems:\n- metadata:\n    name: a\n  kind: Pod\n  apiVersion: v1\n"
	objects, _ := Parse("f.yaml", []byte(text))[0].Objects()
	source := objects[0].Source
	for path, want := range map[string]string{
		``:                   "6 kind: Pod",
		`"spec"`:             "6 kind: Pod (nearby)",
		`"metadata"`:         "4 metadata",
		`"metadata", "name"`: "5 name: a",
		`"metadata", "x"`:    "4 metadata (nearby)",
	} {
		if diff := cmp.Diff(want, marked(text, source.Trace(parsePath(t, path)).Location)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}
