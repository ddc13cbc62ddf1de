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
)

type casesInput struct {
	Component []string         `json:"component,omitempty" jsonschema:"only incidents in which all of these took part"`
	Symptom   []string         `json:"symptom,omitempty" jsonschema:"only incidents with all of these symptoms"`
	Trigger   []string         `json:"trigger,omitempty" jsonschema:"only incidents that all of these set off"`
	RootCause []string         `json:"rootCause,omitempty" jsonschema:"only incidents with all of these root causes"`
	Lang      catalog.Language `json:"lang,omitempty" jsonschema:"language of titles"`
	Page
}

type searchInput struct {
	Query string           `json:"query" jsonschema:"words that must all occur in what an incident or its rules tell, such as: conntrack dns"`
	Lang  catalog.Language `json:"lang,omitempty" jsonschema:"language of titles"`
	Page
}

type casesOutput struct {
	Total int           `json:"total" jsonschema:"how many incidents there are"`
	Cases []caseSummary `json:"cases" jsonschema:"by id; explain tells all of one"`
	Next  int           `json:"next,omitempty" jsonschema:"pass it as offset to read on; absent after the last incident"`
}

// caseSummary is what tells whether a case is worth reading.
type caseSummary struct {
	ID           string   `json:"id"`
	Title        string   `json:"title"`
	Organisation string   `json:"organisation"`
	Year         int      `json:"year"`
	Summary      string   `json:"summary"`
	Rules        []string `json:"rules" jsonschema:"ids of the rules that look for its root causes"`
}

type similarInput struct {
	Case  string           `json:"case" jsonschema:"id of a case, such as IL-0178"`
	Limit int              `json:"limit,omitempty" jsonschema:"how many to give at most"`
	Lang  catalog.Language `json:"lang,omitempty" jsonschema:"language of titles"`
}

type similarOutput struct {
	Similar []neighbour `json:"similar" jsonschema:"the nearest first"`
}

type neighbour struct {
	caseSummary
	Score  float64             `json:"score" jsonschema:"share of what classifies the two that they have in common, from 0 to 1"`
	Shared lint.Classification `json:"shared"`
}

// How many cases an answer has.
const (
	defaultCases   = 25
	maxCases       = 100
	defaultSimilar = 10
)

func (s *server) addCases() {
	refine := func(p map[string]*jsonschema.Schema) {
		language(p)
		refinePage(p, defaultCases, maxCases)
	}
	add(s, tool{
		name: "list_cases", title: "List incidents",
		description: "List the public incidents that the rules come from, all or those that have all of the given words. " +
			"Call it to find what happened to others in a part of Kubernetes, or with a symptom; list_vocabulary tells what the words mean.",
		input: func(p map[string]*jsonschema.Schema) {
			refine(p)
			for _, facet := range s.Catalog.Facets() {
				list := p[argument(facet)]
				restrict(list, slices.Sorted(maps.Keys(facet.Known))...)
				most := maxArguments
				list.MaxItems = &most
			}
		},
	}, s.listCases)
	add(s, tool{
		name: "search_cases", title: "Search incidents",
		description: "Find the public incidents whose story, rules or classification hold all words of a query, in English or Korean. " +
			"Call it when you know words of a problem; one or two words find more than a sentence does.",
		input: func(p map[string]*jsonschema.Schema) {
			refine(p)
			text(p["query"])
		},
	}, s.searchCases)
	add(s, tool{
		name: "similar_cases", title: "Rank similar incidents",
		description: "Rank the incidents that share root causes and components with one, the nearest first. Call it to see what else may go wrong where one incident could happen.",
		input: func(p map[string]*jsonschema.Schema) {
			language(p)
			text(p["case"])
			number(p["limit"], 1, maxCases)
			p["limit"].Default = fmt.Appendf(nil, "%d", defaultSimilar)
		},
	}, s.similar)
}

// argument is the name of a facet among the arguments of a tool.
func argument(f catalog.Facet) string {
	if f.Flag == "root-cause" {
		return "rootCause"
	}
	return f.Flag
}

// language restricts lang.
func language(p map[string]*jsonschema.Schema) {
	restrict(p["lang"], string(catalog.English), string(catalog.Korean))
	p["lang"].Default = []byte(`"en"`)
}

func (s *server) listCases(_ context.Context, _ Observer, in casesInput) (casesOutput, error) {
	return s.cases(catalog.Filter{Words: map[string][]string{
		"component": in.Component, "symptom": in.Symptom, "trigger": in.Trigger, "root-cause": in.RootCause,
	}}, in.Lang, in.Page)
}

func (s *server) searchCases(_ context.Context, _ Observer, in searchInput) (casesOutput, error) {
	return s.cases(catalog.Filter{Texts: strings.Fields(in.Query)}, in.Lang, in.Page)
}

func (s *server) cases(f catalog.Filter, l catalog.Language, p Page) (casesOutput, error) {
	found := s.Catalog.Match(f)
	summaries := make([]caseSummary, len(found))
	for i, k := range found {
		summaries[i] = s.summary(k, l)
	}
	shown, next, err := page(summaries, p.Offset, p.Limit)
	return casesOutput{Total: len(found), Cases: shown, Next: next}, err
}

func (s *server) summary(k lint.Case, l catalog.Language) caseSummary {
	summary := caseSummary{
		ID: k.ID, Title: catalog.Translated(k, l).Title, Organisation: k.Organisation, Year: k.Year, Summary: k.Summary, Rules: []string{},
	}
	own, also := s.Catalog.RulesOf(k.ID)
	for _, r := range slices.Concat(own, also) {
		summary.Rules = append(summary.Rules, r.ID)
	}
	return summary
}

func (s *server) similar(_ context.Context, _ Observer, in similarInput) (similarOutput, error) {
	of, err := s.findCase(in.Case)
	if err != nil {
		return similarOutput{}, err
	}
	out := similarOutput{Similar: []neighbour{}}
	for _, n := range s.Catalog.Similar(of) {
		if len(out.Similar) < in.Limit {
			out.Similar = append(out.Similar, neighbour{s.summary(n.Case, in.Lang), n.Score, whole(n.Shared)})
		}
	}
	return out, nil
}

// whole gives a classification without lists that are nil.
func whole(c lint.Classification) lint.Classification {
	for _, list := range []*[]string{&c.Components, &c.Symptoms, &c.Triggers, &c.RootCauses} {
		*list = append([]string{}, *list...)
	}
	return c
}

// findCase gives the case of an id, whose letters may be upper or lower case. The
// rule of a case stands for it.
func (s *server) findCase(id string) (lint.Case, error) {
	id, _, _ = strings.Cut(id, "/")
	k, ok := s.Catalog.FindCase(id)
	if !ok {
		return lint.Case{}, fmt.Errorf("there is no case %q; list_cases lists them", clip(id, maxText))
	}
	return k, nil
}

// findRule gives the rule of an id, whose letters may be upper or lower case, and
// whose case may be left out.
func (s *server) findRule(id string) (lint.Rule, bool) {
	if r, ok := s.Catalog.FindRule(id); ok {
		return r, true
	}
	return s.Catalog.FindRuleNamed(id)
}
