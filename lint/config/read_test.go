package config_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/kubegap/kubegap-lint/lint"
	"github.com/kubegap/kubegap-lint/lint/config"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

const everything = `# Comments are fine.
kubeVersion: "1.34"
policies: [policies]
exclude:
  - third_party/
  - "!third_party/ours/"
rules:
  IL-0178: note
  IL-0178/lb-backend-without-drain-delay: off
charts:
  - path: charts/web
    values:
      - name: defaults
      - name: production
        files: [charts/web/values-prod.yaml, env/prod.yaml]
environments:
  - name: production
    paths: [clusters/production/]
    production: true
    kubeVersion: "1.33"
platform: {cloud: aws, loadBalancer: aws-load-balancer-controller, kubeProxy: ipvs}
outside:
  - apiVersion: v1
    kind: Namespace
    metadata: {name: shop}
ignore:
  - rule: IL-0178/lb-backend-without-drain-delay
    object: Deployment/shop/*
    path: third_party/
    reason: The chart of the vendor drains by itself.
    until: 2027-01-31
  - path: [a/, b/]
    reason: Nobody deploys it.
`

func TestRead(t *testing.T) {
	t.Parallel()
	got, err := config.Read(config.File{Name: "deploy/.kubegap.yaml"}, []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	yes := true
	want := config.Config{
		File:        config.File{Name: "deploy/.kubegap.yaml"},
		KubeVersion: "1.34",
		Policies:    []config.Path{path(3, "deploy/policies")},
		Exclude:     patterns([]int{5, 6}, "third_party/", "!third_party/ours/"),
		Rules: []config.Rule{
			{Place: at(8), ID: "IL-0178", Level: lint.LevelNote},
			{Place: at(9), ID: "IL-0178/lb-backend-without-drain-delay", Off: true},
		},
		Charts: []config.Chart{{Path: path(11, "deploy/charts/web"), Values: []config.ValueSet{
			{Place: at(13), Name: "defaults"},
			{Place: at(14), Name: "production", Files: []config.Path{path(15, "deploy/charts/web/values-prod.yaml"), path(15, "deploy/env/prod.yaml")}},
		}}},
		Environments: []config.Environment{{
			Place: at(17), Name: "production", Paths: patterns([]int{18}, "clusters/production/"), Production: &yes, KubeVersion: "1.33",
		}},
		Platform: lint.Platform{Cloud: "aws", LoadBalancer: "aws-load-balancer-controller", KubeProxy: "ipvs"},
		Ignore: []config.Ignore{
			{
				Place: at(27), Rule: "IL-0178/lb-backend-without-drain-delay", Object: "Deployment/shop/*",
				Path: patterns([]int{29}, "third_party/"), Reason: "The chart of the vendor drains by itself.",
				Until: time.Date(2027, 1, 31, 0, 0, 0, 0, time.UTC),
			},
			{Place: at(32), Path: patterns([]int{32, 32}, "a/", "b/"), Reason: "Nobody deploys it."},
		},
	}
	options := cmp.Options{
		cmpopts.IgnoreUnexported(config.Config{}), cmpopts.IgnoreTypes(fsys.Patterns{}), cmpopts.IgnoreFields(config.Config{}, "Outside"),
	}
	if diff := cmp.Diff(want, got, options); diff != "" {
		t.Errorf("configuration (-want +got):\n%s", diff)
	}
	if !got.Exclude.Match("deploy/third_party/x/y.yaml", false) || got.Exclude.Match("third_party/x", false) {
		t.Error("patterns are not relative to the directory of the file")
	}
	var outside []string
	for _, o := range got.Outside {
		outside = append(outside, o.Kind()+" "+o.Name()+" "+o.Source.Trace(manifest.Path{manifest.Key("metadata"), manifest.Key("name")}).String())
	}
	if diff := cmp.Diff([]string{"KubeProxyConfiguration platform deploy/.kubegap.yaml:21:68", "Namespace shop deploy/.kubegap.yaml:25:16"}, outside); diff != "" {
		t.Errorf("objects outside (-want +got):\n%s", diff)
	}
}

func TestFine(t *testing.T) {
	t.Parallel()
	validate := schema(t)
	for name, text := range map[string]string{
		"everything":    everything,
		"empty":         "",
		"comments":      "# nothing\n---\n",
		"null":          "null\n",
		"empty first":   "---\n---\nexclude: [a]\n",
		"keys alone":    "kubeVersion:\npolicies:\nbaseline:\nexclude:\nrules:\ncharts:\nenvironments:\nplatform:\noutside:\nignore:\n",
		"byte order":    "\xef\xbb\xbfexclude: [a]\n",
		"CRLF":          "exclude:\r\n  - a\r\nrules:\r\n  IL-0178: off\r\n",
		"tabs in text":  "ignore: [{path: a, reason: \"a\tb\"}]\t# x\n",
		"JSON":          `{"exclude": ["a"], "rules": {"IL-0178": "off"}}`,
		"anchors":       "ignore:\n  - &a {path: x, reason: &r why}\n  - {<<: *a, path: y}\n  - {rule: z, reason: *r}\n",
		"merged lists":  "environments:\n  - &a {name: a, production: true}\n  - &b {name: b, kubeVersion: v1.33.1+k3s1}\n  - {<<: [*a, *b], name: c}\n",
		"quoted day":    "ignore: [{path: a, reason: x, until: \"2027-01-31\"}]\n",
		"cluster scope": "ignore: [{object: ClusterRole/*, reason: x}]\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := config.Read(config.File{Name: "f"}, []byte(text)); err != nil {
				t.Error(err)
			}
			if err := validate(text); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestMerges looks at what merge keys bring in: what the mapping says itself wins.
func TestMerges(t *testing.T) {
	t.Parallel()
	text := "environments:\n  - &a {name: a, production: true}\n  - &b {name: b, kubeVersion: \"1.33\", production: false}\n  - {name: c, <<: [*a, *b]}\n"
	c, err := config.Read(config.File{Name: "f"}, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if e := c.Environments[2]; e.Name != "c" || !*e.Production || e.KubeVersion != "1.33" {
		t.Errorf("merged %+v", e)
	}
}

// schema gives a function that checks a text as editors do.
func schema(t *testing.T) func(text string) error {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(config.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(config.SchemaURL, document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile(config.SchemaURL)
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) error {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			return nil // editors tell this without the schema
		}
		return compiled.Validate(withDays(value))
	}
}

// withDays gives a value of YAML as one of JSON, in which a day is text.
func withDays(value any) any {
	switch v := value.(type) {
	case time.Time:
		return v.Format(time.DateOnly)
	case []any:
		for i := range v {
			v[i] = withDays(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = withDays(v[key])
		}
	}
	return value
}

func at(line int) config.Place { return config.Place{Line: line} }

func path(line int, name string) config.Path { return config.Path{Place: at(line), Name: name} }

func patterns(lines []int, texts ...string) config.Patterns {
	p := config.Patterns{Texts: texts}
	for _, line := range lines {
		p.Places = append(p.Places, at(line))
	}
	return p
}
