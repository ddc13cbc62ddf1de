package helm

import (
	"maps"
	"slices"
	"strings"
	"text/template/parse"

	"helm.sh/helm/v3/pkg/chart"

	"github.com/kubegap/kubegap-lint/render/helm/trace"
)

// sampleOf gives an expression to call with the arguments of one of the functions of
// Sprig that make up keys, instead of it: it gives a sample of what the function
// does. RSA keys take most of the time that a chart with such a function takes, and
// are others on each rendering. See https://masterminds.github.io/sprig/crypto.html
//
// The function coalesce gives the first of its arguments.
func sampleOf(function string) (expression string, ok bool) {
	switch function {
	case "genPrivateKey":
		return "coalesce " + samplePEM("RSA PRIVATE KEY"), true
	case "genCA", "genCAWithKey", "genSelfSignedCert", "genSelfSignedCertWithKey", "genSignedCert", "genSignedCertWithKey":
		return `coalesce (dict "Cert" ` + samplePEM("CERTIFICATE") + ` "Key" ` + samplePEM("RSA PRIVATE KEY") + ")", true
	}
	return "", false
}

// samplePEM gives a literal of text/template with a PEM block, in base64 of which is
// "a sample, since a chart makes up another one on each rendering".
func samplePEM(label string) string {
	const text = "YSBzYW1wbGUsIHNpbmNlIGEgY2hhcnQgbWFrZXMgdXAgYW5vdGhlciBvbmUgb24g"
	return `"-----BEGIN ` + label + `-----\n` + text + `\n` + "ZWFjaCByZW5kZXJpbmc=" + `\n-----END ` + label + `-----\n"`
}

// samplesIn gives those templates of a chart and its dependencies that make up keys,
// by their paths, with samples instead.
func samplesIn(c *chart.Chart) map[string]*chart.File {
	samples := map[string]*chart.File{}
	for sub := range allCharts(c) {
		for _, t := range sub.Templates {
			if text, ok := withSamples(string(t.Data)); ok {
				samples[templatePath(sub, t)] = &chart.File{Name: t.Name, Data: []byte(text)}
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

// withSamples gives the text of a template with samples instead of the keys that it
// makes up; false where it makes up none. Lines stay where they are.
func withSamples(text string) (string, bool) {
	if !strings.Contains(text, "gen") {
		return "", false
	}
	calls := map[int]*parse.IdentifierNode{}
	for _, pipe := range trace.Pipelines(text) {
		for command := range trace.Commands(pipe) {
			if name, ok := command.Args[0].(*parse.IdentifierNode); ok {
				if _, ok := sampleOf(name.Ident); ok {
					calls[int(name.Pos)] = name
				}
			}
		}
	}
	if len(calls) == 0 {
		return "", false
	}
	var out strings.Builder
	copied := 0
	for _, at := range slices.Sorted(maps.Keys(calls)) {
		expression, _ := sampleOf(calls[at].Ident)
		out.WriteString(text[copied:at] + expression)
		copied = at + len(calls[at].Ident)
	}
	return out.String() + text[copied:], true
}
