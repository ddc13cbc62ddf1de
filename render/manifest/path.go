package manifest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Path leads from the root of a document to one of its nodes. The empty path
// is the root itself.
//
// A path may go on below a string: the string is then read as an embedded
// document, such as the config.conf key of a ConfigMap. Below a string that is
// no YAML mapping or sequence, one index step counts its lines from zero.
//
// Its JSON form is an array of strings and numbers, the form in which policies
// name fields.
type Path []Step

// Step is one step of a Path: a key of a mapping, or an index of a sequence.
// The zero value is the key "".
type Step struct {
	key   string
	index int
	isSeq bool
}

// Key is the step to the value of key in a mapping.
func Key(key string) Step { return Step{key: key} }

// Index is the step to item i, from zero, of a sequence.
func Index(i int) Step { return Step{index: i, isSeq: true} }

// IsIndex tells whether the step is an index rather than a key.
func (s Step) IsIndex() bool { return s.isSeq }

// Key gives the key of a key step, and "" for an index.
func (s Step) Key() string { return s.key }

// Index gives the index of an index step, and 0 for a key.
func (s Step) Index() int { return s.index }

// MarshalJSON writes a key as a string and an index as a number.
func (s Step) MarshalJSON() ([]byte, error) {
	if s.isSeq {
		return []byte(strconv.Itoa(s.index)), nil
	}
	return json.Marshal(s.key)
}

// UnmarshalJSON reads a string as a key and a whole number as an index.
func (s *Step) UnmarshalJSON(data []byte) error {
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	step, err := stepOf(v)
	if err != nil {
		return err
	}
	*s = step
	return nil
}

// PathOf builds a path from keys (string) and indices (int, int64, float64 or
// json.Number without a fraction). It fails on any other value.
func PathOf(steps ...any) (Path, error) {
	p := make(Path, len(steps))
	for i, v := range steps {
		s, err := stepOf(v)
		if err != nil {
			return nil, err
		}
		p[i] = s
	}
	return p, nil
}

func stepOf(v any) (Step, error) {
	switch v := v.(type) {
	case string:
		return Key(v), nil
	case int:
		return indexStep(int64(v))
	case int64:
		return indexStep(v)
	case float64:
		if v == float64(int64(v)) {
			return indexStep(int64(v))
		}
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return indexStep(n)
		}
	}
	return Step{}, fmt.Errorf("path step %v is neither a key nor an index", v)
}

func indexStep(n int64) (Step, error) {
	if n < 0 || n > 1<<31-1 {
		return Step{}, fmt.Errorf("path index %d is out of range", n)
	}
	return Index(int(n)), nil
}

// String writes the path as kubectl's JSONPath does, for instance
// .spec.containers[0].image; keys with dots, slashes or brackets are quoted:
// .metadata.annotations["example.com/a"]. The empty path is ".".
func (p Path) String() string {
	if len(p) == 0 {
		return "."
	}
	var b strings.Builder
	for _, s := range p {
		switch {
		case s.isSeq:
			fmt.Fprintf(&b, "[%d]", s.index)
		case s.key == "" || strings.ContainsAny(s.key, ".[]/\" "):
			fmt.Fprintf(&b, "[%q]", s.key)
		default:
			b.WriteByte('.')
			b.WriteString(s.key)
		}
	}
	return b.String()
}
