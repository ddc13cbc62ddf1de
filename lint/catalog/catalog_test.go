package catalog_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
)

func incident(id string, components, causes []string) lint.Case {
	return lint.Case{ID: id, Title: "Title of " + id, Classification: lint.Classification{
		Components: components, RootCauses: causes, Symptoms: []string{"downtime"}, Triggers: []string{"deploy"},
	}}
}

var cases = catalog.Catalog{
	Cases: []lint.Case{
		incident("a", []string{"dns", "proxy"}, []string{"race"}),
		incident("b", []string{"proxy"}, []string{"race"}),
		incident("c", []string{"dns", "proxy"}, []string{"leak"}),
		incident("d", []string{"disk"}, []string{"leak"}),
		incident("e", []string{"disk"}, []string{"full"}),
	},
	Rules: []lint.Rule{{ID: "a/first", Title: "First rule"}, {ID: "b/second", Title: "Second rule", Also: []string{"a"}}, {ID: "c/third"}},
	Vocabulary: lint.Vocabulary{Components: map[string]lint.Label{
		"dns": {English: "Cluster DNS", Korean: "클러스터 DNS"}, "disk": {English: "Disk"}, "proxy": {English: "Proxy"},
	}},
}

func ids[T any](list []T, id func(T) string) []string {
	names := []string{}
	for _, item := range list {
		names = append(names, id(item))
	}
	return names
}

func caseID(c lint.Case) string { return c.ID }
func ruleID(r lint.Rule) string { return r.ID }

func TestMatch(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		filter catalog.Filter
		want   []string
	}{
		{"no condition", catalog.Filter{}, []string{"a", "b", "c", "d", "e"}},
		{"one word", catalog.Filter{Words: map[string][]string{"component": {"disk"}}}, []string{"d", "e"}},
		{"all words of a facet", catalog.Filter{Words: map[string][]string{"component": {"dns", "proxy"}}}, []string{"a", "c"}},
		{"words of several facets", catalog.Filter{Words: map[string][]string{"component": {"disk"}, "root-cause": {"leak"}}}, []string{"d"}},
		{"a word of another facet", catalog.Filter{Words: map[string][]string{"symptom": {"disk"}}}, []string{}},
		{"text of the case", catalog.Filter{Texts: []string{"title OF e"}}, []string{"e"}},
		{"title of a rule", catalog.Filter{Texts: []string{"first rule"}}, []string{"a"}},
		{"title of a rule of another case", catalog.Filter{Texts: []string{"second rule"}}, []string{"a", "b"}},
		{"label in English", catalog.Filter{Texts: []string{"cluster dns"}}, []string{"a", "c"}},
		{"label in Korean", catalog.Filter{Texts: []string{"클러스터"}}, []string{"a", "c"}},
		{"all texts", catalog.Filter{Texts: []string{"proxy", "leak"}}, []string{"c"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, ids(cases.Match(tc.filter), caseID)); diff != "" {
				t.Errorf("cases (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSimilarRanksBySharedCauseAndComponents(t *testing.T) {
	t.Parallel()
	neighbours := cases.Similar(cases.Cases[0])
	got := ids(neighbours, func(n catalog.Neighbour) string { return n.Case.ID })
	// b shares the cause and a component, c two components and no cause. d and e
	// share nothing but how it began and what was seen.
	if diff := cmp.Diff([]string{"b", "c"}, got); diff != "" {
		t.Fatalf("ranking (-want +got):\n%s", diff)
	}
	shared := lint.Classification{Components: []string{"proxy"}, RootCauses: []string{"race"}, Symptoms: []string{"downtime"}, Triggers: []string{"deploy"}}
	if diff := cmp.Diff(shared, neighbours[0].Shared); diff != "" {
		t.Errorf("shared (-want +got):\n%s", diff)
	}
	if neighbours[0].Score <= neighbours[1].Score || neighbours[0].Score >= 1 {
		t.Errorf("the scores are %v and %v", neighbours[0].Score, neighbours[1].Score)
	}
}

func TestSimilarIsOneForEqualClassifications(t *testing.T) {
	t.Parallel()
	twins := catalog.Catalog{Cases: []lint.Case{incident("a", []string{"dns"}, []string{"race"}), incident("b", []string{"dns"}, []string{"race"})}}
	if got := twins.Similar(twins.Cases[0]); len(got) != 1 || got[0].Score != 1 {
		t.Errorf("neighbours are %v", got)
	}
}

// A common component, or a common cause, is no likeness.
func TestSimilarLeavesOutWhatIsFar(t *testing.T) {
	t.Parallel()
	far := catalog.Catalog{Cases: []lint.Case{
		incident("a", []string{"dns", "disk", "node", "api", "proxy", "cni"}, []string{"race"}),
		incident("b", []string{"dns", "quota", "webhook", "image", "cron"}, []string{"leak"}),
	}}
	if got := far.Similar(far.Cases[0]); len(got) > 0 {
		t.Errorf("neighbours are %v, want none", got)
	}
}

func TestCounted(t *testing.T) {
	t.Parallel()
	want := map[string]catalog.CountedLabel{
		"dns":   {Label: lint.Label{English: "Cluster DNS", Korean: "클러스터 DNS"}, Cases: 2},
		"disk":  {Label: lint.Label{English: "Disk"}, Cases: 2},
		"proxy": {Label: lint.Label{English: "Proxy"}, Cases: 3},
	}
	if diff := cmp.Diff(want, cases.Counted().Components); diff != "" {
		t.Errorf("components (-want +got):\n%s", diff)
	}
}

func TestRulesOf(t *testing.T) {
	t.Parallel()
	own, also := cases.RulesOf("a")
	if diff := cmp.Diff([][]string{{"a/first"}, {"b/second"}}, [][]string{ids(own, ruleID), ids(also, ruleID)}); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

func TestDocumentHasTheRulesOfItsCases(t *testing.T) {
	t.Parallel()
	d := cases.Document(cases.Cases[:1]).With(cases.Document(cases.Cases[:3]))
	if diff := cmp.Diff([]string{"a", "b", "c"}, ids(d.Cases, caseID)); diff != "" {
		t.Errorf("cases (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a/first", "b/second", "c/third"}, ids(d.Rules, ruleID)); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

func TestTranslated(t *testing.T) {
	t.Parallel()
	c := lint.Case{Title: "Lost", Symptom: "Nothing came.", Remediation: []string{"Wait."}, Korean: lint.Translation{Title: "유실", Remediation: []string{"기다린다."}}}
	got := catalog.Translated(c, catalog.Korean)
	if got.Title != "유실" || got.Remediation[0] != "기다린다." || got.Symptom != "Nothing came." {
		t.Errorf("the case is %+v", got)
	}
	if diff := cmp.Diff(c, catalog.Translated(c, catalog.English)); diff != "" {
		t.Errorf("the English case (-want +got):\n%s", diff)
	}
}
