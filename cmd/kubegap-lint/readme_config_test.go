package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/kubegap/kubegap-lint/lint/config"
)

// TestReadmeConfiguration reads the configuration that the README shows, and
// looks for the rules and cases that it names.
func TestReadmeConfiguration(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```yaml\n(# yaml-language-server.*?)```").FindAllSubmatch(page, -1)
	if len(blocks) != 1 {
		t.Fatalf("the README shows %d configurations", len(blocks))
	}
	c, err := config.Read(config.File{Name: "README.md"}, blocks[0][1])
	if err != nil {
		t.Fatal(err)
	}
	library, err := loadPolicies()()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.CheckIDs(library.Rules(), library.Cases()); err != nil {
		t.Error(err)
	}
}
