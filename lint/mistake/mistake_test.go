package mistake_test

import (
	"slices"
	"testing"

	"github.com/kubegap/kubegap-lint/lint/mistake"
)

func TestList(t *testing.T) {
	t.Parallel()
	twice := mistake.Mistake{File: "b", Line: 2, Message: "is wrong"}
	list := mistake.List{twice, {File: "a", Message: "is missing"}, {File: "b", Line: 2, Message: "is odd"}, {Message: "is bad"}, twice}
	before := slices.Clone(list)
	if got, want := list.Err().Error(), "is bad\na: is missing\nb:2: is odd\nb:2: is wrong"; got != want {
		t.Errorf("mistakes are %q, want %q", got, want)
	}
	if !slices.Equal(list, before) {
		t.Errorf("the list itself has become %q", list)
	}
	if err := (mistake.List{}).Err(); err != nil {
		t.Errorf("no mistakes are the error %v", err)
	}
}

func TestJoin(t *testing.T) {
	t.Parallel()
	one, other := mistake.List{{File: "f", Line: 2, Message: "x"}}, mistake.List{{File: "f", Line: 1, Message: "y"}}
	for _, tc := range []struct {
		a, b error
		want string
	}{{one, other, "f:1: y\nf:2: x"}, {one, one, "f:2: x"}, {nil, one, "f:2: x"}, {one, nil, "f:2: x"}} {
		if got := mistake.Join(tc.a, tc.b); got == nil || got.Error() != tc.want {
			t.Errorf("Join(%v, %v) = %v, want %q", tc.a, tc.b, got, tc.want)
		}
	}
	if err := mistake.Join(nil, nil); err != nil {
		t.Errorf("nothing joined is %v", err)
	}
}
