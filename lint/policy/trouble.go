package policy

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/kubegap/kubegap-lint/lint"
)

// failed tells why a rule could not be evaluated. What has no place of its own is
// told at the violations of the rule.
func (rule loaded) failed(err error, limit time.Duration) lint.Trouble {
	trouble := lint.Trouble{Rule: rule.ID, Place: rule.place(), Message: err.Error()}
	if wrong, ok := errors.AsType[*topdown.Error](err); ok {
		trouble.Message = wrong.Message
		if wrong.Location != nil {
			trouble.Place = placeOf(wrong.Location)
		}
		if wrong.Code == topdown.CancelErr {
			trouble.Place, trouble.Message = rule.place(), TooLong(limit)
		}
	}
	return trouble
}

// TooLong says that an evaluation was stopped at a limit.
func TooLong(limit time.Duration) string {
	return fmt.Sprintf("it took longer than %s, and was stopped", limit)
}

// doubts tells of each place in the code once that a builtin function failed there.
func (rule loaded) doubts(list []topdown.Error) []lint.Trouble {
	troubles := make([]lint.Trouble, len(list))
	for i, wrong := range list {
		troubles[i] = lint.Trouble{Rule: rule.ID, Place: rule.place(), Message: wrong.Message}
		if wrong.Location != nil {
			troubles[i].Place = placeOf(wrong.Location)
		}
	}
	slices.SortFunc(troubles, func(a, b lint.Trouble) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(troubles, func(a, b lint.Trouble) bool { return a.Place == b.Place })
}

// place gives the file and the line of the rule's violations.
func (rule loaded) place() string {
	module, err := rule.policy.parsed()
	if err != nil {
		return rule.policy.name
	}
	for _, r := range module.Rules {
		if r.Head.Ref()[0].Value.Compare(ast.Var("violations")) == 0 && r.Location != nil {
			return placeOf(r.Location)
		}
	}
	return rule.policy.name
}

func placeOf(l *ast.Location) string { return fmt.Sprintf("%s:%d", l.File, l.Row) }

// parsed gives the module of the file, compiled already where that is at hand.
func (s *source) parsed() (*ast.Module, error) {
	if s.compiled != nil {
		return s.decoded()
	}
	return s.parse()
}
