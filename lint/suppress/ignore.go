package suppress

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// Ignore is an entry of the configuration file. It suppresses the findings that
// all of its conditions meet.
type Ignore struct {
	// Location is where it is written.
	Location manifest.Location
	// Rule is the id of a rule or a case; "" stands for any.
	Rule string
	// Object is Kind/namespace/name, or Kind/name for an object that is written
	// without a namespace, where * stands for any text, and as a namespace also for
	// none; "" stands for any.
	Object string
	// Path tells of the file in which a finding stands whether it is meant; nil
	// stands for any.
	Path func(file string) bool
	// Reason tells why; it is never empty.
	Reason string
	// Until is the last day on which it holds; the zero time stands for ever.
	Until time.Time
}

// ignore is an Ignore that holds.
type ignore struct {
	Ignore
	entry
	used bool
	// near is an object that it would have met but for the namespace; "" for none.
	near string
}

// readIgnores takes the entries of the configuration file that hold today.
func (s *session) readIgnores() {
	for _, i := range s.Ignores {
		until := ""
		if !i.Until.IsZero() {
			until = i.Until.Format(time.DateOnly)
		}
		if until != "" && until < s.Today.Format(time.DateOnly) {
			s.warn(lint.ReasonExpiredSuppression, i.Location, fmt.Sprintf("the suppression held until %s, and hides nothing any more", until))
			continue
		}
		held := &ignore{Ignore: i}
		if i.Rule != "" {
			held.entry = *s.newEntry(lint.SuppressedByConfig, directive{[]string{i.Rule}, i.Reason}, i.Location)
			if len(held.named) == 0 {
				continue
			}
		}
		held.Suppression = lint.Suppression{Kind: lint.SuppressedByConfig, Reason: i.Reason, Location: i.Location, Until: until}
		s.ignores = append(s.ignores, held)
	}
}

// meets tells whether the ignore is about an occurrence, and notes that it was
// of use.
func (i *ignore) meets(o *lint.Occurrence) bool {
	isNamed := i.Object == "" || names(i.Object, o.Ref)
	switch {
	case i.Rule != "" && !i.covers(o.Rule),
		!isNamed && (i.near != "" || !almostNames(i.Object, o.Ref)),
		i.Path != nil && !i.Path(o.Places[0].File):
		return false
	case !isNamed:
		i.near = objectName(o.Ref)
		return false
	}
	i.used = true
	return true
}

// inDoubt tells whether a finding that would meet the ignore may be one that this run
// does not see. What a unit lacks is of any kind and name, so only a path tells that it
// is elsewhere; and what is in a cluster together is judged together, so only of a unit
// that is in none.
func (s *session) inDoubt(i *ignore) bool {
	var wouldRead func(render.Target) bool
	return slices.ContainsFunc(s.Units, func(u render.Unit) bool {
		switch {
		case !isUnsure(u):
			return false
		case i.Path == nil || !standsAlone(u):
			return true
		case wouldRead == nil:
			wouldRead = s.WouldRead(i.Path)
		}
		return wouldRead(u.Target) || slices.ContainsFunc(u.Files, i.Path)
	})
}

// standsAlone tells of an unsure unit that what it lacks can lead to findings in what
// it reads only: nothing deploys it into a cluster with others, nor do others see it as
// they see plain manifests, and it was read as far as it lies in the repository.
func standsAlone(u render.Unit) bool {
	return u.Deployer.Kind == "" && u.Target.Kind != render.KindPlain && len(u.Failures) == 0
}

// unusedIgnore warns of an ignore that nothing needs, if its rules have run.
func (s *session) unusedIgnore(i *ignore) {
	meant := ""
	if i.near != "" {
		meant = "; there is one on " + i.near
		if strings.Count(i.near, "/") == 1 {
			meant += ", which is written without a namespace"
		}
	}
	if i.Rule == "" {
		s.warn(lint.ReasonUnusedSuppression, i.Location, "nothing is suppressed by this: no finding meets it"+meant)
	}
	for _, n := range i.named {
		if s.ran(n.rules) {
			s.warn(lint.ReasonUnusedSuppression, i.Location, fmt.Sprintf("nothing is suppressed by this: no finding of %s meets it%s", n.id, meant))
		}
	}
}

// names tells whether a pattern is that of an object.
func names(pattern string, r lint.ObjectRef) bool {
	return matches(pattern, objectName(r)) || r.Namespace == "" && matches(pattern, r.Kind+"//"+r.Name)
}

// almostNames tells whether a pattern is that of an object but for the namespace.
func almostNames(pattern string, r lint.ObjectRef) bool {
	kind, rest, _ := strings.Cut(pattern, "/")
	return matches(kind, r.Kind) && matches(rest[strings.LastIndexByte(rest, '/')+1:], r.Name)
}

// objectName writes an object as an Ignore names it.
func objectName(r lint.ObjectRef) string {
	if r.Namespace == "" {
		return r.Kind + "/" + r.Name
	}
	return r.Kind + "/" + r.Namespace + "/" + r.Name
}

// matches tells whether a text is like a pattern in which * stands for any text.
func matches(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	first, rest := parts[0], parts[1:]
	text, ok := strings.CutPrefix(text, first)
	if !ok || len(rest) == 0 {
		return ok && text == ""
	}
	last := rest[len(rest)-1]
	for _, part := range rest[:len(rest)-1] {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return strings.HasSuffix(text, last)
}
