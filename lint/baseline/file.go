package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"

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

// Decode reads what Encode writes. It refuses files of other versions: their
// fingerprints would make all findings new.
func Decode(data []byte) (Baseline, error) {
	var head struct {
		Version      int    `json:"version"`
		Fingerprints string `json:"fingerprints"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return Baseline{}, placed(err, data)
	}
	switch {
	case head.Version == 0:
		return Baseline{}, errors.New("it is no baseline: it has no version")
	case head.Version != version:
		return Baseline{}, fmt.Errorf("it has version %d, and this program reads version %d; write it anew", head.Version, version)
	case head.Fingerprints != lint.FingerprintVersion:
		return Baseline{}, fmt.Errorf("its fingerprints are of version %q, and this program makes %q; write it anew", head.Fingerprints, lint.FingerprintVersion)
	}
	var doc document
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		return Baseline{}, placed(err, data)
	}
	for i, e := range doc.Findings {
		if !fingerprint.MatchString(e.Fingerprint) || e.Rule == "" || len(e.Units) == 0 {
			return Baseline{}, fmt.Errorf("entry %d is damaged: it needs a rule, units and a fingerprint of 32 hexadecimal digits", i+1)
		}
	}
	b := Baseline{Findings: doc.Findings}
	b.tidy()
	return b, nil
}

// fingerprint is what a fingerprint looks like.
var fingerprint = regexp.MustCompile(`^[0-9a-f]{32}$`)

// placed adds the line to an error of the JSON decoder that knows its place.
func placed(err error, data []byte) error {
	offset := int64(-1)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	case errors.Is(err, io.ErrUnexpectedEOF):
		offset = int64(len(data))
	}
	if offset < 0 {
		return err
	}
	line := bytes.Count(data[:min(int(offset), len(data))], []byte("\n")) + 1
	return fmt.Errorf("line %d: %w", line, err)
}
