package flux

import (
	"context"
	"path"
	"strings"
	"sync"
)

// folders knows all directories and files of the tree by their base name.
type folders struct {
	once  sync.Once
	named map[string][]string
}

// roots gives the directories from which rel resolves to something that fits, in
// the order of the tree.
func (c *Controller) roots(ctx context.Context, rel string, fits func(string) bool) []string {
	c.folders.once.Do(func() {
		c.folders.named = map[string][]string{}
		listing, err := c.tree.Walk(ctx, ".")
		if err != nil {
			return // The run is over.
		}
		for _, names := range [][]string{listing.Dirs, listing.Files} {
			for _, name := range names {
				base := path.Base(name)
				c.folders.named[base] = append(c.folders.named[base], name)
			}
		}
	})
	c.tree.Seek(func(lost string, _ []byte) bool { return strings.Contains("/"+lost+"/", "/"+rel+"/") })
	var roots []string
	for _, name := range c.folders.named[path.Base(rel)] {
		root, ok := strings.CutSuffix(name, "/"+rel)
		if name == rel {
			root, ok = ".", true
		}
		if ok && fits(name) {
			roots = append(roots, root)
		}
	}
	return roots
}
