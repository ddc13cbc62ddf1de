package appset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/valyala/fasttemplate"

	"github.com/kubegap/kubegap-lint/render/manifest"
)

// templating renders texts with parameters, as Render.Replace does in
// https://github.com/argoproj/argo-cd/blob/master/applicationset/utils/utils.go
//
// It is safe for concurrent use once it is set up: traces render nothing, but they
// read templates.
type templating struct {
	goTemplate bool
	options    []string
	functions  template.FuncMap
	// parsed holds templates by their texts: most are rendered once for each
	// Application.
	parsed sync.Map // string → *template.Template
}

// maxText bounds in bytes what one text may become.
const maxText = 1 << 20

var errTooLong = errors.New("prints more than 1 MiB")

// validOption tells whether the Go template engine, which panics at others,
// takes an option. See https://pkg.go.dev/text/template#Template.Option
func validOption(option string) bool {
	return slices.Contains([]string{
		"missingkey=default", "missingkey=invalid", "missingkey=zero", "missingkey=error",
	}, option)
}

// text renders one text. With fasttemplate a parameter that is not set, or is no
// text, stays as it is written.
func (t *templating) text(text string, values map[string]any) (string, error) {
	if !strings.Contains(text, "{{") {
		return text, nil
	}
	if t.goTemplate {
		return t.execute(text, values)
	}
	if !strings.Contains(text, "}}") {
		return text, nil
	}
	parsed, err := fasttemplate.NewTemplate(text, "{{", "}}")
	if err != nil {
		return "", fmt.Errorf("parse template: %w", err)
	}
	return parsed.ExecuteFuncString(func(w io.Writer, tag string) (int, error) {
		if value, ok := values[strings.TrimSpace(tag)].(string); ok && strings.TrimSpace(tag) != "" {
			return io.WriteString(w, value)
		}
		return io.WriteString(w, "{{"+tag+"}}")
	}), nil
}

func (t *templating) execute(text string, values map[string]any) (string, error) {
	parsed, err := t.parse(text)
	if err != nil {
		return "", err
	}
	var out bounded
	if err := parsed.Execute(&out, values); err != nil {
		return "", fmt.Errorf("execute template: %w", unwrapped(err))
	}
	return out.text.String(), nil
}

func (t *templating) parse(text string) (*template.Template, error) {
	if known, ok := t.parsed.Load(text); ok {
		return known.(*template.Template), nil
	}
	parsed := template.New("").Option(t.options...)
	parsed.Funcs(t.functions).Funcs(template.FuncMap{"tpl": nested(parsed)})
	parsed, err := parsed.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("parse template: %w", unwrapped(err))
	}
	t.parsed.Store(text, parsed)
	return parsed, nil
}

// nested gives the function tpl, which renders a text as a template of its own.
func nested(parent *template.Template) func(string, any) (string, error) {
	return func(text string, values any) (string, error) {
		clone, err := parent.Clone()
		if err != nil {
			return "", err
		}
		parsed, err := clone.New(parent.Name()).Parse(text)
		if err != nil {
			return "", err
		}
		var out bounded
		if err := parsed.Execute(&out, values); err != nil {
			return "", err
		}
		return strings.ReplaceAll(out.text.String(), noValue, ""), nil
	}
}

// noValue is what Go templates print for a parameter that is not set.
const noValue = "<no value>"

// bounded is a buffer that takes maxText bytes.
type bounded struct{ text bytes.Buffer }

func (b *bounded) Write(data []byte) (int, error) {
	if b.text.Len()+len(data) > maxText {
		return 0, errTooLong
	}
	return b.text.Write(data)
}

// position is what the engine says before its message: templates have no name
// here, and lines are those of a text.
var position = regexp.MustCompile(`^template: (:\d+(:\d+)?: )?(executing "" at )?`)

// unwrapped takes off what the engine says before its message.
func unwrapped(err error) error {
	if errors.Is(err, errUnsteady) {
		return err
	}
	return errors.New(position.ReplaceAllString(err.Error(), ""))
}

// placedError is an error in one text of a tree.
type placedError struct {
	path manifest.Path
	err  error
}

func (e *placedError) Error() string { return e.err.Error() }

func (e *placedError) Unwrap() error { return e.err }

// placed notes the step that led to an error.
func placed(step manifest.Step, err error) error {
	inner := &placedError{err: err}
	errors.As(err, &inner)
	return &placedError{path: append(manifest.Path{step}, inner.path...), err: inner.err}
}

// tree renders all texts of a tree, keys as well as values, and gives the keys
// that changed with what they were. Fields that are null vanish.
func (t *templating) tree(value any, values map[string]any, renamed map[string]string) (any, error) {
	switch value := value.(type) {
	case string:
		return t.text(value, values)
	case []any:
		items := make([]any, len(value))
		for i, item := range value {
			rendered, err := t.tree(item, values, renamed)
			if err != nil {
				return nil, placed(manifest.Index(i), err)
			}
			items[i] = rendered
		}
		return items, nil
	case map[string]any:
		return t.fields(value, values, renamed)
	}
	return value, nil
}

func (t *templating) fields(fields, values map[string]any, renamed map[string]string) (map[string]any, error) {
	out := make(map[string]any, len(fields))
	for _, key := range sortedKeys(fields) {
		if fields[key] == nil {
			continue
		}
		name, err := t.text(key, values)
		if err != nil {
			return nil, placed(manifest.Key(key), err)
		}
		if out[name], err = t.tree(fields[key], values, renamed); err != nil {
			return nil, placed(manifest.Key(key), err)
		}
		if name != key {
			renamed[name] = key
		}
	}
	return out, nil
}
