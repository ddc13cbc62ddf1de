package render

import (
	"regexp"
	"strings"
)

// userInfo is what stands before the host of an address, which ends at the first
// slash. A password may hold an @ itself.
var userInfo = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)([^/?#\s]*)@`)

// Redacted gives an address, or a text that holds some, for people to read: with
// xxxxx in the place of each password. The only name before the host of a web
// address is one, too, since it is a token as a rule.
func Redacted(text string) string {
	if !strings.Contains(text, "@") {
		return text
	}
	return userInfo.ReplaceAllStringFunc(text, func(found string) string {
		parts := userInfo.FindStringSubmatch(found)
		scheme, info := parts[1], parts[2]
		user, _, hasPassword := strings.Cut(info, ":")
		switch {
		case hasPassword:
			return scheme + user + ":xxxxx@"
		case info != "" && strings.HasPrefix(strings.ToLower(scheme), "http"):
			return scheme + "xxxxx@"
		}
		return found
	})
}
