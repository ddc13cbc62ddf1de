package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// anew is what to do about a file that cannot be used.
const anew = "; write it again with --write-baseline"

// Decode reads what Encode writes, also behind the byte order mark that some editors
// add. It refuses files of other versions: their fingerprints would make all findings
// new. Its errors begin with the name of the file and, where one is to blame, the line.
func Decode(name string, file []byte) (Baseline, error) {
	text, ok := manifest.Text(file)
	if !ok {
		return Baseline{}, fmt.Errorf("%s: is binary, and no baseline%s", name, anew)
	}
	if line := conflict(text); line > 0 {
		return Baseline{}, fmt.Errorf("%s:%d: has the markers of a merge conflict%s", name, line, anew)
	}
	data := []byte(text)
	var head struct {
		Version      int    `json:"version"`
		Fingerprints string `json:"fingerprints"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return Baseline{}, placed(name, err, data)
	}
	switch {
	case head.Version == 0:
		return Baseline{}, fmt.Errorf("%s: is no baseline: it has no version%s", name, anew)
	case head.Version != version:
		return Baseline{}, fmt.Errorf("%s: has version %d, and this program reads version %d%s", name, head.Version, version, anew)
	case head.Fingerprints != lint.FingerprintVersion:
		return Baseline{}, fmt.Errorf("%s: its fingerprints are of version %q, and this program makes %q%s", name, head.Fingerprints, lint.FingerprintVersion, anew)
	}
	var doc document
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		return Baseline{}, placed(name, err, data)
	}
	for i, e := range doc.Findings {
		if !fingerprint.MatchString(e.Fingerprint) || e.Rule == "" || len(e.Units) == 0 {
			return Baseline{}, fmt.Errorf("%s: entry %d is damaged: it needs a rule, units and a fingerprint of 32 hexadecimal digits", name, i+1)
		}
	}
	b := Baseline{Findings: doc.Findings}
	b.tidy()
	return b, nil
}

// fingerprint is what a fingerprint looks like.
var fingerprint = regexp.MustCompile(`^[0-9a-f]{32}$`)

// conflict gives the first line, from 1, that git has put around a side of a conflict;
// 0 without one. https://git-scm.com/docs/git-merge#_how_conflicts_are_presented
func conflict(text string) int {
	number := 0
	for line := range strings.Lines(text) {
		number++
		for _, marker := range []string{"<<<<<<< ", "||||||| ", ">>>>>>> "} {
			if strings.HasPrefix(line, marker) {
				return number
			}
		}
	}
	return 0
}

// placed adds the line to an error of the JSON decoder that knows its place, and says
// in the words of the file what has the wrong type.
func placed(name string, err error, data []byte) error {
	offset, message := int64(-1), err.Error()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return fmt.Errorf("%s: is empty%s", name, anew)
	case errors.As(err, &syntax):
		offset, message = syntax.Offset, "is no JSON: "+message
	case errors.As(err, &kind) && kind.Field == "":
		offset, message = kind.Offset, fmt.Sprintf("is no baseline: want an object, not %s", article(kind.Value))
	case errors.As(err, &kind):
		offset, message = kind.Offset, fmt.Sprintf("%s cannot be %s", kind.Field, article(kind.Value))
	case errors.Is(err, io.ErrUnexpectedEOF):
		offset = int64(len(data))
	}
	if offset < 0 {
		return fmt.Errorf("%s: %s", name, strings.TrimPrefix(message, "json: "))
	}
	line := bytes.Count(data[:min(int(offset), len(data))], []byte("\n")) + 1
	return fmt.Errorf("%s:%d: %s%s", name, line, message, anew)
}

// article names a kind of JSON value as encoding/json does, such as "number" or
// "number -1".
func article(kind string) string {
	switch {
	case strings.HasPrefix(kind, "array"), strings.HasPrefix(kind, "object"):
		return "an " + kind
	case strings.HasPrefix(kind, "bool"):
		return "true or false"
	}
	return "a " + kind
}
