package policy

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/kubegap/kubegap-lint/lint/mistake"
	"github.com/kubegap/kubegap-lint/render/fsys"
)

// MistakesOf gives what an error says, one by one. An error without a place of
// its own concerns the file.
func MistakesOf(err error, file string) mistake.List {
	if list, ok := errors.AsType[mistake.List](err); ok {
		return list
	}
	if one, ok := errors.AsType[mistake.Mistake](err); ok {
		return mistake.List{one}
	}
	var found ast.Errors
	if one, ok := errors.AsType[*ast.Error](err); ok {
		found = ast.Errors{one}
	} else if !errors.As(err, &found) {
		return mistake.List{{File: file, Message: fsys.Cause(err).Error()}}
	}
	list := make(mistake.List, len(found))
	for i, e := range found {
		list[i] = mistake.Mistake{File: file, Message: explain(e)}
		if e.Location != nil {
			list[i] = at(e.Location, "%s", explain(e))
		}
	}
	return list
}

// at makes the mistake at a place in Rego.
func at(location *ast.Location, format string, args ...any) mistake.Mistake {
	return mistake.Mistake{File: location.File, Line: location.Row, Message: fmt.Sprintf(format, args...)}
}

// explain words an error of OPA. A function that OPA has and policies have not
// is undefined to the compiler.
func explain(e *ast.Error) string {
	name, undefined := strings.CutPrefix(e.Message, "undefined function ")
	if _, exists := ast.BuiltinMap[name]; undefined && exists {
		return name + cmp.Or(refused(name), notForPolicies)
	}
	return e.Message
}
