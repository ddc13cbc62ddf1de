package html

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
)

// ruleGroup are the findings of a rule.
type ruleGroup struct {
	advice
	Levels   []count
	Findings []finding
}

// finding is a finding as the page shows it.
type finding struct {
	lint.Finding
	Anchor               string
	CaseAnchor, Advice   string
	Where, Near          string
	Frame                []sourceLine
	Because, Via         []related
	AlsoObjects          []string
	Picture              *picture
	EnvironmentList      string
	New                  bool
	SuppressedBy, Reason string
}

// related is a related place with its line, where that is known.
type related struct {
	Message, Where string
	Line           *sourceLine
}

// groups divides the findings by case and rule, both in the order of gravity and then of
// their ids. Within a rule the gravest come first, and else stay in their order.
func (b *builder) groups(findings []lint.Finding) []group {
	byCase := map[string]map[string][]lint.Finding{}
	for _, f := range findings {
		if byCase[f.Case] == nil {
			byCase[f.Case] = map[string][]lint.Finding{}
		}
		byCase[f.Case][f.Rule] = append(byCase[f.Case][f.Rule], f)
	}
	var groups []group
	for _, id := range slices.Sorted(maps.Keys(byCase)) {
		g := group{story: b.tell(id)}
		var all []lint.Finding
		for _, rule := range slices.Sorted(maps.Keys(byCase[id])) {
			list := byCase[id][rule]
			slices.SortStableFunc(list, func(a, b lint.Finding) int { return cmp.Compare(b.Level, a.Level) })
			all = append(all, list...)
			g.Rules = append(g.Rules, ruleGroup{b.advise(rule), levels(list), b.findings(list)})
		}
		g.Count, g.Levels = len(all), levels(all)
		slices.SortStableFunc(g.Rules, func(a, b ruleGroup) int { return byGravity(a.Levels, b.Levels) })
		groups = append(groups, g)
	}
	slices.SortStableFunc(groups, func(a, b group) int { return byGravity(a.Levels, b.Levels) })
	return groups
}

// byGravity orders by the number of errors, then of warnings, then of notes.
func byGravity(a, b []count) int {
	for i := range a {
		if d := b[i].Count - a[i].Count; d != 0 {
			return d
		}
	}
	return 0
}

func (b *builder) findings(list []lint.Finding) []finding {
	shown := make([]finding, len(list))
	for i, f := range list {
		shown[i] = b.finding(f)
	}
	return shown
}

func (b *builder) finding(f lint.Finding) finding {
	frame := b.sources.frame(f.Location)
	because, via := b.related(f.Related)
	f = inLines(f)
	v := finding{
		Finding:         f,
		Anchor:          b.anchor(f.Fingerprint),
		Where:           f.Location.String(),
		Near:            f.Location.Precision.Reservation(),
		Frame:           frame,
		Because:         because,
		Via:             via,
		AlsoObjects:     namesOf(f.AlsoObjects),
		Picture:         draw(f.Chain),
		EnvironmentList: strings.Join(f.Environments, "\n"),
		New:             f.BaselineState == lint.StateNew,
	}
	if b.told[f.Case] {
		v.CaseAnchor = caseAnchor(f.Case)
	}
	if f.Suppression == nil {
		v.Advice = ruleAnchor(f.Rule)
	} else {
		v.SuppressedBy, v.Reason = suppressedBy(f.Suppression.Kind), inLine(f.Suppression.Reason)
	}
	return v
}

// related divides the related places into those that the rule names and those that had a
// part in the field.
func (b *builder) related(all []lint.Related) (because, via []related) {
	for _, r := range all {
		place := related{inLine(r.Message), inLine(r.Location.String()), b.sources.line(r.Location)}
		if r.Via {
			via = append(via, place)
		} else {
			because = append(because, place)
		}
	}
	return because, via
}

// inLines gives the finding with names and messages that have one line each.
func inLines(f lint.Finding) lint.Finding {
	f.Message, f.Unit, f.Location.File = inLine(f.Message), inLine(f.Unit), inLine(f.Location.File)
	f.Object.APIVersion, f.Object.Kind = inLine(f.Object.APIVersion), inLine(f.Object.Kind)
	f.Object.Namespace, f.Object.Name = inLine(f.Object.Namespace), inLine(f.Object.Name)
	f.AlsoIn, f.Environments = each(f.AlsoIn, inLine), each(f.Environments, inLine)
	return f
}

func namesOf(objects []lint.ObjectRef) []string {
	return each(objects, func(o lint.ObjectRef) string { return inLine(o.String()) })
}

func each[A any](list []A, change func(A) string) []string {
	changed := make([]string, len(list))
	for i, a := range list {
		changed[i] = change(a)
	}
	return changed
}

// anchor names the place of a finding in the page by its fingerprint, with a number for
// those after the first that share one.
func (b *builder) anchor(fingerprint string) string {
	b.anchors[fingerprint]++
	if n := b.anchors[fingerprint]; n > 1 {
		return fmt.Sprintf("%s-%d", fingerprint, n)
	}
	return fingerprint
}

// suppressedBy tells by what a finding is suppressed.
func suppressedBy(kind lint.SuppressionKind) string {
	switch kind {
	case lint.SuppressedByComment:
		return "by a comment"
	case lint.SuppressedByAnnotation:
		return "by an annotation"
	case lint.SuppressedByConfig:
		return "by the configuration"
	default:
		return "known to the baseline"
	}
}
