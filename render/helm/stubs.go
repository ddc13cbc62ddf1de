package helm

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chartutil"
)

// A chart that lacks its library fails in every template, and to take the
// templates out one by one would take as many runs. So stubs define what is
// missing, the templates are printed once more, and those that used a stub are
// left out. A stub leaves two traces of its use: a word in the output, and a
// key in .Release where it can reach it through its argument.

// stubWord is what stubs print. It is short, for names are truncated.
const stubWord = "kgl-lacking"

// stubKey starts the keys that stubs leave in .Release; the name of the
// template being printed follows.
const stubKey = "kubegap-lint.lacking:"

// stubFile is where the stubs are defined.
const stubFile = "templates/_kubegap-lint-stubs.tpl"

const stubText = `{{ define %q }}` + stubWord + `{{ $c := . }}{{ if kindIs "map" $c }}` +
	`{{ if hasKey $c "context" }}{{ $c = $c.context }}{{ end }}` +
	`{{ if kindIs "map" $c }}{{ if and (hasKey $c "Release") (hasKey $c "Template") }}` +
	`{{ $_ := set $c.Release (printf "` + stubKey + `%%s" $c.Template.Name) true }}` +
	`{{ end }}{{ end }}{{ end }}{{ end }}`

var (
	usedName    = regexp.MustCompile(`\b(?:include|template)\s+"([^"\n]+)"`)
	definedName = regexp.MustCompile(`\b(?:define|block)\s+"([^"\n]+)"`)
)

// stub prepares stubs for the template called name and for all others that are
// used and not defined. It gives false if there is a stub for name already.
func (p *printing) stub(name string) bool {
	if p.stubs[name] {
		return false
	}
	if p.stubs == nil {
		p.stubs = map[string]bool{}
		defined := map[string]bool{}
		for c, templates := range p.templates() {
			for _, t := range templates {
				defined[templatePath(c, t)] = true
				for _, m := range definedName.FindAllSubmatch(t.Data, -1) {
					defined[string(m[1])] = true
				}
				for _, m := range usedName.FindAllSubmatch(t.Data, -1) {
					p.stubs[string(m[1])] = true
				}
			}
		}
		maps.DeleteFunc(p.stubs, func(used string, _ bool) bool { return defined[used] })
	}
	p.stubs[name] = true
	return true
}

// stubTemplate is the file with the stubs.
func (p *printing) stubTemplate() *chart.File {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p.stubs)) {
		fmt.Fprintf(&text, stubText, name)
	}
	return &chart.File{Name: stubFile, Data: []byte(text.String())}
}

// dropStubbed takes out of printed what used a stub. values is what the
// templates saw.
func (p *printing) dropStubbed(printed map[string]string, values chartutil.Values) {
	if len(p.stubs) == 0 {
		return
	}
	release, _ := values["Release"].(map[string]any)
	for _, template := range sortedPaths(printed) {
		if _, used := release[stubKey+template]; !used && !strings.Contains(printed[template], stubWord) {
			continue
		}
		delete(printed, template)
		broken := brokenTemplate{template: template, err: p.undefined}
		if template != p.undefined.outer.template {
			broken.err = engineError{kind: execError, message: "it uses a template that is not defined"}
		}
		p.broken = append(p.broken, broken)
	}
}
