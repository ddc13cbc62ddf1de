package policy

import "strings"

// What is absent has no word. So a rule may name, among its words, a fact: what
// is found out about a container, or what looks like one, and is written with
// hyphens, which no word has.
const (
	// factNoVersion: an image without a tag and a digest, or with a tag that holds
	// no digit, such as latest.
	factNoVersion = "image-without-version"
	// factNoMemory: a container, known by its image, without a request and a limit
	// of memory.
	factNoMemory = "container-without-memory"
	// factCPULimit: a container with a limit of CPU.
	factCPULimit = "container-with-cpu-limit"
)

// isFact tells whether a name is that of a fact.
func isFact(name string) bool {
	return name == factNoVersion || name == factNoMemory || name == factCPULimit
}

// facts notes the facts about a mapping. A value of an unexpected type makes a
// fact true: whether it matters is up to the rule.
func (s search) facts(v map[string]any) {
	image, ok := v["image"]
	if !ok {
		image, ok = v["reference"]
	}
	if !ok {
		return
	}
	if name, text := image.(string); !text || withoutVersion(name) {
		s.word(factNoVersion)
	}
	resources, _ := v["resources"].(map[string]any)
	requests, _ := resources["requests"].(map[string]any)
	limits, _ := resources["limits"].(map[string]any)
	if requests["memory"] == nil && limits["memory"] == nil {
		s.word(factNoMemory)
	}
	if limits["cpu"] != nil {
		s.word(factCPULimit)
	}
}

// withoutVersion tells whether an image is named by no digest and no tag with a
// digit in it. The port of a registry is no tag.
func withoutVersion(image string) bool {
	_, _, digest := strings.Cut(image, "@")
	base := image[strings.LastIndexByte(image, '/')+1:]
	_, tag, _ := strings.Cut(base, ":")
	return !digest && !strings.ContainsAny(tag, "0123456789")
}
