package helm

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"

	"helm.sh/helm/v3/pkg/chart"

	"github.com/kubegap/kubegap-lint/render/helm/trace"
)

// Most of the time that a chart with certificates takes goes into RSA keys. Sprig has
// each function that makes up one a second time, with a key as the last argument, and
// otherwise the same to its arguments and its errors. So the calls in templates are given
// one, which takes no time, as a sample of it. See
// https://masterminds.github.io/sprig/crypto.html

// samplesIn gives those templates of a chart and its dependencies that make up RSA keys,
// by their paths, with other keys instead. They are the same on each rendering.
func samplesIn(c *chart.Chart) map[string]*chart.File {
	samples := map[string]*chart.File{}
	for sub := range allCharts(c) {
		for _, t := range sub.Templates {
			name, text := templatePath(sub, t), string(t.Data)
			if edited := withSamples(name, text); edited != text {
				samples[name] = &chart.File{Name: t.Name, Data: []byte(edited)}
			}
		}
	}
	return samples
}

// mayBeOfSamples tells whether an error may be another one, or at another place,
// without samples. What a chart demands of its values in other templates is not.
func (p *printing) mayBeOfSamples(e engineError) bool {
	if len(p.samples) == 0 {
		return false
	}
	elsewhere := p.samples[e.outer.template] == nil && p.samples[e.inner.template] == nil
	return !elsewhere || e.kind != demandError && e.undefined == ""
}

// withSamples gives the text of a template with samples instead of the RSA keys that it
// makes up. Lines stay where they are.
func withSamples(name, text string) string {
	if !slices.ContainsFunc([]string{"genCA", "genPrivateKey", "genSelfSigned", "genSigned"}, func(word string) bool { return strings.Contains(text, word) }) {
		return text
	}
	type edit struct{ before, after string }
	edits := map[int]edit{}
	for _, pipe := range trace.Pipelines(text) {
		for command := range trace.Commands(pipe) {
			call, ok := command.Args[0].(*parse.IdentifierNode)
			if !ok {
				continue
			}
			at := int(call.Pos)
			switch call.Ident {
			case "genCA", "genSelfSignedCert", "genSignedCert":
				if piped := strings.HasSuffix(strings.TrimSpace(text[:at]), "|"); !piped {
					edits[at] = edit{call.Ident, sampleKey(name, at) + " | " + call.Ident + "WithKey"}
				}
			case "genPrivateKey":
				if len(command.Args) != 2 {
					continue
				}
				if kind, ok := command.Args[1].(*parse.StringNode); ok && (kind.Text == "rsa" || kind.Text == "") {
					edits[int(kind.Pos)] = edit{kind.Quoted, `"ed25519"`}
				}
			}
		}
	}
	var out strings.Builder
	copied := 0
	for _, at := range slices.Sorted(maps.Keys(edits)) {
		out.WriteString(text[copied:at] + edits[at].after)
		copied = at + len(edits[at].before)
	}
	return out.String() + text[copied:]
}

// sampleKey gives a private key for the call at an offset in a template, as a literal of
// text/template. Each call has another one.
func sampleKey(template string, offset int) string {
	seed := sha256.Sum256([]byte(template + ":" + strconv.Itoa(offset)))
	key, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(seed[:]))
	if err != nil {
		return `""` // never for this kind of key; Sprig refuses it
	}
	return strconv.Quote(string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})))
}
