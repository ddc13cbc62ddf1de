package scope

import (
	"strings"
	"testing"
)

// TestLeadsTo compares paths as they are written with those of the repository.
func TestLeadsTo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		written, name string
		want          bool
	}{
		{"web", "apps/web", true},
		{"apps/web", "apps/web", true},
		{"./apps/web", "apps/web", true},
		{"../../web", "apps/web", true},
		{"other/web", "apps/web", false},
		{"clusters/apps/web", "apps/web", false},
		{"apps", "apps/web", false},
		{"apps/*", "apps/web", true},
		{"/web", "apps/web", true},
		{"$team/web", "apps/web", true},
		{"$team/api", "apps/web", false},
		{"*", "apps/web", false},
		{"", "apps/web", false},
		{"..", "apps/web", false},
	} {
		if got := leadsTo(strings.Split(c.written, "/"), strings.Split(c.name, "/")); got != c.want {
			t.Errorf("leadsTo(%q, %q) = %v", c.written, c.name, got)
		}
	}
}
