package git

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestChanges reads what git prints, seen from a directory of the checkout.
func TestChanges(t *testing.T) {
	t.Parallel()
	diff := strings.Join([]string{
		":100644 100644 1a 00 M", "sub/a b.yaml", ":100644 000000 2b 00 D", "sub/gone\n.yaml", ":000000 100644 00 00 A", "elsewhere.yaml",
		":160000 160000 3c 00 M", "sub/module", ":160000 000000 4d 00 D", "sub/lost", ":100644 000000 5e 00 D", "sub/logo.png",
		":100644 000000 6f 00 D", "sub/kept.yaml", "",
	}, "\x00")
	files := append(readDiff(diff), changedFile{name: "sub/new.yaml"}, changedFile{name: "sub/nested/"}, changedFile{name: "sub/kept.yaml"})
	held := readBlobs("2b blob 4\na:\n1\n5e missing\n")
	got := changes(below("sub/", files), held, Reading{Wants: func(name string) bool { return name != "logo.png" }})
	want := []Change{
		{Name: "a b.yaml"}, {Name: "gone\n.yaml", Gone: true, Held: []byte("a:\n1")}, {Name: "module"}, {Name: "lost", Gone: true},
		{Name: "logo.png", Gone: true, Held: []byte{}}, {Name: "kept.yaml", Gone: true}, {Name: "new.yaml"}, {Name: "nested"}, {Name: "kept.yaml"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

// TestComplaint reads what git says when it fails.
func TestComplaint(t *testing.T) {
	t.Parallel()
	const remedy = "To add an exception for this directory, call:\n\n\tgit config --global --add safe.directory "
	const foreign = "the checkout belongs to another user, so git does not read it; where you trust it, run: git config --global --add safe.directory "
	for said, want := range map[string]string{
		"":                               "exit status 128",
		"fatal: no\nmore\n":              "no",
		"\nerror: /srv/shop/.git is odd": "./.git is odd",
		"fatal: detected dubious ownership in repository at '/srv/shop'\n" + remedy + "/srv/shop\n":          foreign + "/srv/shop",
		"fatal: unsafe repository ('/srv/my shop' is owned by someone else)\n" + remedy + "'/srv/my shop'\n": foreign + "'/srv/my shop'",
	} {
		if got := (checkout{dir: "/srv/shop"}).complaint(said, errors.New("exit status 128")); got != want {
			t.Errorf("%q is told as %q, want %q", said, got, want)
		}
	}
}
