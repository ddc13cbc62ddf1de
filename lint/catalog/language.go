package catalog

import "github.com/kubegap/kubegap-lint/lint"

// Language is a language that cases are told in. The zero value is English.
type Language string

// The languages. A case says in Korean only what its Translation holds.
const (
	English Language = "en"
	Korean  Language = "ko"
)

// Text is a text in English and in Korean.
type Text struct{ English, Korean string }

// In gives the text in a language: in English where the other is missing.
func (t Text) In(l Language) string {
	if l == Korean && t.Korean != "" {
		return t.Korean
	}
	return t.English
}

// Translated gives a case whose title, symptom and remediation are in the
// language, as far as the case has them.
func Translated(c lint.Case, l Language) lint.Case {
	c.Title = Text{c.Title, c.Korean.Title}.In(l)
	c.Symptom = Text{c.Symptom, c.Korean.Symptom}.In(l)
	if l == Korean && len(c.Korean.Remediation) > 0 {
		c.Remediation = c.Korean.Remediation
	}
	return c
}
