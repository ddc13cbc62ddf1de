package flux

import "testing"

func TestRepositoryID(t *testing.T) {
	t.Parallel()
	same := []string{
		"https://github.com/acme/fleet",
		"https://github.com/acme/fleet.git",
		"https://user:token@github.com/acme/fleet.git/",
		"ssh://git@github.com/acme/fleet",
		"ssh://git@github.com:22/acme/fleet.git",
		"git@github.com:acme/fleet.git",
		"git@github.com:/acme/fleet",
		"git://GitHub.com/Acme/Fleet",
	}
	for _, address := range same {
		if got := repositoryID(address); got != "github.com/acme/fleet" {
			t.Errorf("repositoryID(%q) = %q", address, got)
		}
	}
	for _, address := range []string{"", "/srv/git/fleet", "https://github.com/acme/other", "https://git%ub.com/x", "://"} {
		if got := repositoryID(address); got == "github.com/acme/fleet" {
			t.Errorf("repositoryID(%q) = %q", address, got)
		}
	}
}
