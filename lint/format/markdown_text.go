package format

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// joiner is a space without width. It keeps apart what GitHub and GitLab would turn into
// something else after they have read the Markdown, whatever is escaped there.
const joiner = "\u200b"

// magic matches what becomes a mention, a reference to an issue, a link or an emoji.
// https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
var magic = regexp.MustCompile(`(?i)@[a-z0-9]|[#!&%~^][0-9]|://|www\.|gh-[0-9]|:[a-z0-9_+-]+:`)

// escapes are the characters that mean something within a line of Markdown.
var escapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", "&#124;", "~", `\~`, "#", `\#`, "!", `\!`, "$", `\$`,
	"&", "&amp;", "<", "&lt;", ">", "&gt;",
)

// inline makes text fit for the middle of a line of Markdown, where it stands for itself.
// The text comes from files that anybody may have written: it gets no markup, mentions
// nobody and links nowhere.
func inline(text string) string {
	text = magic.ReplaceAllStringFunc(Printable(text), func(found string) string { return found[:1] + joiner + found[1:] })
	return escapes.Replace(text)
}

// prose is inline for a text that may hold code between backticks.
func prose(text string) string {
	parts := strings.Split(text, "`")
	if len(parts)%2 == 0 { // one backtick has no partner
		return inline(text)
	}
	for i := range parts {
		if i%2 == 1 {
			parts[i] = code(parts[i])
		} else {
			parts[i] = inline(parts[i])
		}
	}
	return strings.Join(parts, "")
}

// code makes a code span of text; "" of none.
func code(text string) string {
	text = Printable(text)
	if text == "" {
		return ""
	}
	fence := strings.Repeat("`", longestRun(text)+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") {
		text = " " + text + " " // one space at each end belongs to the fence
	}
	return fence + text + fence
}

// codeInTable is code for a cell of a table, where a bar ends the cell even within a code
// span: text with one is written without a span.
// https://github.github.com/gfm/#tables-extension-
func codeInTable(text string) string {
	if strings.Contains(text, "|") {
		return inline(text)
	}
	return code(text)
}

// fenced makes a block of code, whose fence is longer than any in it.
func fenced(language string, rows []string) string {
	text := strings.Join(rows, "\n")
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	return fence + language + "\n" + text + "\n" + fence + "\n"
}

// longestRun counts the backticks of the longest run of them.
func longestRun(text string) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// link makes a link of Markdown text; the text alone where there is no address.
func link(text, address string) string {
	if address == "" {
		return text
	}
	return "[" + text + "](<" + address + ">)"
}

// address gives the address of a file below a base, "" below none. All but letters, digits
// and a few signs are escaped.
func address(base, file string) string {
	if base == "" {
		return ""
	}
	return strings.TrimRight(base, "/") + (&url.URL{Path: "/" + file}).EscapedPath()
}

// clip cuts text that is longer than n code points.
func clip(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n-1]) + "…"
}
