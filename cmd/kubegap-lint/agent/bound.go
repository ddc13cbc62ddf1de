package agent

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/kubegap/kubegap-lint/render"
)

// The bounds of an answer. A model reads it as a whole, and clients cut or refuse
// what is much longer.
const (
	// maxBytes bounds what a page of findings, objects or cases takes as JSON.
	maxBytes = 32 << 10
	// maxProblems bounds each list of problems.
	maxProblems = 20
	// maxText bounds one text that comes from a repository, in bytes.
	maxText = 1500
	// maxLines bounds one manifest or diff, in bytes.
	maxLines = 24 << 10
	// maxList bounds a list within a finding.
	maxList = 8
)

// page gives those of the items that an answer has room for, from offset on: at
// most limit, and at least one. next is the offset of what follows, or 0.
func page[T any](items []T, offset, limit int) (shown []T, next int, err error) {
	if offset > len(items) {
		return nil, 0, fmt.Errorf("offset is %d, and there are only %d", offset, len(items))
	}
	shown = []T{}
	size := 0
	for _, item := range items[offset:] {
		data, err := json.Marshal(item)
		if err != nil {
			return nil, 0, fmt.Errorf("encode answer: %w", err)
		}
		if size += len(data); len(shown) == limit || len(shown) > 0 && size > maxBytes {
			return shown, offset + len(shown), nil
		}
		shown = append(shown, item)
	}
	return shown, 0, nil
}

// Problems are what could not be rendered or judged as it stands.
type Problems struct {
	Failures []render.Problem `json:"failures" jsonschema:"what should have rendered and did not, and rules that could not be evaluated"`
	Skipped  []render.Problem `json:"skipped" jsonschema:"what was left out, mostly since it cannot be had offline; nothing is known of what it holds"`
	Warnings []render.Problem `json:"warnings"`
	// MoreProblems counts what the lists have no room for.
	MoreProblems int `json:"moreProblems,omitempty" jsonschema:"how many more failures, skipped and warnings there are"`
}

func problems(failures, skipped, warnings []render.Problem) Problems {
	var p Problems
	p.Failures = p.bounded(failures)
	p.Skipped = p.bounded(skipped)
	p.Warnings = p.bounded(warnings)
	return p
}

func (p *Problems) bounded(list []render.Problem) []render.Problem {
	p.MoreProblems += max(0, len(list)-maxProblems)
	bounded := append([]render.Problem{}, list[:min(len(list), maxProblems)]...)
	for i := range bounded {
		bounded[i].Unit, bounded[i].Message = clip(bounded[i].Unit, maxText), clip(bounded[i].Message, maxText)
		bounded[i].Location.File = clip(bounded[i].Location.File, maxText)
	}
	return bounded
}

// first gives the first items of a list, each as bound makes it, and how many
// follow.
func first[T any](list []T, bound func(T) T) (shown []T, more int) {
	for _, item := range list[:min(len(list), maxList)] {
		shown = append(shown, bound(item))
	}
	return shown, len(list) - len(shown)
}

// firstLines cuts a long text, after a line where there is one.
func firstLines(text string) (head string, cut bool) {
	if len(text) <= maxLines {
		return text, false
	}
	head = strings.ToValidUTF8(text[:maxLines], "")
	if end := strings.LastIndexByte(head, '\n'); end >= 0 {
		head = head[:end+1]
	}
	return head, true
}

// clip cuts a text to some bytes.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}
