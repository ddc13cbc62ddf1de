package format

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
)

// GitLab writes the report as a Code Quality report. The rules
// (https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format):
//   - One JSON array without a byte order mark; an empty one is a clean run.
//   - Each violation has description, check_name, fingerprint, severity,
//     location.path and location.lines.begin. There is no place for more.
//   - Of those with one fingerprint, one is kept. Fingerprints tell which
//     violations a merge request brings and which it resolves, so that lines
//     have no part in them.
//   - check_name is not shown, so that the description ends with it.
//
// A line is demanded: where none is known, it is the first, and the description
// says so. What failed is critical like an error; what was left out and the
// warnings are info. Suppressed findings are not in the report.
func GitLab(w io.Writer, r lint.Report, _ Options) error {
	seen := map[string]int{}
	violations := []violation{}
	for _, m := range remarks(r) {
		v := violation{
			Description: m.message + " [" + m.check + "]",
			CheckName:   m.check,
			Fingerprint: m.fingerprint,
			Severity:    codeQuality(m.level),
		}
		v.Location.Path, v.Location.Lines.Begin = m.location.File, max(1, m.location.Line)
		if v.Location.Path == "" {
			v.Location.Path = repositoryRoot
		}
		if v.Fingerprint == "" {
			v.Fingerprint = fingerprintOf(seen, v.Location.Path, v.Description)
		}
		violations = append(violations, v)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(violations)
}

// repositoryRoot stands for the file of a problem that is about none, where a
// format demands one.
const repositoryRoot = "."

// violation is an entry of a Code Quality report.
type violation struct {
	Description string `json:"description"`
	CheckName   string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int `json:"begin"`
		} `json:"lines"`
	} `json:"location"`
}

// codeQuality is the severity of a level. The gravest one, blocker, would say
// more than a level does.
func codeQuality(l lint.Level) string {
	switch l {
	case lint.LevelError:
		return "critical"
	case lint.LevelWarning:
		return "major"
	default:
		return "info"
	}
}

// fingerprintOf makes a fingerprint of texts. Equal texts, which stand at
// several lines, are told apart by a number.
func fingerprintOf(seen map[string]int, texts ...string) string {
	key := strings.Join(texts, "\x00")
	seen[key]++
	sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(seen[key])))
	return hex.EncodeToString(sum[:])
}
