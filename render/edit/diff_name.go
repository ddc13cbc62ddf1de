package edit

import (
	"fmt"
	"strings"
)

// diffName writes the name of a file in the head of a diff as git does, which patch
// reads too: in quotes where it holds signs that would end it or be taken for
// quotes, and with a tab behind one with a blank, where patch looks for a time. See
// core.quotePath in https://git-scm.com/docs/git-config; letters stay as they are.
func diffName(name string) string {
	if !strings.ContainsFunc(name, isQuoted) {
		if strings.Contains(name, " ") {
			name += "\t"
		}
		return name
	}
	var out strings.Builder
	out.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case isQuoted(rune(c)):
			fmt.Fprintf(&out, `\%03o`, c)
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// isQuoted tells of a sign whether names that hold it are written in quotes.
func isQuoted(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7f }
