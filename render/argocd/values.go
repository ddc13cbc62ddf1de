package argocd

import (
	"encoding/json"
	"fmt"
	"strings"

	"helm.sh/helm/v3/pkg/strvals"
	"sigs.k8s.io/yaml"

	"github.com/kubegap/kubegap-lint/render"
	"github.com/kubegap/kubegap-lint/render/argocd/repository"
	"github.com/kubegap/kubegap-lint/render/fsys"
	"github.com/kubegap/kubegap-lint/render/manifest"
)

// values are those that an Application gives to a chart.
type values struct {
	// files are values files of the tree, in ascending precedence.
	files []string
	// own are the values in the Application, which win over files, with its
	// parameters, which win over both.
	own map[string]any
	// at is where the values in the Application stand; nil where there are none.
	at manifest.Path
	// merged are files and own in one, once a parameter needs them.
	merged map[string]any
}

// values gives the values in the Application: valuesObject, else the text values.
func (p *planner) values(options map[string]any) values {
	if object, ok := options["valuesObject"].(map[string]any); ok {
		at := p.field("helm", "valuesObject")
		data, err := json.Marshal(object)
		if err == nil {
			var own map[string]any
			if own, err = readValues(data); err == nil {
				return values{own: own, at: at}
			}
		}
		p.fail(at, "cannot be read: %v", err)
		return values{}
	}
	content := text(options, "values")
	if strings.TrimSpace(content) == "" {
		return values{}
	}
	at := p.field("helm", "values")
	own, err := readValues([]byte(content))
	switch {
	case err == nil:
		return values{own: own, at: at}
	case repository.Placeholder(content):
		p.skip(at, render.ReasonMissingValue, "is no YAML as long as its placeholders are not filled in")
	default:
		p.fail(at, "%s", wrong(content))
	}
	return values{}
}

// wrong tells why a text is no mapping in YAML.
func wrong(content string) string {
	if docs := manifest.Parse("", []byte(content)); len(docs) > 0 && docs[0].Err != nil {
		return "is no YAML: " + docs[0].Err.Message
	}
	return "is no mapping in YAML"
}

// readValues decodes values as Helm decodes a values file.
func readValues(data []byte) (map[string]any, error) {
	var fields map[string]any
	err := yaml.Unmarshal(data, &fields)
	return fields, err
}

// parameters sets what `helm template` gets as --set and then, for those with
// forceString, as --set-string. See cleanSetParameters in
// https://github.com/argoproj/argo-cd/blob/master/util/helm/cmd.go
func (p *planner) parameters(v *values, options map[string]any, env buildEnvironment) {
	for _, asText := range []bool{false, true} {
		for i, item := range sequence(options, "parameters") {
			fields, _ := item.(map[string]any)
			if flag(fields, "forceString") != asText {
				continue
			}
			set := strvals.ParseInto
			if asText {
				set = strvals.ParseIntoString
			}
			expression := text(fields, "name") + "=" + escaped(env.fill(text(fields, "value")))
			p.set(v, text(fields, "name"), p.parameter("parameters", i), func(all map[string]any) error {
				return set(expression, all)
			})
		}
	}
}

func (p *planner) parameter(kind string, i int) manifest.Path {
	return append(p.field("helm", kind), manifest.Index(i))
}

// escaped escapes the commas of a value that is no list in braces.
func escaped(value string) string {
	if strings.HasPrefix(value, "{") && strings.HasSuffix(value, "}") {
		return value
	}
	return strings.ReplaceAll(strings.ReplaceAll(value, `\,`, `,`), `,`, `\,`)
}

// fileParameters sets the contents of files, as --set-file does.
func (p *planner) fileParameters(v *values, options map[string]any, env buildEnvironment, remote bool) {
	for i, item := range sequence(options, "fileParameters") {
		fields, _ := item.(map[string]any)
		at := p.parameter("fileParameters", i)
		file, ok := p.file(text(fields, "path"), below(at, "path"), env, remote, false)
		if !ok {
			continue
		}
		data, err := p.c.tree.ReadFile(file)
		if err != nil {
			p.fail(below(at, "path"), "%s cannot be read: %v", file, fsys.Cause(err))
			continue
		}
		p.source.Read = append(p.source.Read, file)
		p.set(v, text(fields, "name"), at, func(all map[string]any) error {
			content := func([]rune) (any, error) { return string(data), nil }
			return strvals.ParseIntoFile(text(fields, "name")+"=file", all, content)
		})
	}
}

// set changes values as a parameter says. It may set an item of a list that a
// values file has, so that all values that it may change are taken over from
// there.
func (p *planner) set(v *values, name string, at manifest.Path, change func(map[string]any) error) {
	if v.merged == nil {
		v.merged = map[string]any{}
		for _, file := range v.files {
			fields, ok := p.valuesIn(file)
			if !ok {
				return
			}
			v.merged = mergeValues(v.merged, fields)
		}
		v.merged = mergeValues(v.merged, v.own)
	}
	if err := change(v.merged); err != nil {
		p.fail(at, "the parameter cannot be set: %v", err)
		return
	}
	if v.own == nil {
		v.own = map[string]any{}
	}
	key := firstKey(name)
	v.own[key] = v.merged[key]
}

// firstKey gives the key of the values that the name of a parameter begins with.
func firstKey(name string) string {
	var key strings.Builder
	for i := 0; i < len(name); i++ {
		switch name[i] {
		case '.', '[':
			return key.String()
		case '\\':
			i++
		}
		if i < len(name) {
			key.WriteByte(name[i])
		}
	}
	return key.String()
}

func (p *planner) valuesIn(file string) (map[string]any, bool) {
	data, err := p.c.tree.ReadFile(file)
	if err == nil {
		var fields map[string]any
		if fields, err = readValues(data); err == nil {
			return fields, true
		}
	}
	p.failures = append(p.failures, render.Problem{
		Reason: render.ReasonInvalidYAML, Message: fmt.Sprintf("cannot be read as values: %v", fsys.Cause(err)),
		Location: manifest.Location{File: file},
	})
	return nil, false
}

// mergeValues gives a mapping with all keys of both; where both have a mapping it
// is merged, else the value of over wins. Mappings are copied.
func mergeValues(under, over map[string]any) map[string]any {
	out := make(map[string]any, len(under)+len(over))
	for _, fields := range []map[string]any{under, over} {
		for key, value := range fields {
			upper, isMap := value.(map[string]any)
			lower, _ := out[key].(map[string]any)
			if isMap {
				value = mergeValues(lower, upper)
			}
			out[key] = value
		}
	}
	return out
}
