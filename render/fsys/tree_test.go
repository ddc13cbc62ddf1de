package fsys

import (
	"io"
	"strings"
	"testing"
)

func TestReadFile(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 5000)
	tree := write(t, map[string]string{
		"empty": "", "long": long, "dir/x": "x", "link": "-> dir/x", "outside": "-> ../../x", "absolute": "-> /etc/hostname",
	})
	for _, c := range []struct {
		name, want string
		fails      bool
	}{
		{"empty", "", false},
		{"long", long, false},
		{"./dir/../dir/x", "x", false},
		{"link", "x", false},
		{"dir", "", true},
		{"none", "", true},
		{"outside", "", true},
		{"absolute", "", true},
		{"../x", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := tree.ReadFile(c.name)
			if string(got) != c.want || (err != nil) != c.fails {
				t.Errorf("ReadFile gives %d bytes, error %v", len(got), err)
			}
			var head [4]byte
			n, err := tree.ReadHead(c.name, head[:])
			if want := c.want[:min(4, len(c.want))]; string(head[:n]) != want || (err != nil) != c.fails {
				t.Errorf("ReadHead = %q, %v; want %q", head[:n], err, want)
			}
		})
	}
	f, err := tree.Open("link")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if text, err := io.ReadAll(f); string(text) != "x" || err != nil {
		t.Errorf("Open reads %q, %v", text, err)
	}
}

func TestRel(t *testing.T) {
	t.Parallel()
	tree := write(t, nil)
	for _, c := range []struct {
		abs, want string
		ok        bool
	}{
		{tree.Dir(), ".", true},
		{tree.Dir() + "/a/b", "a/b", true},
		{tree.Dir() + "/..a", "..a", true},
		{tree.Dir() + "/../x", "", false},
		{"/", "", false},
	} {
		if got, ok := tree.Rel(c.abs); got != c.want || ok != c.ok {
			t.Errorf("Rel(%s) = %q, %v", c.abs, got, ok)
		}
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	tree := write(t, map[string]string{"marked": "a mark", "link": "-> marked", "other": "none", "unread": "a mark"})
	tree.Watch(func(data []byte) bool { return strings.Contains(string(data), "mark") })
	for _, name := range []string{"./marked", "link", "other"} {
		if _, err := tree.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{"marked": true, "link": true, "other": false, "unread": false} {
		if got := tree.Watched(name); got != want {
			t.Errorf("Watched(%s) = %v", name, got)
		}
	}
}
