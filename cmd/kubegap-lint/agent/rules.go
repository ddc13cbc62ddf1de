package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/catalog"
	"github.com/kubegap/kubegap-lint/lint/docs"
)

type explainInput struct {
	ID   string           `json:"id" jsonschema:"id of a rule or a case, such as IL-0178/prestop-eats-grace-period or IL-0178"`
	Lang catalog.Language `json:"lang,omitempty" jsonschema:"language of headings, and of what a case has in it"`
}

type explainOutput struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Rules []string `json:"rules" jsonschema:"the rule, or those that look for the root causes of the case"`
	Text  string   `json:"text" jsonschema:"Markdown: what happened, what is looked for, how to fix it, and YAML that is reported and YAML that is not"`
}

func (o explainOutput) text() string { return o.Text }

type rulesInput struct {
	Case  string     `json:"case,omitempty" jsonschema:"only rules that look for a root cause of this case"`
	Kind  string     `json:"kind,omitempty" jsonschema:"only rules that judge objects of this kind, such as Deployment or networking.k8s.io/Ingress"`
	Level lint.Level `json:"level,omitempty" jsonschema:"only rules of at least this level"`
	Page
}

type rulesOutput struct {
	Total int           `json:"total" jsonschema:"how many rules there are"`
	Rules []ruleSummary `json:"rules" jsonschema:"by id; explain tells all of one"`
	Next  int           `json:"next,omitempty" jsonschema:"pass it as offset to read on; absent after the last rule"`
}

type ruleSummary struct {
	ID    string     `json:"id"`
	Title string     `json:"title"`
	Level lint.Level `json:"level"`
	Kinds []string   `json:"kinds" jsonschema:"one of these must be present for a finding"`
}

type vocabularyInput struct {
	Facet string           `json:"facet,omitempty" jsonschema:"only the words of this one"`
	Lang  catalog.Language `json:"lang,omitempty" jsonschema:"language of labels"`
}

type vocabularyOutput struct {
	Facets []facetWords `json:"facets"`
}

type facetWords struct {
	Facet string `json:"facet" jsonschema:"the argument of list_cases that takes the words"`
	Words []word `json:"words" jsonschema:"those that most incidents have first"`
}

type word struct {
	Word  string `json:"word"`
	Label string `json:"label"`
	Cases int    `json:"cases" jsonschema:"how many incidents have it"`
}

// How many rules an answer has.
const (
	defaultRules = 100
	maxRules     = 200
)

func (s *server) addRules() {
	add(s, tool{
		name: "explain", title: "Explain a rule or a case",
		description: "Tell what happened in an incident, what its rules look for and leave alone, how to fix a finding, and related incidents. Call it before you change anything because of a finding whose rule you do not know.",
		input: func(p map[string]*jsonschema.Schema) {
			language(p)
			text(p["id"])
		},
	}, s.explain)
	add(s, tool{
		name: "list_rules", title: "List rules",
		description: "List the rules with the level of their findings and the kinds of objects they judge. Call it to learn what lint looks for, for instance before you write a manifest of some kind.",
		input: func(p map[string]*jsonschema.Schema) {
			refinePage(p, defaultRules, maxRules)
			text(p["case"])
			text(p["kind"])
		},
	}, s.listRules)
	add(s, tool{
		name: "list_vocabulary", title: "List the words for incidents",
		description: "List the words that classify the incidents, with labels and the number of incidents that have each. Call it before list_cases where its words do not speak for themselves.",
		input: func(p map[string]*jsonschema.Schema) {
			language(p)
			for _, facet := range s.Catalog.Facets() {
				restrict(p["facet"], argument(facet))
			}
		},
	}, s.vocabulary)
}

func (s *server) explain(_ context.Context, _ Observer, in explainInput) (explainOutput, error) {
	pages := docs.Pages{Catalog: s.Catalog, Language: in.Lang}
	if r, ok := s.findRule(in.ID); ok {
		return explainOutput{ID: r.ID, Title: r.Title, Rules: []string{r.ID}, Text: pages.Rule(r, 1)}, nil
	}
	if strings.Contains(in.ID, "/") {
		return explainOutput{}, fmt.Errorf("there is no rule %q; list_rules lists them", clip(in.ID, maxText))
	}
	k, err := s.findCase(in.ID)
	if err != nil {
		return explainOutput{}, err
	}
	summary := s.summary(k, in.Lang)
	return explainOutput{ID: k.ID, Title: summary.Title, Rules: summary.Rules, Text: pages.Case(k, 1)}, nil
}

func (s *server) listRules(_ context.Context, _ Observer, in rulesInput) (rulesOutput, error) {
	rules := []ruleSummary{}
	for _, r := range s.Catalog.Rules {
		if r.Level >= in.Level && (in.Case == "" || ofCase(r, in.Case)) && (in.Kind == "" || judges(r, in.Kind)) {
			rules = append(rules, ruleSummary{r.ID, r.Title, r.Level, r.Kinds})
		}
	}
	shown, next, err := page(rules, in.Offset, in.Limit)
	return rulesOutput{Total: len(rules), Rules: shown, Next: next}, err
}

func ofCase(r lint.Rule, id string) bool {
	return slices.ContainsFunc(append(slices.Clip(r.Also), r.Case()), func(k string) bool { return strings.EqualFold(k, id) })
}

// judges tells whether a rule needs a kind, which may be named without its group.
func judges(r lint.Rule, kind string) bool {
	return slices.ContainsFunc(r.Kinds, func(k string) bool {
		return strings.EqualFold(k, kind) || strings.EqualFold(k[strings.LastIndexByte(k, '/')+1:], kind)
	})
}

func (s *server) vocabulary(_ context.Context, _ Observer, in vocabularyInput) (vocabularyOutput, error) {
	out := vocabularyOutput{Facets: []facetWords{}}
	for _, facet := range s.Catalog.Facets() {
		if in.Facet != "" && in.Facet != argument(facet) {
			continue
		}
		words := []word{}
		for _, w := range slices.Sorted(maps.Keys(facet.Known)) {
			words = append(words, word{w, facet.Label(w, in.Lang), s.Catalog.Count(facet, w)})
		}
		slices.SortStableFunc(words, func(a, b word) int { return b.Cases - a.Cases })
		out.Facets = append(out.Facets, facetWords{argument(facet), words})
	}
	return out, nil
}
