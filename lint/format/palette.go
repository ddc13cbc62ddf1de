package format

import "github.com/kubegap/kubegap-lint/lint"

// palette colours text for a terminal; the zero value leaves it as it is.
type palette struct{ on bool }

// paint also makes the text fit for a terminal.
func (p palette) paint(code, text string) string {
	text = Printable(text)
	if !p.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p palette) bold(text string) string { return p.paint("1", text) }
func (p palette) dim(text string) string  { return p.paint("2", text) }
func (p palette) place(text string) string {
	return p.paint("36", text)
}

// levelled paints in the colour of a level.
func (p palette) levelled(l lint.Level) func(text string) string {
	code := "1;34"
	switch l {
	case lint.LevelError:
		code = "1;31"
	case lint.LevelWarning:
		code = "1;33"
	}
	return func(text string) string { return p.paint(code, text) }
}
