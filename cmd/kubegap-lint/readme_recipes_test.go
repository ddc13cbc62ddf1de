package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// recipe finds the commands in the blocks of the README that are not run: in
// workflows, in pipelines and in shells.
var recipe = regexp.MustCompile(`(?m)^ *(?:- )?(?:run: )?(kubegap-lint(?: [^|>#\n]*)?)`)

// TestReadmeRecipes asks for the help of each command in the recipes: it fails where
// there is no such command or flag.
func TestReadmeRecipes(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, block := range blocks.FindAllSubmatch(page, -1) {
		if language := string(block[1]); language != "yaml" && language != "sh" {
			continue
		}
		for _, match := range recipe.FindAllSubmatch(block[3], -1) {
			found++
			command := strings.Fields(strings.ReplaceAll(string(match[1]), `"`, ""))
			app, out := testApp(t, ".")
			if code := app.Run(t.Context(), append(command[1:], "--help")); code != exitClean {
				t.Errorf("%s: exit code %d: %s", match[1], code, out.stderr.String())
			}
		}
	}
	if found < 8 {
		t.Errorf("found %d commands in the recipes, want 8 or more", found)
	}
}
