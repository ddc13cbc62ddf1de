package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// FingerprintVersion is part of every fingerprint. A change of what goes into
// one changes it too, since it makes all alerts of all users new.
const FingerprintVersion = "kubegap-lint/2"

// separator stands between the parts of what is hashed.
const separator = "\x00"

// identify writes what a finding has in common with itself in other commits:
// the rule, what the object was made from, and the field. Lines, messages and
// levels are not among it, nor is the file of the finding, so that an overlay
// can be renamed.
//
// An object has the names of its origin where the origin has the defect, which
// is then the same in all overlays. A defect that an overlay or a values file
// brings in is one of the object as it is rendered, unless its names differ on
// each rendering.
func (f *located) identify() string {
	namespace, name := f.Object.Namespace, f.Object.Name
	if f.Location.File == f.origin.File || isMasked(f.origin) {
		namespace, name = f.origin.Namespace, f.origin.Name
	}
	parts := []string{FingerprintVersion, f.Rule, f.origin.File, f.group, f.Object.Kind, namespace, name, f.field}
	return strings.Join(parts, separator)
}

// fingerprinted gives the findings, and those that are suppressed, in order with
// their fingerprints: 32 hexadecimal digits of a hash over the identity.
//
// Two overlays that bring the same defect into objects of the same name have
// the same identity. Their files tell them apart, and so does the order within
// one file. Each of them has its file hashed, not only the second: if one is
// fixed, the dismissal of its alert must not pass to the other. Suppressed
// findings take part in this, so that a suppression does not change the
// fingerprints of others.
func fingerprinted(kept, suppressed []located) (a, b []Finding) {
	all := slices.Concat(kept, suppressed)
	takeOff(all[:len(kept)], all[len(kept):])
	order := make([]int, len(all))
	count := map[string]int{}
	for i, f := range all {
		order[i] = i
		count[f.identity]++
	}
	slices.SortStableFunc(order, func(i, j int) int { return comparePlaces(all[i], all[j]) })
	findings := make([]Finding, len(all))
	seen := map[string]int{}
	for _, i := range order {
		alone, beside := all[i].identity, all[i].identity+separator+all[i].Location.File
		hashed := alone
		if count[alone] > 1 {
			hashed = beside
		}
		seen[hashed]++
		findings[i] = all[i].Finding
		if n := seen[hashed]; n > 1 {
			hashed += separator + strconv.Itoa(n)
		} else {
			findings[i].Aliases = []string{hash(alone), hash(beside)}
		}
		findings[i].Fingerprint = hash(hashed)
	}
	return findings[:len(kept):len(kept)], findings[len(kept):]
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// takeOff gives an identity of its own to the part of a finding that is
// suppressed while the rest is not, since only some of its objects or units are
// meant by the suppression. The rest keeps its identity.
func takeOff(kept, suppressed []located) {
	type at struct {
		identity     string
		file         string
		line, column int
	}
	of := func(f located) at { return at{f.identity, f.Location.File, f.Location.Line, f.Location.Column} }
	known := map[at]bool{}
	for _, f := range kept {
		known[of(f)] = true
	}
	for i, f := range suppressed {
		if known[of(f)] {
			suppressed[i].identity += separator + "suppressed"
		}
	}
}
