package helm

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseEngineError(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text string
		want       engineError
	}{
		{
			name: "a parse error names a line",
			text: `parse error at (app/templates/a.yaml:3): unexpected "}" in operand`,
			want: engineError{
				kind:    parseError,
				outer:   place{"app/templates/a.yaml", 3, -1},
				inner:   place{"app/templates/a.yaml", 3, -1},
				certain: true,
				message: `unexpected "}" in operand`,
			},
		},
		{
			name: "a demand keeps the words of the chart",
			text: "execution error at (app/templates/a.yaml:3:4): set: a\n or b",
			want: engineError{
				kind:    demandError,
				outer:   place{"app/templates/a.yaml", 3, 4},
				inner:   place{"app/templates/a.yaml", 3, 4},
				message: "set: a or b",
			},
		},
		{
			name: "a chain has its ends",
			text: `template: app/templates/a.yaml:1:2: executing "app/templates/a.yaml" at <include "x" .>: error calling include: ` +
				`template: app/templates/_h.tpl:5:6: executing "x" at <.Values.a.b>: nil pointer evaluating interface {}.b`,
			want: engineError{
				kind:    execError,
				outer:   place{"app/templates/a.yaml", 1, 2},
				inner:   place{"app/templates/_h.tpl", 5, 6},
				certain: true,
				message: ".Values.a.b: there is nothing to take .b from, a value before it is not set",
			},
		},
		{
			name: "a template action hides who is printed",
			text: `template: app/templates/_h.tpl:5:6: executing "x" at <include "y" .>: error calling include: ` +
				`template: no template "y" associated with template "gotpl"`,
			want: engineError{
				kind:      execError,
				outer:     place{"app/templates/_h.tpl", 5, 6},
				inner:     place{"app/templates/_h.tpl", 5, 6},
				undefined: "y",
				message:   `template "y" is not defined`,
			},
		},
		{
			name: "an error without a place",
			text: "rendering template failed: oh dear",
			want: engineError{kind: execError, message: "rendering template failed: oh dear"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := parseEngineError(errors.New(test.text))
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(engineError{}, place{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzParseEngineError(f *testing.F) {
	f.Add(`template: a:1:2: executing "a" at <b>: wrong type for value; expected string; got interface {}`)
	f.Add("parse error at (a:1): unclosed action started at a:0")
	f.Fuzz(func(t *testing.T, text string) {
		e := parseEngineError(errors.New(text))
		if strings.ContainsAny(e.message, "\r\n") || len(e.message) > 3*maxMessage {
			t.Errorf("the message %q is not short", e.message)
		}
	})
}
