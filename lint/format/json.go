package format

import (
	"encoding/json"
	"io"

	"github.com/kubegap/kubegap-lint/lint"
)

// JSON writes the report as one indented JSON object: findings, failures,
// skipped, warnings and summary.
func JSON(w io.Writer, r lint.Report, _ Options) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}
