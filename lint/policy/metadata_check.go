package policy

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint/kinds"
	"github.com/kubegap/kubegap-lint/lint/mistake"
)

// kind is how a rule names a kind: group/Kind, Kind in the core group, or a
// dialect of configuration files.
var kind = regexp.MustCompile(`^([a-z0-9.-]+/)?[A-Z][A-Za-z0-9]*$|^config/(kubespray|talos|k3s)$`)

// checkMetadata looks for what would keep a rule from ever being evaluated, and
// for keys that nothing reads.
func (rule loaded) checkMetadata() mistake.List {
	s := rule.policy
	block := s.metadata()
	list := block.unknownKeys()
	wrong := func(key, format string, args ...any) {
		list = append(list, mistake.Mistake{Line: block.line("custom", key), Message: "METADATA: custom." + key + ": " + fmt.Sprintf(format, args...)})
	}
	if block.value("scope") == nil {
		list = append(list, mistake.Mistake{Line: block.row, Message: "METADATA: scope is not set: write scope: package"})
	}
	for _, name := range rule.Kinds {
		if !kind.MatchString(name) {
			wrong("kinds", "%q is not group/Kind, or Kind in the core group", name)
		} else if objection := kinds.Refuse(name); objection != "" {
			wrong("kinds", "%s", objection)
		}
	}
	for _, word := range rule.words {
		if !isFact(word) && (strings.ContainsFunc(word, func(c rune) bool { return c > 127 || !isWord(byte(c)) }) || word == "") {
			wrong("words", "%q is neither a run of ASCII letters, digits and underscores nor a fact", word)
		}
	}
	if slices.Contains(rule.Also, rule.Case()) {
		wrong("also", "%s is the rule's own case", rule.Case())
	}
	for i := range list {
		list[i].File = s.name
	}
	return list
}
