package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// fingerprintVersion is part of every fingerprint. A change of what goes into
// one changes it too, since it makes all alerts of all users new.
const fingerprintVersion = "kubegap-lint/2"

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
	parts := []string{fingerprintVersion, f.Rule, f.origin.File, f.group, f.Object.Kind, namespace, name, f.field}
	return strings.Join(parts, separator)
}

// fingerprinted gives the findings, in order, with their fingerprints: 32
// hexadecimal digits of a hash over the identity.
//
// Two overlays that bring the same defect into objects of the same name have
// the same identity. Their files tell them apart, and so does the order within
// one file. Each of them has its file hashed, not only the second: if one is
// fixed, the dismissal of its alert must not pass to the other.
func fingerprinted(findings []located) []Finding {
	count := map[string]int{}
	for _, f := range findings {
		count[f.identity]++
	}
	result := make([]Finding, len(findings))
	seen := map[string]int{}
	for i, f := range findings {
		hashed := f.identity
		if count[hashed] > 1 {
			hashed += separator + f.Location.File
		}
		seen[hashed]++
		if n := seen[hashed]; n > 1 {
			hashed += separator + strconv.Itoa(n)
		}
		hash := sha256.Sum256([]byte(hashed))
		result[i] = f.Finding
		result[i].Fingerprint = hex.EncodeToString(hash[:16])
	}
	return result
}
