package appset

import (
	"errors"
	"strings"
	"testing"
)

func TestNormalize(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Team_A/web app":         "team-a-web-app",
		"-x.":                    "x",
		"a.b-c":                  "a.b-c",
		"":                       "",
		strings.Repeat("a", 300): strings.Repeat("a", 253),
	} {
		if got := normalize(in); got != want {
			t.Errorf("normalize(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSlugify(t *testing.T) {
	t.Parallel()
	const long = "feature/the-quick brown fox_jumps-over--the-lazy-dog-and-runs"
	for name, test := range map[string]struct {
		args []any
		want string
	}{
		"alone":           {[]any{"Feature/ABC"}, "feature-abc"},
		"at a dash":       {[]any{long}, "feature-the-quick-brown-fox-jumps-over-the-lazy"},
		"at most so long": {[]any{10, long}, "feature"},
		"in a word":       {[]any{10, false, long}, "feature-th"},
		"one long word":   {[]any{4, "feature"}, "feat"},
		"without a limit": {[]any{0, "a b"}, "a-b"},
		"below no limit":  {[]any{-1, false, "a b"}, ""},
		"dots":            {[]any{"v1.2"}, "v1-2"},
		"nothing":         {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := slugify(test.args...)
			if err != nil || got != test.want {
				t.Errorf("slugify(%v) = %q, %v, want %q", test.args, got, err, test.want)
			}
		})
	}
	for _, args := range [][]any{{1}, {"a", "b"}, {1, "yes", "b"}, {1, true, "a", "b"}} {
		if _, err := slugify(args...); err == nil {
			t.Errorf("slugify(%v) gives no error", args)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	values := map[string]any{
		"name": "web", "n": 3.0, "list": []any{"a"}, "tree": map[string]any{"deep": "x"}, "yaml": "a: [1]", "loop": "{{ .name }}",
	}
	for text, want := range map[string]string{
		"plain":                                      "plain",
		"{{ .name | upper }}":                        "WEB",
		"{{ .tree | toYaml }}":                       "deep: x",
		"{{ (fromYaml .yaml).a | first }}":           "1",
		"{{ fromYamlArray \"[1, 2]\" | join \"-\"}}": "1-2",
		"{{ tpl .loop . }}":                          "web",
		"{{ tpl \"{{ .none }}\" . }}":                "",
		"{{ range .list }}{{ . }}!{{ end }}":         "a!",
		"{{ slugify 3 false .name }}":                "web",
		"{{ normalize \"A_B\" }}":                    "a-b",
		"{{ .none }}":                                "<no value>",
	} {
		got, err := (&templating{goTemplate: true, functions: functions()}).text(text, values)
		if err != nil || got != want {
			t.Errorf("Go template %q gives %q, %v, want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"{{name}}-{{ name }}": "web-web",
		"{{n}}{{none}}{{}}":   "{{n}}{{none}}{{}}",
		"{{ .name }}":         "{{ .name }}",
		"{{name":              "{{name",
		"}}{{name}}":          "}}web",
	} {
		got, err := (&templating{}).text(text, values)
		if err != nil || got != want {
			t.Errorf("fasttemplate %q gives %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestTextFails(t *testing.T) {
	t.Parallel()
	strict := &templating{goTemplate: true, functions: functions(), options: []string{"missingkey=error"}}
	for text, want := range map[string]string{
		"{{ .none }}":                         `map has no entry for key "none"`,
		"{{ env \"HOME\" }}":                  `function "env" not defined`,
		"{{ expandenv \"$HOME\" }}":           `function "expandenv" not defined`,
		"{{ getHostByName \"localhost\" }}":   `function "getHostByName" not defined`,
		"{{ if }}":                            "missing value for if",
		"{{ repeat 1000000 \"xx\" }}":         "prints more than 1 MiB",
		"{{ tpl \"{{ x\" . }}":                `function "x" not defined`,
		"{{ now | date \"2006\" }}":           "now gives something else each time",
		"{{ fromYaml \"a: b: c\" | toJson }}": "mapping values are not allowed",
	} {
		if got, err := strict.text(text, map[string]any{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %q, %v, want an error with %q", text, got, err, want)
		}
	}
	if _, err := strict.text("{{ uuidv4 }}", nil); !errors.Is(err, errUnsteady) {
		t.Errorf("uuidv4 gives %v", err)
	}
	if _, err := (&templating{}).text("{{a}} {{b", nil); err == nil {
		t.Error("a tag that does not end gives no error")
	}
}

func TestUses(t *testing.T) {
	t.Parallel()
	golang := &templating{goTemplate: true, functions: functions()}
	for text, want := range map[string]string{
		"":                                   "",
		"{{ .a.b }}-{{ .c }}":                "a.b c",
		`{{ index .metadata.labels "x/y" }}`: "metadata.labels.x/y",
		"{{ if .a }}{{ .b }}{{ else }}{{ $.c }}{{ end }}":    "a b c",
		"{{ range .list }}{{ end }}":                         "list",
		"{{ with .w }}x{{ end }}":                            "w",
		"{{ upper (default .d .e) }}":                        "d e",
		"{{ template \"x\" .t }}{{ define \"x\" }}{{ end }}": "t",
		"{{ $x := .a }}{{ $x }}":                             "a",
		"{{ broken":                                          "",
	} {
		if got := strings.Join(golang.uses(text), " "); got != want {
			t.Errorf("uses(%q) = %q, want %q", text, got, want)
		}
	}
	if got := strings.Join((&templating{}).uses("{{a}}{{ b.c }}{{d"), " "); got != "a b.c" {
		t.Errorf("fasttemplate uses %q", got)
	}
}
