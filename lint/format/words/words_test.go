package words_test

import (
	"testing"

	"github.com/kubegap/kubegap-lint/lint/format/words"
)

func TestCounted(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 more places", 1: "1 more place", 2: "2 more places"} {
		if got := words.Counted(n, "more place"); got != want {
			t.Errorf("Counted(%d) is %q, want %q", n, got, want)
		}
	}
}
