package flux

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func known(values map[string]string) *variables {
	v := &variables{set: map[string]variable{}, active: true}
	for name, value := range values {
		v.set[name] = variable{value: value, known: true}
	}
	return v
}

// The functions are those of the table in
// https://github.com/fluxcd/pkg/blob/main/envsubst/README.md
func TestExpand(t *testing.T) {
	t.Parallel()
	vars := known(map[string]string{"region": "eu-central-1", "empty": "", "path": "a/b/c.tar.gz", "Word": "Word"})
	tests := []struct{ text, want string }{
		{"plain", "plain"},
		{"${region}", "eu-central-1"},
		{"x-${region}-y-${Word}", "x-eu-central-1-y-Word"},
		{"${unset}", ""},
		{"${unset:=dev}", "dev"},
		{"${unset:-dev}", "dev"},
		{"${unset=dev}", "dev"},
		{"${empty:=dev}", "dev"},
		{"${region:=dev}", "eu-central-1"},
		{"${unset:=${region}}", "eu-central-1"},
		{"${unset:-${empty:-${region}}-x}", "eu-central-1-x"},
		{"${#region}", "12"},
		{"${Word,}", "word"},
		{"${Word,,}", "word"},
		{"${region^}", "Eu-central-1"},
		{"${region^^}", "EU-CENTRAL-1"},
		{"${region:3}", "central-1"},
		{"${region:3:7}", "central"},
		{"${path#*/}", "b/c.tar.gz"},
		{"${path##*/}", "c.tar.gz"},
		{"${path%.*}", "a/b/c.tar"},
		{"${path%%.*}", "a/b/c"},
		{"${region/central/west}", "eu-west-1"},
		{"${path//a/x}", "x/b/c.txr.gz"},
		{"$${region}", "${region}"},
		{"$$", "$"},
		{"$region", "$region"},
		{"${empty}", ""},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			got, err := vars.expand(test.text)
			if err != nil || got != test.want {
				t.Errorf("expand(%q) = %q, %v, want %q", test.text, got, err, test.want)
			}
		})
	}
}

func TestExpandUnknown(t *testing.T) {
	t.Parallel()
	vars := known(map[string]string{"region": "eu-central-1", "empty": ""})
	vars.set["secret"] = variable{value: "ENC[AES256_GCM,data:x]"}
	tests := []struct{ text, want string }{
		{"${secret}", "${secret}"},
		{"a ${secret} ${region}", "a ${secret} eu-central-1"},
		{"${secret:=dev}", "${secret:=dev}"},
		{"${#secret}", "${#secret}"},
		{"${secret:0:3}", "${secret:0:3}"},
		{"${secret//a/b}", "${secret//a/b}"},
		{"${secret##*/}", "${secret##*/}"},
		{"${secret^^}", "${secret^^}"},
		{"${region:-${secret}}", "eu-central-1"},
		{"${empty:-${secret}}", "${secret}"},
		{"${empty:-x-${secret}}", "x-${secret}"},
		{"${region/${secret}/x}", "${region/${secret}/x}"},
		{"${secret}${region^^}", "${secret}EU-CENTRAL-1"},
		{"${secret}${region:3:7}", "${secret}central"},
		{"${secret}${#region}", "${secret}12"},
		{"${secret}${region/central/${empty}}", "${secret}eu--1"},
		{"${secret}$${x}", "${secret}${x}"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			t.Parallel()
			got, err := vars.expand(test.text)
			if err != nil || got != test.want {
				t.Errorf("expand(%q) = %q, %v, want %q", test.text, got, err, test.want)
			}
		})
	}
}

func TestExpandOpen(t *testing.T) {
	t.Parallel()
	vars := known(map[string]string{"region": "eu"})
	vars.open = true
	got, err := vars.expand("${region} ${other:=dev}")
	if want := "eu ${other:=dev}"; err != nil || got != want {
		t.Errorf("expand = %q, %v, want %q: what nothing known sets may be set elsewhere", got, err, want)
	}
}

func TestExpandErrors(t *testing.T) {
	t.Parallel()
	strict := known(map[string]string{"region": "eu"})
	strict.strict = true
	tests := map[string]*variables{
		"${var.name}":   known(nil),
		"${region":      known(nil),
		"${other}":      strict,
		"${region[@]}":  known(nil),
		"${region-dev}": known(nil),
	}
	for text, vars := range tests {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			if got, err := vars.expand(text); err == nil {
				t.Errorf("expand(%q) = %q, want an error", text, got)
			}
		})
	}
	if got, err := strict.expand("${other:=dev}"); err != nil || got != "dev" {
		t.Errorf("expand in strict mode = %q, %v, want the default", got, err)
	}
}

// The first two are the examples of
// https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution
func TestSubstituteBody(t *testing.T) {
	t.Parallel()
	vars := known(map[string]string{"env": "prod", "quote": `"`, "id": "123", "on": "true", "lines": "a", "key": "k"})
	vars.set["hidden"] = variable{}
	tests := []struct {
		name         string
		before, want map[string]any
	}{
		{
			"labels",
			map[string]any{"labels": map[string]any{"environment": "${env:=dev}", "region": "${region}"}},
			map[string]any{"labels": map[string]any{"environment": "prod", "region": nil}},
		}, {
			"numbers and booleans become what YAML makes of them",
			map[string]any{"id": "${id}", "on": "${on}", "quoted": "${quote}${id}${quote}", "port": int64(80), "cpu": 0.5},
			map[string]any{"id": int64(123), "on": true, "quoted": "123", "port": int64(80), "cpu": 0.5},
		}, {
			"a default in quotes stays a string",
			map[string]any{"difficulty": `${DIFFICULTY:="4"}`},
			map[string]any{"difficulty": "4"},
		}, {
			"keys",
			map[string]any{"${key}-x": "y"},
			map[string]any{"k-x": "y"},
		}, {
			"unknown values stay as they are",
			map[string]any{"replicas": "${hidden}", "image": "a:${hidden:=1}", "list": []any{"${hidden}"}},
			map[string]any{"replicas": "${hidden}", "image": "a:${hidden:=1}", "list": []any{"${hidden}"}},
		}, {
			"scripts with two dollars",
			map[string]any{"script": "echo $${HOME} $PATH\n"},
			map[string]any{"script": "echo ${HOME} $PATH\n"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, _, err := vars.substituteBody(test.before)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("unexpected body (-want +got):\n%s", diff)
			}
		})
	}
}
