package kustomize

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	noPath         = regexp.MustCompile(`^error in (\w+) for path: '([^']*)': .*missing value`)
	neitherInPatch = regexp.MustCompile(`must specify one of patch and path`)
	bothInPatch    = regexp.MustCompile(`patch and path can't be set at the same time`)
	noTargetAtAll  = regexp.MustCompile(`must specify a target for JSON patch`)
	noPatchAtAll   = regexp.MustCompile(`unable to parse SM or JSON patch`)
	noName         = regexp.MustCompile(`^a configmap must have a name`)
	// configuring is what kustomize puts before an error about a plugin, and
	// pairs what it puts before one about the data of a generator.
	configuring = regexp.MustCompile("^trouble configuring builtin \\w+ with config: `.*`: ")
	pairs       = regexp.MustCompile(`^loading KV pairs: (?:\w+ sources \[.*\]: |\w+ source files: )?`)
)

// plainly tells what an error of kustomize is about in the words of its users.
func plainly(message string) string {
	switch found := noPath.FindStringSubmatch(message); {
	case found != nil:
		return fmt.Sprintf("there is no %s to %s", found[2], found[1])
	case noName.MatchString(message):
		return "the generator has no name"
	case neitherInPatch.MatchString(message):
		return "the entry has neither patch nor path"
	case bothInPatch.MatchString(message):
		return "the entry has both patch and path"
	case noTargetAtAll.MatchString(message):
		return "the entry is a JSON patch without a target"
	case noPatchAtAll.MatchString(message):
		return "it is neither a part of an object nor a JSON patch"
	}
	return strings.TrimSpace(pairs.ReplaceAllString(configuring.ReplaceAllString(message, ""), ""))
}
