// Package lint judges rendered units: it joins their objects, evaluates the
// policies over them and reports findings with their place in the repository.
// It knows nothing of how the units were rendered.
package lint

import "fmt"

// Level tells how sure and how grave a finding is.
type Level int

// The levels, in ascending order. The zero value is LevelNote.
const (
	// LevelNote: context decides. Hidden unless asked for.
	LevelNote Level = iota
	// LevelWarning: the root cause of the incident is present.
	LevelWarning
	// LevelError: arithmetic or API semantics make the failure certain, or the
	// combination is an open door.
	LevelError
)

var levelNames = [...]string{"note", "warning", "error"}

// String gives note, warning or error.
func (l Level) String() string { return levelNames[l] }

// MarshalText writes the level as String does.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (l *Level) UnmarshalText(text []byte) error {
	for i, name := range levelNames {
		if name == string(text) {
			*l = Level(i)
			return nil
		}
	}
	return fmt.Errorf("unknown level %q: want error, warning or note", text)
}
