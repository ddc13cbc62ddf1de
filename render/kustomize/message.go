package kustomize

import (
	"regexp"
	"strconv"
	"strings"
)

// maxMessage is how many bytes of an error of kustomize a user gets to read.
const maxMessage = 400

var (
	// enclosing is what kustomize puts before an error on its way up.
	enclosing = regexp.MustCompile(`recursed (?:accumulation of|merging from) path '([^']*)': |couldn't make target for path '([^']*)': `)
	// around is what it puts around an error of the outermost kustomization.
	around = regexp.MustCompile(`^(?:accumulating (?:resources|components): |accumulation err='|loading generator plugins: )`)
	quoted = regexp.MustCompile(`accumulateDirectory: ("(?:[^"\\]|\\.)*")`)
	// pointers are where kustomize prints a value that has no text of its own.
	pointers = regexp.MustCompile(`&\{[^}]*\}|0x[0-9a-f]+`)
	spaces   = regexp.MustCompile(`\s+`)
)

// brief gives the innermost cause of an error of kustomize on one line, with
// paths relative to the repository root, whose directory is root.
func brief(err error, root string) string {
	_, text := trace(err, root)
	text = pointers.ReplaceAllString(text, "…")
	text = spaces.ReplaceAllString(strings.TrimSpace(text), " ")
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "…"
	}
	return text
}

// trace splits an error of kustomize into the directories that it came through,
// outermost first, and its cause.
func trace(err error, root string) (dirs []string, cause string) {
	text := unquote(err.Error())
	text = strings.ReplaceAll(text, root+"/", "")
	text = strings.ReplaceAll(text, root, ".")
	for {
		found := enclosing.FindStringSubmatchIndex(text)
		if found == nil {
			break
		}
		for _, group := range []int{2, 4} {
			if found[group] >= 0 {
				dirs = append(dirs, text[found[group]:found[group+1]])
			}
		}
		text = text[found[1]:]
	}
	for around.MatchString(text) {
		text = around.ReplaceAllString(text, "")
	}
	return dirs, text
}

// unquote takes the quotes off the errors that kustomize quotes, one within
// the other, on their way through components.
func unquote(text string) string {
	for {
		found := quoted.FindStringSubmatchIndex(text)
		if found == nil {
			return text
		}
		inner, err := strconv.Unquote(text[found[2]:found[3]])
		if err != nil {
			return text
		}
		text = text[:found[0]] + inner + text[found[1]:]
	}
}
