package fsys

import (
	"io"
	"testing"
)

func TestReplace(t *testing.T) {
	t.Parallel()
	tree := write(t, map[string]string{"dir/x": "old", "y": "old", "link": "-> dir/x", "folder": "-> dir"})
	tree.Watch(func(data []byte) bool { return string(data) == "new" })
	tree.Replace(map[string][]byte{"dir/x": []byte("new")})
	for name, want := range map[string]string{"dir/x": "new", "./dir/../dir/x": "new", "link": "new", "folder/x": "new", "y": "old"} {
		data, err := tree.ReadFile(name)
		if string(data) != want || err != nil {
			t.Errorf("ReadFile(%q) = %q, %v; want %q", name, data, err, want)
		}
		if tree.Watched(name) != (want == "new") {
			t.Errorf("Watched(%q) is wrong", name)
		}
		var head [2]byte
		if n, err := tree.ReadHead(name, head[:]); string(head[:n]) != want[:2] || err != nil {
			t.Errorf("ReadHead(%q) = %q, %v", name, head[:n], err)
		}
		f, err := tree.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(f); string(text) != want || err != nil {
			t.Errorf("Open(%q) reads %q, %v", name, text, err)
		}
		f.Close()
	}
}
