package provenance

import (
	"testing"
	"text/template/parse"
)

// FuzzReads makes sure that no expression makes Reads panic or hang, and that
// whatever it reads is what is at the path.
func FuzzReads(f *testing.F) {
	for _, s := range []string{
		`{{ .Values.image.tag | default "x" | quote }}`,
		`{{ with $x := index .Values "image" "tag" }}{{ $x }}{{ end }}`,
		`{{ (merge (dict "a" .) $.Values (deepCopy $x)).a.b.c }}`,
		`{{ dig "a" "b" (list 1 2) .Values.list | first | last }}`,
		`{{ index (list .Values.list (dict "k" $x) "a") 1 | toYaml | fromYaml }}`,
		`{{ pluck "tag" .Values.image .Values.nothing | first | ternary 1 .Values.on }}`,
		`{{ include (printf "%s%d%[3]*.[2]*[1]f" "a" 1) (list . $x) }}{{ template "x" . }}`,
		`{{ range $i, $x := .Values.list }}{{ tpl $x $ }}{{ else }}{{ $i }}{{ end }}`,
		`{{ set .Values "a" (get . "Values") }}{{ .Loop.Loop.Values.loop.image }}`,
		`{{ coalesce }}{{ default }}{{ index }}{{ get }}{{ dig }}{{ required }}{{ tpl }}{{ merge }}{{ nindent }}{{ dict 1 }}`,
		`{{ $x := 1 }}{{ dict "a" $x "b" (list $x $x) }}{{ (merge (dict "a" $x) $x (deepCopy $x)).a.b.c }}`,
		`{{ $x := 1 }}{{ pluck $x $x $x (dict "a" $x) $x | first }}{{ printf "%s%s" $x $x | default $x }}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		trees := map[string]*parse.Tree{}
		tree := parse.New("fuzz")
		tree.Mode = parse.SkipFuncCheck
		if _, err := tree.Parse(text, "", "", trees); err != nil {
			return
		}
		values := readYAML(t, testValues)
		values["loop"] = values
		root := map[string]any{"Values": values}
		root["Loop"] = root
		known := Index(values)
		for _, tree := range trees {
			eachAction(tree.Root, func(n parse.Node) {
				for _, r := range known.Reads(n, fuzzScope(n, root)) {
					got, ok := at(known, values, r.Path)
					if ok != r.Exists || !same(got, r.Value) {
						t.Errorf("%s reads %s as %v, %v", n, r.Path, r.Value, r.Exists)
					}
				}
			})
		}
	})
}

// fuzzScope gives a scope in which all names but the dollar sign come from the
// expression itself.
func fuzzScope(n parse.Node, root map[string]any) Scope {
	s := Scope{Dot: root, Vars: map[string]any{"$": root, "$x": "nginx"}}
	s.Origin = func(name string) (parse.Node, Scope, bool, bool) {
		return n, fuzzScope(n, root), name == "$x", name != "$"
	}
	return s
}
