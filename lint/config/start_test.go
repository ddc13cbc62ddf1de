package config_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubegap/kubegap-lint/lint/config"
)

// TestStart checks that a start says nothing as it is, and that its keys hold
// once they are no comments any more.
func TestStart(t *testing.T) {
	t.Parallel()
	validate := schema(t)
	for name, c := range map[string]struct {
		facts config.Facts
		want  []string
	}{
		"nothing known": {config.Facts{}, nil},
		"much known": {
			config.Facts{
				Exclude: []string{"third_party", "a b/vendor"},
				Charts: []config.Chart{{Path: path(0, "charts/web"), Values: []config.ValueSet{
					{Name: "prod", Files: []config.Path{path(0, "charts/web/values-prod.yaml")}},
					{Name: "1", Files: []config.Path{path(0, "charts/web/values, 1.yaml")}},
				}}},
				Clusters: []string{"clusters/production", "https://10.0.0.1"},
				Overlays: []string{"overlays/dev", "overlays/{x}", "c", "d"},
				Clouds:   []string{"aws", "gcp"},
			},
			[]string{
				"  - /third_party/", `        files: ["charts/web/values, 1.yaml"]`, `      - name: "1"`, "# The objects speak of aws, gcp.",
				"  - name: clusters/production\n    production: true", "    paths: [/overlays/dev/]\n    production: false", "# ... and 1 more.",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text := string(config.Start(c.facts))
			got, err := config.Read(config.File{Name: "f"}, []byte(text))
			if err != nil || len(got.Rules)+len(got.Environments) > 0 {
				t.Errorf("a start says %+v, %v", got, err)
			}
			text = regexp.MustCompile(`(?m)^#(\S|  )`).ReplaceAllString(text, "$1")
			if got, err = config.Read(config.File{Name: "f"}, []byte(text)); err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if err := validate(text); err != nil {
				t.Error(err)
			}
			if len(got.Rules) != 1 || got.Baseline.Name != ".kubegap-baseline.json" || len(got.Ignore) != 1 || len(got.Outside) != 2 || len(got.Charts) != len(c.facts.Charts) {
				t.Errorf("not all keys are there:\n%s", text)
			}
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in\n%s", want, text)
				}
			}
		})
	}
}

func TestSetName(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for _, file := range []string{"values.yaml", "values-prod.yaml", "values.eu.yml", "prod-values.yaml", "values_x.yaml", "values-.yaml", "values.schema.json", "myvalues.yaml", "Chart.yaml"} {
		got[file] = config.SetName(file)
	}
	want := map[string]string{
		"values.yaml": "", "values-prod.yaml": "prod", "values.eu.yml": "eu", "prod-values.yaml": "prod", "values_x.yaml": "x",
		"values-.yaml": "", "values.schema.json": "", "myvalues.yaml": "", "Chart.yaml": "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}
