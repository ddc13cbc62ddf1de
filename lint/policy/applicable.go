package policy

import (
	"slices"

	"github.com/kubegap/kubegap-lint/lint/graph"
)

// To parse, compile and evaluate a rule takes far longer than to see that it
// cannot find anything. So a rule names what it cannot do without: the kinds of
// which one must be judged, and perhaps words or facts of which one must occur.

// applicable gives the rules among ids that can find something.
func (l *Library) applicable(g *graph.Graph, ids []string) []loaded {
	kinds := map[string]bool{}
	for i := range g.Objects {
		if g.Objects[i].Judged {
			kinds[g.Objects[i].KindKey()] = true
		}
	}
	var rules []loaded
	wanted := map[string]bool{}
	for _, rule := range l.rules {
		if slices.Contains(ids, rule.ID) && slices.ContainsFunc(rule.Kinds, func(kind string) bool { return kinds[kind] }) {
			rules = append(rules, rule)
			for _, word := range rule.words {
				wanted[word] = true
			}
		}
	}
	present := wordsIn(g, wanted)
	return slices.DeleteFunc(rules, func(rule loaded) bool {
		return len(rule.words) > 0 && !slices.ContainsFunc(rule.words, func(word string) bool { return present[word] })
	})
}

// wordsIn gives those of the wanted words that occur in a key or a string of an
// object, judged or not. A word is a run of ASCII letters, digits and
// underscores: tcp_keepalive_time is one in "sysctl net.ipv4.tcp_keepalive_time".
// Among the wanted may be facts. Of a CustomResourceDefinition only what Input
// keeps is searched.
func wordsIn(g *graph.Graph, wanted map[string]bool) map[string]bool {
	s := search{wanted: wanted, present: map[string]bool{}}
	for i := range g.Objects {
		if len(s.present) == len(wanted) {
			break
		}
		if o := &g.Objects[i]; o.Of < 0 {
			s.value(bodyOf(o))
		}
	}
	return s.present
}

type search struct{ wanted, present map[string]bool }

func (s search) value(v any) {
	switch v := v.(type) {
	case string:
		s.text(v)
	case []any:
		for _, item := range v {
			s.value(item)
		}
	case map[string]any:
		s.facts(v)
		for key, item := range v {
			s.text(key)
			s.value(item)
		}
	}
}

func (s search) text(text string) {
	start := 0
	for i := range len(text) {
		if !isWord(text[i]) {
			s.word(text[start:i])
			start = i + 1
		}
	}
	s.word(text[start:])
}

func (s search) word(word string) {
	if s.wanted[word] {
		s.present[word] = true
	}
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
