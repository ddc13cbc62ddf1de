package lint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
)

func TestShortNames(t *testing.T) {
	t.Parallel()
	service := func(namespace, name string) lint.ObjectRef {
		return lint.ObjectRef{Kind: "Service", Namespace: namespace, Name: name}
	}
	c := lint.Chain{Nodes: []lint.ChainNode{{Type: lint.NodeInternet}, {Object: service("shop", "web")}, {Object: service("lab", "web"), Defect: true}}}
	for name, tc := range map[string]struct {
		object lint.ObjectRef
		want   string
	}{
		"no namespace":                 {service("", "web"), "web"},
		"the namespace of the finding": {service("lab", "web"), "web"},
		"another namespace":            {service("shop", "web"), "shop/web"},
		"a long namespace":             {service("flux-system-of-europe", "infrastructure"), "…/infrastructure"},
		"a long name":                  {service("lab", "a-name-that-is-too-long-for-the-box"), "a-name-that-…-for-the-box"},
		"a long name and namespace":    {service("flux-system-of-europe", "a-name-that-is-too-long-for-the-box"), "a-name-that-…-for-the-box"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := c.ShortName(tc.object, 25); got != tc.want {
				t.Errorf("the name is %q, want %q", got, tc.want)
			}
		})
	}
}

func TestShortenedKeepsBothEnds(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int]string{3: "ä…ö", 4: "ä…ö", 5: "äb…dö", 6: "äb…dö", 7: "äbxxcdö"} {
		if got := lint.Shortened("äbxxcdö", limit); got != want {
			t.Errorf("in %d code points it is %q, want %q", limit, got, want)
		}
	}
}

func TestRowsOfAChain(t *testing.T) {
	t.Parallel()
	edges := func(text string) (list []lint.ChainEdge) {
		for pair := range strings.FieldsSeq(text) {
			list = append(list, lint.ChainEdge{From: int(pair[0] - '0'), To: int(pair[1] - '0')})
		}
		return list
	}
	for name, tc := range map[string]struct {
		nodes int
		edges string
		want  []int
	}{
		"nothing":                          {0, "", []int{}},
		"a line":                           {3, "01 12", []int{0, 1, 2}},
		"a way around":                     {4, "01 03 12 23", []int{0, 1, 2, 3}},
		"what leads in stands just above":  {5, "01 12 34 24", []int{0, 1, 2, 2, 3}},
		"a circle":                         {3, "01 12 20", []int{0, 1, 2}},
		"edges that join nothing, and one": {2, "09 11 90 01", []int{0, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := lint.Chain{Nodes: make([]lint.ChainNode, tc.nodes), Edges: edges(tc.edges)}
			if diff := cmp.Diff(tc.want, c.Rows()); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}
