package agent_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestCasesAreFound(t *testing.T) {
	t.Parallel()
	client := connect(t, program(), nil)
	for _, tc := range []struct {
		name, tool string
		arguments  arguments
		want       []string
	}{
		{"all", "list_cases", arguments{}, []string{"IL-0001", "acme-2021-disk"}},
		{"component", "list_cases", arguments{"component": []string{"dns"}, "rootCause": []string{"race"}}, []string{"IL-0001", "acme-2021-disk"}},
		{"none", "list_cases", arguments{"component": []string{"disk"}}, []string{}},
		{"words of the story", "search_cases", arguments{"query": "full acme"}, []string{"acme-2021-disk"}},
		{"word in Korean", "search_cases", arguments{"query": "유실"}, []string{"IL-0001"}},
		{"no such word", "search_cases", arguments{"query": "volcano"}, []string{}},
		{"page", "list_cases", arguments{"limit": 1, "offset": 1}, []string{"acme-2021-disk"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var out struct{ Cases []struct{ ID string } }
			use(t, client, tc.tool, tc.arguments, &out)
			got := []string{}
			for _, k := range out.Cases {
				got = append(got, k.ID)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("cases (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRulesAreFound(t *testing.T) {
	t.Parallel()
	client := connect(t, program(), nil)
	for _, tc := range []struct {
		arguments arguments
		want      []string
	}{
		{arguments{}, []string{"IL-0001/no-wait", "acme-2021-disk/no-limit"}},
		{arguments{"case": "il-0001"}, []string{"IL-0001/no-wait", "acme-2021-disk/no-limit"}},
		{arguments{"case": "acme-2021-disk"}, []string{"acme-2021-disk/no-limit"}},
		{arguments{"kind": "deployment"}, []string{"IL-0001/no-wait"}},
		{arguments{"kind": "apps/Deployment"}, []string{"IL-0001/no-wait"}},
		{arguments{"level": "error"}, []string{"IL-0001/no-wait"}},
	} {
		var out struct{ Rules []struct{ ID string } }
		use(t, client, "list_rules", tc.arguments, &out)
		got := []string{}
		for _, r := range out.Rules {
			got = append(got, r.ID)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tc.arguments, diff)
		}
	}
}

func TestExplainTellsPages(t *testing.T) {
	t.Parallel()
	client := connect(t, program(), nil)
	for _, tc := range []struct{ id, lang, want string }{
		{"IL-0001", "en", "# IL-0001: Lookups lost\n"},
		{"il-0001", "ko", "# IL-0001: 조회 유실\n"},
		{"IL-0001/no-wait", "en", "# No wait\n"},
		{"no-wait", "en", "# No wait\n"},
	} {
		var out struct{ Text string }
		text, isError := use(t, client, "explain", arguments{"id": tc.id, "lang": tc.lang}, &out)
		if isError || !strings.HasPrefix(text, tc.want) || out.Text != text {
			t.Errorf("%s in %s: error %v, %q and %q", tc.id, tc.lang, isError, text, out.Text)
		}
	}
}

func TestSimilarAndVocabulary(t *testing.T) {
	t.Parallel()
	client := connect(t, program(), nil)
	var similar struct {
		Similar []struct {
			ID    string
			Score float64
		}
	}
	use(t, client, "similar_cases", arguments{"case": "IL-0001"}, &similar)
	if len(similar.Similar) != 1 || similar.Similar[0].ID != "acme-2021-disk" || similar.Similar[0].Score != 1 {
		t.Errorf("the neighbours are %+v", similar.Similar)
	}
	type word struct {
		Word, Label string
		Cases       int
	}
	var vocabulary struct {
		Facets []struct {
			Facet string
			Words []word
		}
	}
	use(t, client, "list_vocabulary", arguments{"facet": "component", "lang": "ko"}, &vocabulary)
	want := []word{{"dns", "클러스터 DNS", 2}, {"disk", "Disk", 0}}
	if len(vocabulary.Facets) != 1 || vocabulary.Facets[0].Facet != "component" {
		t.Fatalf("the facets are %+v", vocabulary.Facets)
	}
	if diff := cmp.Diff(want, vocabulary.Facets[0].Words); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
}

func TestPagesAreResources(t *testing.T) {
	t.Parallel()
	client := connect(t, program(), nil)
	list, err := client.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	templates, err := client.ListResourceTemplates(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.Resources) != 2 || list.Resources[0].URI != "kubegap://case/IL-0001" || len(templates.ResourceTemplates) != 2 {
		t.Errorf("%d resources, %d templates", len(list.Resources), len(templates.ResourceTemplates))
	}
	for uri, want := range map[string]string{
		"kubegap://case/IL-0001":         "# IL-0001: Lookups lost\n",
		"kubegap://rule/IL-0001/no-wait": "# No wait\n",
		"kubegap://case/IL-9":            "",
		"kubegap://rule/IL-0001/nothing": "",
		"kubegap://rule/../../etc/hosts": "",
		"file:///etc/hosts":              "",
	} {
		got, err := client.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if want == "" {
			if err == nil {
				t.Errorf("%s is there", uri)
			}
			continue
		}
		if err != nil || len(got.Contents) != 1 || !strings.HasPrefix(got.Contents[0].Text, want) {
			t.Errorf("%s: %v, %+v", uri, err, got)
		}
	}
}

func TestPromptsNameWhatTheyAreGiven(t *testing.T) {
	t.Parallel()
	client := connect(t, program(), nil)
	for _, tc := range []struct {
		name      string
		arguments map[string]string
		want      string
	}{
		{"fix_findings", nil, `paths ["."]`},
		{"fix_findings", map[string]string{"path": "apps"}, `paths ["apps"]`},
		{"could_it_happen_here", map[string]string{"problem": "502 on scale-in"}, "502 on scale-in"},
		{"could_it_happen_here", nil, ""},
	} {
		got, err := client.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: tc.name, Arguments: tc.arguments})
		if tc.want == "" {
			if err == nil {
				t.Errorf("%s needs no argument", tc.name)
			}
			continue
		}
		if err != nil || len(got.Messages) != 1 || !strings.Contains(got.Messages[0].Content.(*mcp.TextContent).Text, tc.want) {
			t.Errorf("%s: %v, %+v", tc.name, err, got)
		}
	}
}
