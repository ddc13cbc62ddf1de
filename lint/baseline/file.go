package baseline

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/kubegap/kubegap-lint/lint"
)

// version is that of the format of the file.
const version = 1

// document is a baseline as it is written.
type document struct {
	Version int `json:"version"`
	// Fingerprints is the version of the fingerprints.
	Fingerprints string              `json:"fingerprints"`
	Findings     []lint.KnownFinding `json:"findings"`
}

// Encode writes the baseline as JSON, one line for each finding, so that a change
// of it reads well.
func (b Baseline) Encode() ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\n  \"version\": %d,\n  \"fingerprints\": %q,\n  \"findings\": [", version, lint.FingerprintVersion)
	for i, e := range b.Findings {
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			return nil, fmt.Errorf("write baseline: %w", err)
		}
		separator := ",\n    "
		if i == 0 {
			separator = "\n    "
		}
		out.WriteString(separator)
		out.Write(bytes.TrimSpace(line.Bytes()))
	}
	if len(b.Findings) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Bytes(), nil
}
