package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// fingerprintVersion is part of every fingerprint. A change of what goes into
// one changes it too, since it makes all alerts of all users new.
const fingerprintVersion = "kubegap-lint/1"

// fingerprinted gives the findings, in order, with their fingerprints: 32
// hexadecimal digits of a hash over the rule, the file, the object and the
// field. Lines and messages are left out, so that an edit elsewhere in the file
// does not change them. Where two findings agree in all that, their order tells
// them apart.
func fingerprinted(findings []located) []Finding {
	result := make([]Finding, len(findings))
	seen := map[string]int{}
	for i, f := range findings {
		parts := []string{
			fingerprintVersion, f.Rule, f.Location.File,
			f.group, f.Object.Kind, f.Object.Namespace, f.Object.Name, f.Path.String(),
		}
		key := strings.Join(parts, "\x00")
		if n := seen[key]; n > 0 {
			parts = append(parts, strconv.Itoa(n))
		}
		seen[key]++
		hash := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
		result[i] = f.Finding
		result[i].Fingerprint = hex.EncodeToString(hash[:16])
	}
	return result
}
