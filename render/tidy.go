package render

import (
	"cmp"
	"slices"
)

// Compare orders problems by place, reason and message, whatever their units.
func (p Problem) Compare(q Problem) int {
	return cmp.Or(p.Location.Compare(q.Location), cmp.Compare(p.Reason, q.Reason), cmp.Compare(p.Message, q.Message))
}

// Tidy sorts problems in place, and takes out repetitions.
func Tidy(problems []Problem) []Problem {
	slices.SortStableFunc(problems, Problem.Compare)
	return slices.Compact(problems)
}

// TidyUnit is Tidy for the problems of a unit, which get its name.
func TidyUnit(problems []Problem, unit string) []Problem {
	for i := range problems {
		problems[i].Unit = unit
	}
	return Tidy(problems)
}
