package helm

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
)

// TestSamples prints templates that make up RSA keys, as they are and with samples.
func TestSamples(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text, want string
		edited           bool
	}{
		{"CA", `{{ (genCA "a" 1).Cert | trunc 27 }}`, "-----BEGIN CERTIFICATE-----", true},
		{"key of a CA", `{{ (genCA "a" 1).Key | trunc -17 }}`, "PRIVATE KEY-----\n", true},
		{"private key", `{{ genPrivateKey "rsa" | trunc -17 }}`, "PRIVATE KEY-----\n", true},
		{"private key of another kind", `{{ genPrivateKey "ecdsa" | trunc 30 }}`, "-----BEGIN EC PRIVATE KEY-----", false},
		{"private key of no kind", `{{ genPrivateKey "rsb" }}`, "Unknown type rsb", false},
		{"its kind from a pipeline", `{{ "rsa" | genPrivateKey | trunc 31 }}`, "-----BEGIN RSA PRIVATE KEY-----", false},
		{"days from a pipeline", `{{ (1 | genCA "a").Key | trunc 31 }}`, "-----BEGIN RSA PRIVATE KEY-----", false},
		{"signed", `{{ $ca := genCA "a" 1 }}{{ with genSignedCert "a" (list "10.0.0.1") (list "b.example.com") 1 $ca }}{{ .Cert | trunc 16 }}{{ end }}`, "-----BEGIN CERTI", true},
		{"read again", `{{ $ca := genCA "a" 1 }}{{ (buildCustomCert (b64enc $ca.Cert) (b64enc $ca.Key)).Cert | eq $ca.Cert }}`, "true", true},
		{"with a key of its own", `{{ (genCAWithKey "a" 1 (genPrivateKey "rsa")).Cert | trunc 5 }}`, "-----", true},
		{"condition", `{{ if contains "BEGIN" (genSelfSignedCert "a" nil nil 1).Key }}yes{{ end }}`, "yes", true},
		{"two are not the same", `{{ $a := genCA "a" 1 }}{{ $b := genCA "a" 1 }}{{ or (eq $a.Cert $b.Cert) (eq $a.Key $b.Key) }}`, "false", true},
		{"names that are text", `{{/* genCA "a" 1 */}}genCA {{ "genCA" }} {{ print "genPrivateKey" }}`, "genCA genCA genPrivateKey", false},
		{"named template", `{{ define "ca" }}{{ (genCA "a" 1).Cert | trunc 5 }}{{ end }}{{ include "ca" . }}`, "-----", true},
		{"as a whole", `{{ keys (genCA "a" 1 | toYaml | fromYaml) | sortAlpha | join "," }}`, "Cert,Key", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := withSamples("a.yaml", test.text)
			if edited := text != test.text; edited != test.edited {
				t.Errorf("text %s", text)
			}
			for _, text := range []string{test.text, text} {
				c := &chart.Chart{
					Metadata:  &chart.Metadata{Name: "app", Version: "1.0.0", APIVersion: "v2"},
					Templates: []*chart.File{{Name: "templates/a.yaml", Data: []byte(text)}},
				}
				printed, err := engine.Render(c, chartutil.Values{"Values": chartutil.Values{}})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.want, printed["app/templates/a.yaml"]); diff != "" {
					t.Errorf("%s prints:\n%s", text, diff)
				}
			}
		})
	}
}
